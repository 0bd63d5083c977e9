import type { z } from 'zod'
import { MAX_INCIDENT_UPDATES, MAX_OPEN_INCIDENTS } from '../../../contract/fields/limits.ts'
import { reject, requireFound } from '../../../contract/refusals/reject.ts'
import type {
  newIncident,
  newIncidentUpdate,
  nextIncidentUpdate,
  OperatorIncident,
} from '../../../contract/subjects/incidents.ts'
import { takeTurn } from '../../../db/named-locks.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { audit, type By } from '../../audit/audit.ts'
import { readIncidents } from './read-incidents.ts'

type Own = z.infer<typeof OperatorIncident>

/** One at a time, so that two requests together don't exceed a limit. */
const lockIncidents = (tx: Tx): Promise<void> => takeTurn(tx, 'incidents')

async function post(
  tx: Tx,
  no: number,
  { state, text_en, text_es }: z.output<typeof newIncidentUpdate>,
  by: By,
): Promise<void> {
  await tx
    .insertInto('incident_updates')
    .values({ incident_no: no, state, text_en, text_es, posted_by: by.operator })
    .execute()
}

async function requireRoom(tx: Tx): Promise<void> {
  const open = (await readIncidents(tx)).filter(({ resolved_at: at }) => at === null)
  if (open.length >= MAX_OPEN_INCIDENTS) throw reject('too_many_incidents')
}

/** Shows an incident on the public status page. */
export function reportIncident(
  db: Db,
  { impact, title_en, title_es, ...first }: z.output<typeof newIncident>,
  by: By,
): Promise<Own> {
  return db.transaction().execute(async (tx) => {
    await lockIncidents(tx)
    await requireRoom(tx)
    const { no } = await tx
      .insertInto('incidents')
      .values({ impact, title_en, title_es, opened_by: by.operator })
      .returning('no')
      .executeTakeFirstOrThrow()
    await post(tx, no, first, by)
    const after = { impact, title: title_en, state: first.state, text: first.text_en }
    await audit(tx, [{ ...by, action: 'report incident', object: `incident ${no}`, after }])
    return requireFound((await readIncidents(tx, no))[0])
  })
}

/**
 * Adds an update. Earlier updates stay as they are. An outdated form must not reopen an incident
 * that a colleague has just resolved.
 */
export function updateIncident(
  db: Db,
  no: number,
  update: z.output<typeof nextIncidentUpdate>,
  by: By,
): Promise<Own> {
  return db.transaction().execute(async (tx) => {
    await lockIncidents(tx)
    const incident = requireFound((await readIncidents(tx, no))[0])
    if (incident.updates.length >= MAX_INCIDENT_UPDATES) throw reject('too_many_updates')
    if (update.after !== undefined && update.after !== incident.updates.at(-1)?.id)
      throw reject('incident_changed')
    if (incident.resolved_at !== null && update.state !== 'resolved') await requireRoom(tx)
    await post(tx, no, update, by)
    const before = { state: incident.state }
    const after = { state: update.state, text: update.text_en }
    const entry = { action: 'update incident', object: `incident ${no}`, before, after }
    await audit(tx, [{ ...by, ...entry }])
    return requireFound((await readIncidents(tx, no))[0])
  })
}
