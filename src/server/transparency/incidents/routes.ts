import { byOf } from '../../audit/audit.ts'
import { route, type Route } from '../../http/route.ts'
import { reportIncident, updateIncident } from './post-incident.ts'
import { readIncidents, withoutNames } from './read-incidents.ts'

export const incidentRoutes: Route[] = [
  route('listIncidents', async ({ context: { read } }) => ({
    results: (await readIncidents(read)).map(withoutNames),
  })),
  route('operatorListIncidents', async ({ context: { read } }) => ({
    results: await readIncidents(read),
  })),
  route('reportIncident', (call) => reportIncident(call.context.db, call.body, byOf(call))),
  route('updateIncident', (call) =>
    updateIncident(call.context.db, Number(call.params.id), call.body, byOf(call)),
  ),
]
