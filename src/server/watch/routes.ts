import type { Db } from '../../db/types.ts'
import { parseDecimal } from '../../domain/money.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { audit } from '../operator/audit.ts'
import { readOverview } from '../operator/overview.ts'
import { readAlerts } from './alerts.ts'
import { readJobStates } from './job-states.ts'
import { readTrends } from './trends.ts'

type Change = { name: string; enabled: boolean; limit: string; operator: string; requestId: string }

async function changeAlert(db: Db, { name, enabled, limit, ...by }: Change) {
  const before = (await readAlerts(db)).find((each) => each.name === name)
  if (!before) throw refuse('not_found')
  const value = parseDecimal(limit, 2)
  if (value === null) throw refuseField('limit', 'Enter a number.')
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('alerts')
      .set({ enabled, limit_value: value })
      .where('name', '=', name)
      .execute()
    const [was, is] = [
      { enabled: before.enabled, limit: before.limit },
      { enabled, limit },
    ]
    await audit(tx, [
      { ...by, action: 'change alert', object: `alert ${name}`, before: was, after: is },
    ])
  })
  const after = (await readAlerts(db)).find((each) => each.name === name)
  if (!after) throw refuse('not_found')
  return after
}

export const watchRoutes: Route[] = [
  route('overview', ({ context }) => readOverview(context)),
  route('getTrends', ({ context, query }) => readTrends(context.read, Number(query.days ?? 30))),
  route('listJobs', ({ context }) => readJobStates(context.db)),
  route('listAlerts', ({ context }) => readAlerts(context.db)),
  route('changeAlert', ({ context, operator, params, body, request }) => {
    const by = { operator: operator.username, requestId: request.id }
    return changeAlert(context.db, { name: params.name, ...body, ...by })
  }),
]
