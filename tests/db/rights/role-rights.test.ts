import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { reviewedRights } from './reviewed-rights.ts'

// Everything that the role of each process may write, as PostgreSQL says. A new right needs a
// reviewer, who adds it to the list with its reason.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Right = { table: string; part: string; right: string; columns: string[] | null }

/** `web iu, mail u(state)`: inserts and updates, or updates of one column. */
async function readRights(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<Right>(
    `select c.relname as table, r.part, m.may as right,
       case when not has_table_privilege('twofold_' || r.part, c.oid, m.may)
         then array(select attname::text from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and has_column_privilege('twofold_' || r.part, c.oid, a.attnum, m.may)
           order by attname) end as columns
     from pg_class c,
       unnest(array['web', 'ledger', 'worker', 'mail']) with ordinality as r (part, i),
       unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN'])
         with ordinality as m (may, j)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not c.relispartition
       and (has_table_privilege('twofold_' || r.part, c.oid, m.may) or m.may in ('INSERT', 'UPDATE')
         and has_any_column_privilege('twofold_' || r.part, c.oid, m.may))
     order by c.relname, r.i, m.j`,
  )
  const short = new Map([
    ['INSERT', 'i'],
    ['UPDATE', 'u'],
    ['DELETE', 'd'],
  ])
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map(
    [...tables].map(([table, rights]) => {
      const parts = [...Map.groupBy(rights, ({ part }) => part)].map(([part, own]) => {
        const each = own.map(({ right, columns }) => {
          return (short.get(right) ?? ` ${right} `) + (columns ? `(${columns.join(' ')})` : '')
        })
        return `${part} ${each.join('')}`
      })
      return [table, parts.join(', ')]
    }),
  )
}

test('lists every right of each role, with a reason', async () => {
  const listed = reviewedRights.flatMap(({ tables }) => Object.entries(tables))
  expect(new Set(listed.map(([table]) => table)).size).toBe(listed.length)
  expect(reviewedRights.filter(({ reason }) => reason === '')).toEqual([])
  const found = await readRights()
  const inOrder = listed.toSorted(([one], [other]) => (one < other ? -1 : 1))
  expect(Object.fromEntries(inOrder)).toEqual(Object.fromEntries(found))
})

test('knows of no other way for a role to write', async () => {
  const { rows } = await database.pool.query<{ what: string }>(
    `select 'member of ' || roleid::regrole as what from pg_auth_members
       where member::regrole::text like 'twofold_%' and member::regrole::text
         in ('twofold_web', 'twofold_ledger', 'twofold_worker', 'twofold_mail')
     union all select r.part || ' runs ' || p.oid::regprocedure from pg_proc p,
       unnest(array['web', 'ledger', 'worker', 'mail']) as r (part)
       where p.prosecdef and p.proname <> 'lock_member' and p.prorettype <> 'trigger'::regtype
         and p.pronamespace = 'public'::regnamespace
         and has_function_privilege('twofold_' || r.part, p.oid, 'execute')
     order by what`,
  )
  expect(rows.map(({ what }) => what)).toEqual([
    'ledger runs analyze_postings()',
    'ledger runs extend_postings()',
    'ledger runs record_loss(bigint,uuid,bigint,text,timestamp with time zone,text)',
    'ledger runs record_outside_payout(integer,text,text,timestamp with time zone)',
  ])
})
