import { custodyRoutes } from './custody-report.ts'
import { deviceOf } from '../http/device-name.ts'
import { route, type Route } from '../http/route.ts'
import { byOf } from '../audit/audit.ts'
import { readOverview } from './overview.ts'
import { readAlerts } from './alerts.ts'
import { changeAlert } from './change-alert.ts'
import { readJobStates } from './job-states.ts'
import { readTrends } from './trends.ts'

export const watchRoutes: Route[] = [
  ...custodyRoutes,
  route('getOverview', ({ context }) => readOverview(context)),
  route('getTrends', ({ context, query }) => readTrends(context.read, Number(query.days ?? 30))),
  route('listJobs', ({ context }) => readJobStates(context.db)),
  route('listAlerts', ({ context }) => readAlerts(context.db)),
  route('changeAlert', (call) => {
    const { context, params, body, request, address } = call
    const by = { ...byOf(call), device: deviceOf(request), address }
    return changeAlert(context, params.name, body, by)
  }),
]
