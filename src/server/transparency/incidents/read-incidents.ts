import type { z } from 'zod'
import {
  MAX_INCIDENT_UPDATES,
  MAX_INCIDENTS_LISTED,
  MAX_OPEN_INCIDENTS,
} from '../../../contract/fields/limits.ts'
import type { Incident, OperatorIncident } from '../../../contract/subjects/incidents.ts'
import { anyOf } from '../../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../../db/types.ts'

type Own = z.infer<typeof OperatorIncident>

function show(row: RowOf<'incidents'>, updates: readonly RowOf<'incident_updates'>[]): Own {
  const last = updates.at(-1)
  const isOver = last?.state === 'resolved'
  return {
    id: String(row.no),
    impact: row.impact,
    state: last?.state ?? 'investigating',
    title_en: row.title_en,
    title_es: row.title_es,
    opened_at: row.opened_at.toISOString(),
    opened_by: row.opened_by,
    resolved_at: isOver ? last.posted_at.toISOString() : null,
    updates: updates.map((update) => ({
      id: String(update.no),
      state: update.state,
      text_en: update.text_en,
      text_es: update.text_es,
      posted_at: update.posted_at.toISOString(),
      posted_by: update.posted_by,
    })),
  }
}

/** Incidents whose last update doesn't resolve them, regardless of age. */
const openOnes = (db: Db | Tx) =>
  db
    .selectFrom(
      db
        .selectFrom('incident_updates')
        .select(['incident_no', 'state'])
        .distinctOn('incident_no')
        .orderBy('incident_no')
        .orderBy('no', 'desc')
        .as('last'),
    )
    .select('incident_no')
    .where('state', '<>', 'resolved')

const newestOnes = (db: Db | Tx) =>
  db.selectFrom('incidents').select('no').orderBy('no', 'desc').limit(MAX_INCIDENTS_LISTED)

/** The newest incidents and all open ones, with their updates; or one, if it is given. */
export async function readIncidents(db: Db | Tx, no?: number): Promise<Own[]> {
  const rows = await db
    .selectFrom('incidents')
    .select(['no', 'impact', 'title_en', 'title_es', 'opened_by', 'opened_at'])
    .where((eb) =>
      no === undefined
        ? eb.or([eb('no', 'in', openOnes(db)), eb('no', 'in', newestOnes(db))])
        : eb('no', '=', no),
    )
    .orderBy('no', 'desc')
    .limit(MAX_INCIDENTS_LISTED + MAX_OPEN_INCIDENTS)
    .execute()
  const numbers = rows.map((row) => row.no)
  const updates = await db
    .selectFrom('incident_updates')
    .select(['no', 'incident_no', 'state', 'text_en', 'text_es', 'posted_by', 'posted_at'])
    .where('incident_no', '=', anyOf(numbers, 'int'))
    .orderBy('incident_no')
    .orderBy('no')
    .limit((MAX_INCIDENTS_LISTED + MAX_OPEN_INCIDENTS) * MAX_INCIDENT_UPDATES)
    .execute()
  const own = Map.groupBy(updates, (update) => update.incident_no)
  return rows.map((row) => show(row, own.get(row.no) ?? []))
}

/** An incident as anyone may read it: without the names of operators. */
export const withoutNames = ({
  opened_by: _opened,
  updates,
  ...incident
}: Own): z.infer<typeof Incident> => ({
  ...incident,
  updates: updates.map(({ posted_by: _posted, ...update }) => update),
})
