import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from 'pg'
import { lockViews } from './grants/job-views.ts'
import { wholeOf } from './grants/privileges.ts'
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
  return inLockOf(pool, async (client) => {
    const merged = mergeParts((await readParts(client)).get(role) ?? null, part)
    await give(client, role, merged)
    return merged
  })
}

/**
 * Grants each of these roles exactly the rights of its part. Other roles that have rights keep
 * those of their part in this version, because a process may be using them.
 * @returns each role with its part
 */
export async function grantRoles(
  pool: Pool,
  wanted: ReadonlyMap<string, Part>,
): Promise<Map<string, Part>> {
  return inLockOf(pool, async (client) => {
    await client.query(`delete from runtime_roles where role not in (select rolname from pg_roles)`)
    const all = new Map([...(await readParts(client)), ...wanted])
    for (const [role, part] of all) await give(client, role, part)
    return all
  })
}

/** The parts of roles used by several processes: `web` and `worker` make `all`. */
export function mergeParts(before: Part | null, now: Part): Part {
  if (before === null || before === now) return now
  return isWork(before) && isWork(now) ? 'worker' : 'all'
}

const isWork = (part: Part): boolean => ['worker', 'chain', 'mail'].includes(part)

/** How a role's rights differ from those of a part, such as `UPDATE on payouts`. */
export type Gap = { missing: string[]; extra: string[] }

/** Compares a role's rights with a part's, whether they are its own or come from other roles. */
export async function findGap(client: PoolClient, role: string, part: Part): Promise<Gap> {
  const target = await readTarget(client, part)
  const has = await readRights(client, role)
  const wanted = new Set(target)
  return {
    missing: target.filter((right) => !has.has(right) && !has.has(wholeOf(right))),
    extra: [...has].filter((right) => !wanted.has(right)).toSorted(),
  }
}

/** The part whose rights each role has. */
export async function readParts(client: PoolClient): Promise<Map<string, Part>> {
  const { rows } = await client.query<{ role: string; part: Part }>(
    'select role, part from runtime_roles order by role',
  )
  return new Map(rows.map(({ role, part }) => [role, part]))
}

async function inLockOf<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await inLock(client, () => work(client))
  } finally {
    client.release()
  }
}

async function give(client: PoolClient, role: string, part: Part): Promise<void> {
  const gap = await findGap(client, role, part)
  const extra = gap.extra.filter((right) => right !== TEMPORARY)
  const isTooMuch = extra.length > 0 || (gap.extra.length > 0 && (await ownsDatabase(client)))
  if (gap.missing.length > 0 || isTooMuch) await grant(client, role, part)
  await client.query(
    `insert into runtime_roles (role, part) values ($1, $2)
     on conflict (role) do update set part = excluded.part, since = now()
       where runtime_roles.part <> excluded.part`,
    [role, part],
  )
}

// Others may have tables and views here, too, such as those of an extension.
const OWNER = `select relowner from pg_class where oid = to_regclass('public.schema_migrations')`
const OF_OWNER = `c.relnamespace = 'public'::regnamespace and c.relowner = (${OWNER})`
/** A right that everyone has until the database's owner revokes it, and that we don't need. */
export const TEMPORARY = 'TEMPORARY on the database'
/** Whether we can revoke that right. Otherwise, the tables and the database have two owners. */
async function ownsDatabase(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(datdba, 'usage') as owns from pg_database
     where datname = current_database()`,
  )
  return rows[0]?.owns === true
}

/** Which of these roles may still create temporary tables, as only the database's owner changes. */
export async function findTemporary(pool: Pool, roles: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ role: string }>(
    `select role from unnest($1::text[]) as role
     where has_database_privilege(role, current_database(), 'TEMPORARY')`,
    [roles],
  )
  return rows.map(({ role }) => role)
}

/** Tables with their partitions, and the views that serve as locks. */
const LOCK_VIEWS = lockViews.map(escapeLiteral).join(', ')
const IS_OWN = `${OF_OWNER} and (c.relkind in ('r', 'p') or c.relname in (${LOCK_VIEWS}))`
const IS_SEQUENCE = `${OF_OWNER} and c.relkind = 'S'`

/**
 * A part's rights on each existing table and function of the owner. Sequences belong to identity
 * columns, for which the right to insert into the table is enough.
 */
async function readTarget(client: PoolClient, part: Part): Promise<string[]> {
  return [
    ...(await readTables(client)).flatMap(({ table, history }) =>
      privilegesOf(part, table, history).map((privilege) => `${privilege} on ${table}`),
    ),
    ...functionsOf(part).map((signature) => `EXECUTE on ${signature}`),
    'USAGE on public',
  ]
}

/** All but partitions: their rows are read and written through the whole table. */
async function readTables(client: PoolClient) {
  const [deletes, updates] = [8, 16]
  const { rows } = await client.query<{ table: string; history: History }>(
    `select c.relname as table,
       case when bool_or(t.tgtype & ${updates} <> 0) then 'fixed'
         when count(t.oid) > 0 then 'kept' end as history
     from pg_class c left join (pg_trigger t join pg_proc p
         on p.oid = t.tgfoid and p.proname = 'refuse_change' and t.tgtype & ${deletes} <> 0)
       on t.tgrelid = c.oid
     where ${IS_OWN} and not c.relispartition group by c.relname order by c.relname`,
  )
  return rows
}

/** All rights that a role has, on whole tables or on single columns. */
async function readRights(client: PoolClient, role: string): Promise<Set<string>> {
  const { rows } = await client.query<{ has: string }>(
    `select p || ' on ' || c.relname as has from pg_class c,
       unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER',
         'MAINTAIN']) as p
       where ${IS_OWN} and has_table_privilege($1::text, c.oid, p)
     union all select p || ' (' || a.attname || ') on ' || c.relname
       from pg_class c join pg_attribute a on a.attrelid = c.oid,
       unnest(array['INSERT', 'UPDATE', 'REFERENCES']) as p
       where ${IS_OWN} and a.attnum > 0 and not a.attisdropped
         and case when not has_table_privilege($1::text, c.oid, p)
           then has_column_privilege($1::text, c.oid, a.attnum, p) end
     union all select p || ' on ' || c.relname from pg_class c,
       unnest(array['SELECT', 'USAGE', 'UPDATE']) as p
       where case when ${IS_SEQUENCE} then has_sequence_privilege($1::text, c.oid, p) end
     union all select 'EXECUTE on ' || f from unnest($2::text[]) as f
       where has_function_privilege($1::text, f, 'execute')
     union all select p || ' on public' from unnest(array['USAGE', 'CREATE']) as p
       where has_schema_privilege($1::text, 'public', p)
     union all select '${TEMPORARY}' from pg_database d where d.datname = current_database()
       and has_database_privilege($1::text, d.oid, 'TEMPORARY')`,
    [role, functionsOf('all')],
  )
  return new Set(rows.map(({ has }) => has))
}

/** The functions with the owner's rights that a part may call. */
const functionsOf = (part: Part): string[] =>
  part === 'ledger' || part === 'all'
    ? [
        'analyze_postings()',
        'extend_postings()',
        'record_loss(bigint, uuid, bigint, text, timestamptz, text)',
        'record_outside_payout(integer, text, text, timestamptz)',
      ]
    : []

async function grant(client: PoolClient, name: string, part: Part): Promise<void> {
  const role = escapeIdentifier(name)
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(`revoke create on schema public from ${role}`)
  await client.query(`do $$ begin execute format('revoke temporary on database %I from public, %I',
    current_database(), ${escapeLiteral(name)}); end $$`)
  await client.query(`revoke all on all tables in schema public from ${role}`)
  await client.query(`revoke all on all sequences in schema public from ${role}`)
  const mine = functionsOf(part)
  for (const signature of functionsOf('all')) {
    const [change, direction] = mine.includes(signature) ? ['grant', 'to'] : ['revoke', 'from']
    await client.query(`${change} execute on function ${signature} ${direction} ${role}`)
  }
  for (const { table, history } of await readTables(client)) {
    const privileges = privilegesOf(part, table, history).join(', ')
    await client.query(`grant ${privileges} on ${escapeIdentifier(table)} to ${role}`)
  }
}
