import type { Pool } from 'pg'
import { contract, findDrift, migrate } from '../../db/migrate.ts'
import type { Part } from '../../db/runtime-grants.ts'
import { findTemporary, grantRoles } from '../../db/runtime-role.ts'
import { BadConfig } from '../config/config.ts'

type Roles = ReadonlyMap<string, Part>

/**
 * Migrates the database, and grants each process role exactly its rights. Without a list, updates
 * the rights of the roles that have some.
 * @returns lines that say what was done
 */
export async function migrateAndGrant(
  pool: Pool,
  phase: 'expand' | 'contract',
  roles: Roles | null,
): Promise<string[]> {
  if (roles !== null) await refuseUnfit(pool, roles)
  // Contracting migrations build on this version's schema.
  const ran = await migrate(pool)
  if (phase === 'contract') ran.push(...(await contract(pool)))
  const migrated = ran.length === 0 ? 'nothing to run' : `ran ${ran.join(', ')}`
  // The newer version granted the rights, and knows tables that we don't.
  if ((await findDrift(pool)).newer.length > 0) {
    return [migrated, 'a newer version has granted the rights']
  }
  return [migrated, ...(await grantAll(pool, roles))]
}

async function grantAll(pool: Pool, roles: Roles | null): Promise<string[]> {
  const granted = await grantRoles(pool, roles ?? new Map())
  if (granted.size === 0) return ['no role has rights: set DATABASE_ROLES']
  const lines = [...granted].map(([role, part]) => {
    const line = `${role} has the rights of ${part}`
    return roles === null || roles.has(role) ? line : `${line}, and isn't in DATABASE_ROLES`
  })
  return [...lines, ...(await warnOfTemporary(pool, [...granted.keys()]))]
}

/** Only the owner of the database can revoke this, and that may be someone else. */
async function warnOfTemporary(pool: Pool, roles: readonly string[]): Promise<string[]> {
  const keeping = await findTemporary(pool, roles)
  if (keeping.length === 0) return []
  const { rows } = await pool.query<{ statement: string }>(
    `select format('revoke temporary on database %I from public, ', current_database())
       || string_agg(quote_ident(role), ', ') as statement from unnest($1::text[]) as role`,
    [keeping],
  )
  return [
    `warning: ${keeping.join(', ')} may create temporary tables, because the database has ` +
      `another owner. As its owner, run: ${rows[0]?.statement}`,
  ]
}

/** Rights are no limit for a role that owns the tables, or can become their owner. */
async function refuseUnfit(pool: Pool, roles: Roles): Promise<void> {
  const { rows } = await pool.query<{ role: string; owns: boolean | null }>(
    `select name as role, (select pg_has_role(r.oid, d.datdba, 'member') from pg_roles r,
       pg_database d where r.rolname = name and d.datname = current_database()) as owns
     from unnest($1::text[]) as name`,
    [[...roles.keys()]],
  )
  for (const { role, owns } of rows) {
    if (owns === null) {
      throw new BadConfig(
        `DATABASE_ROLES names ${role}, which doesn't exist. Create it first, as in ` +
          'docs/operations-reference.md, "Database roles".',
      )
    }
    if (owns) {
      throw new BadConfig(
        `DATABASE_ROLES names ${role}, which owns the database. Processes need another role.`,
      )
    }
  }
}
