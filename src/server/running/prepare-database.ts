import { migrate } from '../../db/migrate.ts'
import { openPool } from '../../db/pool.ts'
import { createRole, embeddedRole, grantRuntime } from '../../db/runtime-role.ts'

export type DatabaseUrls = {
  databaseUrl: string
  /** Who owns the schema; null where the server itself does. */
  databaseOwnerUrl: string | null
}

/** The embedded database: its superuser owns the schema, the server works as a role of its own. */
export function embeddedUrls(ownerUrl: string): DatabaseUrls {
  const url = new URL(ownerUrl)
  url.username = embeddedRole
  return { databaseUrl: url.href, databaseOwnerUrl: ownerUrl }
}

/**
 * Brings the database to this version as its owner, and gives the server's role its rights.
 * Answers the names of the migrations that ran.
 */
export async function prepareDatabase(urls: DatabaseUrls): Promise<string[]> {
  const { databaseUrl, databaseOwnerUrl } = urls
  const connectionString = databaseOwnerUrl ?? databaseUrl
  const pool = openPool({ connectionString, name: 'migrations', maxConnections: 1 })
  try {
    const ran = await migrate(pool)
    if (databaseOwnerUrl === null) return ran
    const role = decodeURIComponent(new URL(databaseUrl).username)
    if (role === embeddedRole) await createRole(pool, role)
    await grantRuntime(pool, role, ran.length > 0)
    return ran
  } finally {
    await pool.end()
  }
}
