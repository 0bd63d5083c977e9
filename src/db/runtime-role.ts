import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { inLock } from './migrate.ts'
import { privilegesOf, type History, type Part } from './runtime-grants.ts'

// A table's owner can drop its triggers. So the server works as a role that owns nothing: it reads,
// adds, and changes what may change. To history it can only add.

/** The role of the embedded database, whose socket lets its owner in under any name. */
export const EMBEDDED_ROLE = 'twofold_server'

/** Creates a role that can only sign in. Roles belong to the whole cluster. */
export async function createRole(pool: Pool, role: string): Promise<void> {
  await pool.query(`do $$ begin create role ${escapeIdentifier(role)} login;
    exception when duplicate_object or unique_violation then null; end $$`)
}

/**
 * Grants the role exactly the rights that a part of the product needs, and revokes all others. The
 * rights follow from the list of tables that each part writes, and from the schema: a table with a
 * trigger against changes or deletions allows none. Does nothing if the role has exactly these
 * rights.
 * @returns the role's part: one role for web and worker gets the rights of both
 */
export async function grantRuntime(pool: Pool, role: string, part: Part): Promise<Part> {
  const client = await pool.connect()
  try {
    return await inLock(client, async () => {
      const merged = mergeParts(await readPart(client, role), part)
      const rights = { tables: await readTarget(client, merged), functions: functionsOf(merged) }
      if (!(await hasExactly(client, role, rights))) await grant(client, role, rights)
      await storePart(client, role, merged)
      return merged
    })
  } finally {
    client.release()
  }
}

const isWork = (part: Part): boolean => ['worker', 'chain', 'mail'].includes(part)

/** Two processes with one role must not take turns revoking each other's rights. */
function mergeParts(before: Part | null, now: Part): Part {
  if (before === null || before === now) return now
  return isWork(before) && isWork(now) ? 'worker' : 'all'
}

async function readPart(client: PoolClient, role: string): Promise<Part | null> {
  const found = await client.query<{ part: Part }>(
    'select part from runtime_roles where role = $1',
    [role],
  )
  return found.rows[0]?.part ?? null
}

async function storePart(client: PoolClient, role: string, part: Part): Promise<void> {
  await client.query(
    `insert into runtime_roles (role, part) values ($1, $2)
     on conflict (role) do update set part = excluded.part, since = now()
       where runtime_roles.part <> excluded.part`,
    [role, part],
  )
}

/** Tables, and the view that the leader locks. */
const IS_OWN = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`

type Rights = {
  readonly tables: ReadonlyMap<string, string>
  readonly functions: ReadonlyMap<string, boolean>
}

/** `table: privileges`, the target state for every existing table. */
async function readTarget(client: PoolClient, part: Part): Promise<Map<string, string>> {
  const [deletes, updates] = [8, 16]
  const { rows } = await client.query<{ table: string; history: History }>(
    `select c.relname as table,
       case when bool_or(t.tgtype & ${updates} <> 0) then 'fixed'
         when count(t.oid) > 0 then 'kept' end as history
     from pg_class c left join (pg_trigger t join pg_proc p
         on p.oid = t.tgfoid and p.proname = 'refuse_change' and t.tgtype & ${deletes} <> 0)
       on t.tgrelid = c.oid
     where ${IS_OWN} group by c.relname`,
  )
  return new Map(
    rows.map(({ table, history }) => {
      return [table, privilegesOf(part, table, history).toSorted().join(', ')]
    }),
  )
}

async function hasExactly(
  client: PoolClient,
  role: string,
  { tables, functions }: Rights,
): Promise<boolean> {
  const { rows } = await client.query<{ table: string; has: string }>(
    `select c.relname as table, string_agg(a.privilege_type, ', ' order by a.privilege_type
       collate "C") as has
     from pg_class c, aclexplode(c.relacl) a
     where ${IS_OWN} and a.grantee = (select oid from pg_roles where rolname = $1)
     group by c.relname`,
    [role],
  )
  const { rows: missing } = await client.query(
    `select from pg_class c where c.relnamespace = 'public'::regnamespace
       and case c.relkind when 'S' then not has_sequence_privilege($1::text, c.oid, 'usage') end
     union all select from unnest($2::text[], $3::bool[]) as f (signature, is_wanted)
       where has_function_privilege($1::text, signature, 'execute') <> is_wanted`,
    [role, [...functions.keys()], [...functions.values()]],
  )
  if (missing.length > 0 || rows.length !== tables.size) return false
  return rows.every(({ table, has }) => tables.get(table) === has)
}

/** Functions with the owner's rights, and whether a part may call them. */
const functionsOf = (part: Part): ReadonlyMap<string, boolean> =>
  new Map([
    ['record_outside_payout(integer, text, text, timestamptz)', true],
    [
      'record_loss(bigint, uuid, bigint, text, timestamptz, text)',
      part === 'ledger' || part === 'all',
    ],
  ])

async function grant(
  client: PoolClient,
  name: string,
  { tables, functions }: Rights,
): Promise<void> {
  const role = escapeIdentifier(name)
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(`revoke all on all tables in schema public from ${role}`)
  await client.query(`grant usage, select on all sequences in schema public to ${role}`)
  for (const [signature, isWanted] of functions) {
    const [change, direction] = isWanted ? ['grant', 'to'] : ['revoke', 'from']
    await client.query(`${change} execute on function ${signature} ${direction} ${role}`)
  }
  for (const [table, privileges] of tables) {
    await client.query(`grant ${privileges} on ${escapeIdentifier(table)} to ${role}`)
  }
}
