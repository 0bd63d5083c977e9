import { z } from 'zod'
import { at, described, idOf, listOf, oneOf, str } from '../fields/described.ts'
import { filledLine, filledText, id } from '../fields/fields.ts'
import { incidentText, incidentTitle } from '../fields/limits.ts'
import { incidentImpacts, incidentStates } from '../fields/states.ts'
import { issueText } from '../texts/texts.ts'

// Incidents that staff report on the public status page.

const STATE = 'The state of our response.'
const IMPACT = 'The severity: a notice, degraded service, or an outage.'
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: issueText('choose_state') })

const ENGLISH = 'Payouts wait because a node of the network is behind.'
const SPANISH = 'Los retiros esperan porque un nodo de la red está atrasado.'

export const newIncidentUpdate = z.object({
  state: described(choice(incidentStates), STATE, 'investigating'),
  text_en: described(filledText(incidentText.max), 'The description in English.', ENGLISH),
  text_es: described(filledText(incidentText.max), 'The same in Spanish.', SPANISH),
})

export const nextIncidentUpdate = newIncidentUpdate.extend({
  after: described(
    id.optional(),
    'The newest update that you saw. We refuse yours if there is a newer one.',
    '7',
  ),
})

export const newIncident = newIncidentUpdate.extend({
  impact: described(choice(incidentImpacts), IMPACT, 'partial'),
  title_en: described(filledLine(incidentTitle.max), 'A title in English.', 'Payouts are late'),
  title_es: described(filledLine(incidentTitle.max), 'The same in Spanish.', 'Retiros con retraso'),
})

const update = {
  id: idOf('The update’s id.', '7'),
  state: oneOf(incidentStates, STATE),
  text_en: str('The text in English.', ENGLISH),
  text_es: str('The same in Spanish.', SPANISH),
  posted_at: at('When we posted it.'),
}

const incident = {
  id: idOf('The incident’s id.', '3'),
  impact: oneOf(incidentImpacts, IMPACT, 'partial'),
  state: oneOf(incidentStates, 'The state of the newest update.', 'resolved'),
  title_en: str('Its title in English.', 'Payouts are late'),
  title_es: str('The same in Spanish.', 'Retiros con retraso'),
  opened_at: at('When we reported it.'),
  resolved_at: at('When it was resolved; null while it is open.').nullable(),
}

export const Incident = z
  .object({ ...incident, updates: listOf(z.object(update), 'The updates, oldest first.') })
  .meta({ id: 'Incident', description: 'An incident of the service.' })

export const OperatorIncident = z
  .object({
    ...incident,
    opened_by: str('The operator who reported it.', 'sam'),
    updates: listOf(
      z.object({ ...update, posted_by: str('The operator who posted it.', 'sam') }),
      'The updates, oldest first.',
    ),
  })
  .meta({ id: 'OperatorIncident', description: 'An incident, with the names of operators.' })
