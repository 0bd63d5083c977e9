import { resolve } from 'node:path'
import type { Part } from '../../db/runtime-grants.ts'
import { mergeParts } from '../../db/runtime-role.ts'
import { BadConfig } from './config.ts'
import { explainIssues, readWith, withoutEmpty } from './read-config.ts'
import { environment, type SecretName } from './environment.ts'
import { readSecretFiles } from './secret-files.ts'

// `npm run migrate` and `npm run maintain` need the owner's URL, and no secret of a process.

export type OwnerSettings = {
  /** Null: the embedded database in `dataDir`. */
  ownerUrl: string | null
  dataDir: string
  /** The database roles that get rights, each with its part; null: those that already have some. */
  roles: ReadonlyMap<string, Part> | null
}

const settings = environment.pick({
  NODE_ENV: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_OWNER_URL: true,
  DATABASE_ROLES: true,
})
const owner = ['DATABASE_OWNER_URL'] as const satisfies readonly SecretName[]
/** Without the owner's URL, the only role owns the tables. */
const others = ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const satisfies readonly SecretName[]

export const readOwnerSettings = (): Promise<OwnerSettings> => readWith(ownerSettingsOf)

/** The same for given variables. Throws BadConfig. */
export async function ownerSettingsOf(
  variables: Record<string, string | undefined>,
): Promise<OwnerSettings> {
  const set = withoutEmpty(variables)
  const isGiven = 'DATABASE_OWNER_URL' in set || 'DATABASE_OWNER_URL_FILE' in set
  const read = await readSecretFiles(set, isGiven ? owner : others)
  const parsed = settings.safeParse({ ...set, ...read.values })
  if (!parsed.success || read.faults.length > 0) throw explainIssues(parsed.error, read.faults)
  const env = parsed.data
  const ownerUrl = env.DATABASE_OWNER_URL ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null
  if (ownerUrl === null && env.NODE_ENV === 'production') {
    throw new BadConfig('Not set: DATABASE_OWNER_URL. docs/configuration.md describes it.')
  }
  return { ownerUrl, dataDir: resolve(env.DATA_DIR), roles: rolesOf(env.DATABASE_ROLES) }
}

function rolesOf(
  listed: readonly { part: Part; role: string }[] | undefined,
): ReadonlyMap<string, Part> | null {
  if (listed === undefined) return null
  const parts = new Map<string, Part>()
  for (const { part, role } of listed) {
    parts.set(role, mergeParts(parts.get(role) ?? null, part))
  }
  return parts
}
