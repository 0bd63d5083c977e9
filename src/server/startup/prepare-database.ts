import type { Pool } from 'pg'
import { findDrift, migrate } from '../../db/migrate.ts'
import { openPool } from '../../db/pool.ts'
import { ensureRoleLimits, findUnlimited } from '../../db/role-limits.ts'
import type { Part } from '../../db/runtime-grants.ts'
import {
  createRole,
  EMBEDDED_ROLE,
  findTemporary,
  grantRuntime,
  TEMPORARY,
} from '../../db/runtime-role.ts'
import { checkDatabase, ownsSchema } from './check-database.ts'
import { requireConnection } from './require-connection.ts'

export type DatabaseUrls = {
  databaseUrl: string
  /** The same database without the pooler in between, for migrations; null if there is none. */
  databaseDirectUrl?: string | null
  /** The schema owner's URL; null if another process migrates, or the server's own role owns it. */
  databaseOwnerUrl: string | null
}

/** The embedded database. Its superuser owns the schema, and the server has its own role. */
export function embeddedUrls(ownerUrl: string): DatabaseUrls {
  const url = new URL(ownerUrl)
  url.username = EMBEDDED_ROLE
  return { databaseUrl: url.href, databaseOwnerUrl: ownerUrl }
}

export type Prepared = {
  /** The migrations that this start ran. */
  ran: string[]
  /** Which part's rights the server's role has; null if it owns the schema. */
  rights: Part | null
  /** What the server's role may do beyond that. */
  extra: string[]
  /** Time limits that the server's role still lacks. */
  unlimited: string[]
  /** Those that the role has, but an older session of the pooler lacks. */
  unlimitedInPooler: string[]
}

/**
 * Migrates the database as its owner, and grants the server's role what it needs. Without the
 * owner's URL, checks that both were done.
 */
export async function prepareDatabase(urls: DatabaseUrls, part: Part): Promise<Prepared> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = urls
  const connectionString = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl
  const pool = openPool({ connectionString, name: 'migrations', maxConnections: 2 })
  const found = await requireConnection(pool, variableOf(urls))
    .then(() => prepare(pool, urls, part))
    .finally(() => pool.end())
  return { ran: [], extra: [], ...found, ...(await limitRole(urls)) }
}

function variableOf({ databaseDirectUrl, databaseOwnerUrl }: DatabaseUrls): string {
  if (databaseOwnerUrl !== null) return 'DATABASE_OWNER_URL'
  return directVariable(databaseDirectUrl)
}

const directVariable = (databaseDirectUrl: string | null | undefined): string =>
  databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/**
 * A role may set its own limits, but they apply to new sessions only. So we set them in a session
 * of our own, before the pooler opens one for us.
 */
async function limitRole({ databaseUrl, databaseDirectUrl }: DatabaseUrls) {
  const directUrl = databaseDirectUrl ?? databaseUrl
  const direct = directVariable(databaseDirectUrl)
  const given = await inPool(directUrl, direct, ensureRoleLimits)
  const unlimited = given.length === 0 ? [] : await inPool(directUrl, direct, findUnlimited)
  const inPooler =
    directUrl === databaseUrl ? [] : await inPool(databaseUrl, 'DATABASE_URL', findUnlimited)
  return { unlimited, unlimitedInPooler: inPooler.filter((name) => !unlimited.includes(name)) }
}

async function inPool<T>(
  connectionString: string,
  variable: string,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = openPool({ connectionString, name: 'limits', maxConnections: 1 })
  return await requireConnection(pool, variable)
    .then(() => work(pool))
    .finally(() => pool.end())
}

async function prepare(
  pool: Pool,
  { databaseUrl, databaseOwnerUrl }: DatabaseUrls,
  part: Part,
): Promise<Pick<Prepared, 'rights'> & Partial<Prepared>> {
  if (databaseOwnerUrl === null) {
    return (await ownsSchema(pool))
      ? { ran: await migrate(pool), rights: null }
      : await checkDatabase(pool, part)
  }
  const ran = await migrate(pool)
  // The newer version has already granted the role's rights, and knows tables that we don't.
  if ((await findDrift(pool)).newer.length > 0) return { ran, rights: part }
  const role = decodeURIComponent(new URL(databaseUrl).username)
  if (role === EMBEDDED_ROLE) await createRole(pool, role)
  const rights = await grantRuntime(pool, role, part)
  const extra = (await findTemporary(pool, [role])).map(() => TEMPORARY)
  return { ran, rights, extra }
}
