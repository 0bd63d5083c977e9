import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { listOf } from '../fields/described.ts'
import { paramsOf } from '../fields/fields.ts'
import {
  Incident,
  newIncident,
  nextIncidentUpdate,
  OperatorIncident,
} from '../subjects/incidents.ts'

export const incidentCalls = {
  listIncidents: {
    summary: 'List incidents',
    description:
      'Returns the newest 50 incidents of the status page and all open ones, newest first.',
    answer: z.object({ results: listOf(Incident, 'The incidents, newest first.') }),
    errors: [],
  },
  operatorListIncidents: {
    summary: 'List incidents with names',
    description:
      'Returns the newest 50 incidents and all open ones, newest first, with the operators who ' +
      'posted.',
    answer: z.object({ results: listOf(OperatorIncident, 'The incidents, newest first.') }),
    errors: [],
  },
  reportIncident: {
    summary: 'Report an incident',
    description: 'Shows an incident on the public status page. This can’t be undone.',
    body: newIncident,
    answer: OperatorIncident,
    errors: ['invalid_request', 'too_many_incidents'],
  },
  updateIncident: {
    summary: 'Post an update of an incident',
    description: 'Adds an update. Earlier updates can’t be changed. To correct one, post another.',
    params: paramsOf('incident'),
    body: nextIncidentUpdate,
    answer: OperatorIncident,
    errors: [
      'invalid_request',
      'not_found',
      'too_many_updates',
      'too_many_incidents',
      'incident_changed',
    ],
  },
} satisfies Record<string, CallContract>
