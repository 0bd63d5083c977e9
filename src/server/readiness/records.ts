import { sql } from 'kysely'
import type { Db, RowOf } from '../../db/types.ts'

// What admins have recorded for the go-live list. The rows stay for ever; what they say counts
// while those who said it are admins: nobody vouches for the house who has no place in it.

type NotCounted = { operator: string; why: 'disabled' | 'not_admin' }

type Recorded = RowOf<'readiness_records', 'item'> & {
  evidence: string | null
  done: boolean | null
  by: string | null
  at: Date | null
  /** Who else had recorded the same evidence before; null while only one admin has recorded it. */
  earlier: string | null
  not_counted: NotCounted[]
}

/**
 * For each item the evidence in question, which is the newest of all admins; the newest
 * record of it that counts, and who had recorded it and is no admin any more. What another
 * evidence replaced does not come back automatically. That something is not done counts
 * from any admin.
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

/** An item's state by its record; of one that is done nobody who left matters. */
export function showRecord(record: Recorded | undefined) {
  const done = record?.done === true
  const earlier = record?.earlier ?? null
  return {
    done: done && earlier !== null,
    evidence: record?.evidence ?? null,
    recorded_by: earlier ?? record?.by ?? null,
    recorded_at: record?.at?.toISOString() ?? null,
    confirmed_by: earlier === null ? null : (record?.by ?? null),
    needs_confirmation: done && earlier === null,
    not_counted: done && earlier !== null ? [] : (record?.not_counted ?? []),
  }
}
