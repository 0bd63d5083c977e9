import { sql } from 'kysely'
import type { Db, RowOf } from '../../db/types.ts'

// What admins have recorded for the readiness checklist. We keep the rows forever, but they count
// only while their authors are admins. A former admin can't vouch for the company.

type NotCounted = { operator: string; why: 'disabled' | 'not_admin' }

export type Recorded = RowOf<'readiness_records', 'item'> & {
  evidence: string | null
  done: boolean | null
  by: string | null
  at: Date | null
  /** The admin who recorded the same evidence before; null if only one admin has recorded it. */
  earlier: string | null
  not_counted: NotCounted[]
}

/**
 * For each item: the evidence in question (the newest from any admin), its newest record that
 * counts, and a recorder who is no longer an admin. Evidence that was replaced doesn't come back
 * automatically. Any admin's record that something is not done counts.
 */
export async function readRecords(db: Db): Promise<Map<string, Recorded>> {
  const { rows } = await sql<Recorded>`
    with living as (
      select r.*, o.disabled_at is not null as disabled,
        not r.done or coalesce(o.role = 'admin' and o.disabled_at is null, false) as counts
      from readiness_records r left join operators o on o.username = r.recorded_by
      where r.no >= coalesce((select max(no) from readiness_records undone
        where undone.item = r.item and not undone.done), 0)),
    newest as (select distinct on (item) item, evidence, done from living order by item, no desc),
    asked as (select l.* from living l join newest n using (item, evidence, done)),
    said as (select distinct on (item) * from asked where counts order by item, no desc)
    select n.item, s.evidence, s.done, s.recorded_by as by, s.recorded_at as at,
      other.recorded_by as earlier, coalesce(gone.list, '[]') as not_counted
    from newest n
    left join said s using (item)
    left join lateral (
      select o.recorded_by from asked o
      where s.done and o.counts and o.item = s.item and o.recorded_by <> s.recorded_by
      order by o.no limit 1) other on true
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('operator', l.recorded_by,
        'why', case when l.disabled then 'disabled' else 'not_admin' end)) as list
      from asked l where l.item = n.item and not l.counts) gone on true`.execute(db)
  return new Map(rows.map((row) => [row.item, row]))
}

/** An item's state by its record. If it is done, we don't show who left. */
export function showRecord(record: Recorded | undefined) {
  const done = record?.done === true
  const earlier = record?.earlier ?? null
  return {
    done: done && earlier !== null,
    evidence: record?.evidence ?? null,
    evidence_text: null,
    recorded_by: earlier ?? record?.by ?? null,
    recorded_at: record?.at?.toISOString() ?? null,
    confirmed_by: earlier === null ? null : (record?.by ?? null),
    needs_confirmation: done && earlier === null,
    not_counted: done && earlier !== null ? [] : (record?.not_counted ?? []),
  }
}
