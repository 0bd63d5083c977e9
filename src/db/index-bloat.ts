import { escapeIdentifier, type Pool } from 'pg'

export type BloatedIndex = { name: string; bytes: number; expectedBytes: number }

/** Smaller indexes aren't worth the work. */
const MIN_BYTES = 16 * 1024 * 1024
const WORTH_FACTOR = 2

// A B-tree page holds 8,152 bytes and is filled to 90%. Each row takes 12 bytes and its columns,
// rounded up to 8. Equal values share an entry, so the estimate is rather too high.
const BLOAT = `select name, bytes, expected as "expectedBytes" from (
  select i.relname as name, pg_relation_size(i.oid)::float8 as bytes,
    (ceil(i.reltuples * (12 + ceil(sum(coalesce(s.avg_width, 8)) / 8) * 8) / (8152 * 0.9)) + 2)
      * 8192::float8 as expected
  from pg_class i
  join pg_am on pg_am.oid = i.relam and pg_am.amname = 'btree'
  join pg_index x on x.indexrelid = i.oid and x.indisvalid
  join pg_class t on t.oid = x.indrelid
  join pg_attribute a on a.attrelid = i.oid
  left join pg_stats s on s.schemaname = 'public' and s.inherited = false
    and case when x.indkey[a.attnum - 1] = 0
      then s.tablename = i.relname and s.attname = a.attname
      else s.tablename = t.relname and s.attname = (select attname from pg_attribute
        where attrelid = t.oid and attnum = x.indkey[a.attnum - 1]) end
  where i.relnamespace = 'public'::regnamespace and i.relkind = 'i' and i.reltuples >= 0
  group by i.oid, i.relname, i.reltuples) sized
where bytes > $1 and bytes > $2 * expected order by bytes - expected desc`

/** Indexes more than twice as large as their rows need, the largest waste first. */
export async function findBloated(pool: Pool, leastBytes = MIN_BYTES): Promise<BloatedIndex[]> {
  const { rows } = await pool.query<BloatedIndex>(BLOAT, [leastBytes, WORTH_FACTOR])
  return rows
}

/** Rebuilds an index while its table is in use. Requires the table's owner. */
export async function rebuildIndex(pool: Pool, name: string): Promise<void> {
  // An interrupted rebuild leaves an unfinished index behind.
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_index x on x.indexrelid = c.oid
     where not x.indisvalid and c.relname ~ ('^' || $1 || '_ccnew[0-9]*$')`,
    [name],
  )
  for (const left of rows) {
    await pool.query(`drop index concurrently if exists ${escapeIdentifier(left.name)}`)
  }
  await pool.query(`reindex index concurrently ${escapeIdentifier(name)}`)
}
