import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { inLock } from './migrate.ts'

// Whoever owns a table can take its triggers off. The server therefore works as a role that owns
// nothing: it reads, adds, and changes what may change; history it can only add to.

/** The role of the embedded database, whose socket lets its owner in under any name. */
export const embeddedRole = 'twofold_server'

/** Makes a role that may sign in and nothing else. Roles belong to the whole cluster. */
export async function createRole(pool: Pool, role: string): Promise<void> {
  await pool.query(`do $$ begin create role ${escapeIdentifier(role)} login;
    exception when duplicate_object or unique_violation then null; end $$`)
}

/**
 * Gives the role what the server needs, by what the schema itself says: a table whose trigger
 * refuses changes is not to be changed, one whose trigger refuses deletions not to be deleted
 * from. Does nothing where the role has it already.
 */
export async function grantRuntime(pool: Pool, role: string, changed: boolean): Promise<void> {
  const client = await pool.connect()
  try {
    if (!changed && !(await lacksSomething(client, role))) return
    await inLock(client, () => grant(client, escapeIdentifier(role)))
  } finally {
    client.release()
  }
}

const isOwn = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`

async function lacksSomething(client: PoolClient, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c where ${isOwn}
       and not has_table_privilege($1, c.oid, 'select') limit 1`,
    [role],
  )
  return rowCount === 1
}

async function grant(client: PoolClient, role: string): Promise<void> {
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
  )
  await client.query(`grant usage, select on all sequences in schema public to ${role}`)
  // Balances follow from postings, and migrations are the owner's.
  await client.query(`revoke insert, update, delete on accounts, schema_migrations from ${role}`)
  for (const { table, fixed } of await readHistory(client)) {
    const what = fixed ? 'update, delete' : 'delete'
    await client.query(`revoke ${what} on ${escapeIdentifier(table)} from ${role}`)
  }
}

/** Tables that refuse deletions by trigger; `fixed` where they refuse every change. */
async function readHistory(client: PoolClient): Promise<{ table: string; fixed: boolean }[]> {
  const [deletes, updates] = [8, 16]
  const { rows } = await client.query<{ table: string; fixed: boolean }>(
    `select c.relname as table, bool_or(t.tgtype & ${updates} <> 0) as fixed
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where ${isOwn} and p.proname = 'refuse_change' and t.tgtype & ${deletes} <> 0
     group by c.relname`,
  )
  return rows
}
