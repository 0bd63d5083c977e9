import type { Pool, PoolClient } from 'pg'
import { lockViews } from '../../db/grants/job-views.ts'
import { describeChanged, describeNewer, findDrift } from '../../db/migrate.ts'
import type { Part } from '../../db/runtime-grants.ts'
import { findGap, mergeParts, readParts } from '../../db/runtime-role.ts'
import { BadConfig } from '../config/config.ts'
import { retention } from '../workers/retention.ts'

// A process without DATABASE_OWNER_URL can neither migrate nor grant. It checks that
// `npm run migrate` has done both, and otherwise says what to run.

export type Checked = {
  /** The part whose rights the role has. */
  rights: Part
  /** Rights beyond those of the part, such as `UPDATE on payouts`. */
  extra: string[]
}

const RUN =
  'Run `npm run migrate` with DATABASE_OWNER_URL, then start this process again. ' +
  'docs/operations-reference.md says how, "Database roles".'

/**
 * Whether this pool's role can migrate: it owns the tables, or may create them in a new database.
 */
export async function ownsSchema(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select coalesce((select pg_has_role(relowner, 'usage') from pg_class
       where oid = to_regclass('schema_migrations')),
       has_schema_privilege('public', 'create')) as owns`,
  )
  return rows[0]?.owns === true
}

/**
 * Checks that the schema is of this version, and that the pool's role has the rights of a part.
 * Throws BadConfig if either lacks something.
 */
export async function checkDatabase(pool: Pool, part: Part): Promise<Checked> {
  const client = await pool.connect()
  try {
    const role = await readRole(client)
    // Without this, it can't even read which migrations ran.
    await requireReadable(client, role, part)
    const isNewer = await checkSchema(pool)
    const before = (await readParts(client)).get(role) ?? null
    const shared = mergeParts(before, part)
    const rights = before === shared ? shared : part
    // The newer version granted the rights, and knows tables that we don't.
    if (isNewer && before === shared) return { rights, extra: [] }
    const gap = await findGap(client, role, rights)
    const { extra } = gap
    const missing = gap.missing.filter(isOfProduct)
    const isOfAnother = before !== null && before !== shared
    if (missing.length > 0 && isOfAnother) throw wrongRole(role, before, part)
    if (missing.length > 0) throw lacksRights(role, part, missing)
    return { rights, extra }
  } finally {
    client.release()
  }
}

const ours: readonly string[] = [...Object.keys(retention), ...lockViews, 'schema_migrations']

/** Whether we need a right. The owner may have tables that we don't know, such as a copy. */
function isOfProduct(right: string): boolean {
  const [, relation = ''] = right.split(' on ')
  if (right.startsWith('EXECUTE') || relation === 'public') return true
  return ours.includes(relation)
}

async function readRole(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

async function requireReadable(client: PoolClient, role: string, part: Part): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `select relname as name, has_table_privilege(oid, 'select') as may from pg_class
     where oid in (to_regclass('schema_migrations'), to_regclass('schema_floor'),
       to_regclass('runtime_roles'))`,
  )
  if (rows.length === 0) throw new BadConfig(`The database has no tables yet. ${RUN}`)
  const missing = rows.filter(({ may }) => !may).map(({ name }) => `SELECT on ${name}`)
  if (missing.length > 0) throw lacksRights(role, part, missing)
}

/** Returns whether a newer version expanded the schema. */
async function checkSchema(pool: Pool): Promise<boolean> {
  const { pending, newer, changed, tooOld } = await findDrift(pool)
  if (tooOld) throw new BadConfig(describeNewer(newer))
  const [first] = changed
  if (first !== undefined) throw new BadConfig(describeChanged(first))
  if (pending.length > 0) {
    const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
    throw new BadConfig(`The database isn't at this version yet (${count} to run). ${RUN}`)
  }
  return newer.length > 0
}

/** Granting it the missing rights, too, would join what the roles keep apart. */
const wrongRole = (role: string, itsPart: Part, part: Part): BadConfig =>
  new BadConfig(
    `The database role ${role} has the rights of PROCESS=${itsPart}, and lacks some that ` +
      `PROCESS=${part} needs. Check that DATABASE_URL names this process's own role. ` +
      'docs/operations-reference.md lists the roles, "Database roles".',
  )

const MAX_NAMED = 5

function lacksRights(role: string, part: Part, missing: readonly string[]): BadConfig {
  const more = missing.length > MAX_NAMED ? `, and ${missing.length - MAX_NAMED} more` : ''
  return new BadConfig(
    `The database role ${role} lacks rights that PROCESS=${part} needs: ` +
      `${missing.slice(0, MAX_NAMED).join(', ')}${more}. ` +
      `Name it in DATABASE_ROLES, as ${part}=${role}. ${RUN}`,
  )
}

/** A tool never migrates: a running product may still use columns that a migration removes. */
export async function refuseOther(pool: Pool): Promise<void> {
  const { pending, newer, changed, tooOld } = await findDrift(pool)
  const other = tooOld ? newer : changed
  if (other.length > 0) {
    throw new BadConfig(
      `The database belongs to another version, which ran ${other.join(', ')}. ` +
        'Run this command from that version.',
    )
  }
  if (pending.length === 0) return
  throw new BadConfig(
    `The database is not at this version yet (${pending.length} migrations to run). ` +
      'Run `npm run migrate`. Then run this again.',
  )
}
