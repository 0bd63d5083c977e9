import { sql } from 'kysely'
import type { Logger } from 'pino'
import { pagesOf } from '../../db/pages.ts'
import type { Db } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import { findSecretFault } from '../config/weak-settings.ts'
import { seal, unseal } from './sealed.ts'

const BATCH_ROWS = 500

type SealedRow = { key: string; sealed: Buffer }
type Resealed = { resealed: number; unreadable: number }

const holders = [
  { table: 'identities', key: 'member_no', column: 'totp_secret' },
  { table: 'operators', key: 'username', column: 'totp_secret' },
  { table: 'access_changes', key: 'no', column: 'sealed_half' },
  { table: 'webhook_endpoints', key: 'no', column: 'secret' },
  { table: 'webhook_endpoints', key: 'no', column: 'previous_secret' },
  { table: 'webhook_endpoints', key: 'no', column: 'older_secret' },
] as const

const canUnseal = (secret: string, sealed: Buffer): boolean => {
  try {
    unseal(secret, sealed)
    return true
  } catch {
    return false
  }
}

/**
 * Reseals with the current secret what the previous one sealed: second-factor seeds of members and
 * staff, and pending halves of first passwords. It can be repeated, and can run beside a server
 * that still uses the previous secret: it leaves alone what changed meanwhile. Returns how many it
 * resealed, and how many neither secret opens.
 */
export async function resealSecrets(db: Db, before: string, present: string): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const holder of holders) {
    const readPage = (last?: SealedRow) => readBatch(db, holder, last)
    for await (const rows of pagesOf(BATCH_ROWS, readPage)) {
      for (const row of rows) {
        if (canUnseal(present, row.sealed)) continue
        if (!canUnseal(before, row.sealed)) counts.unreadable++
        else counts.resealed += await reseal(db, holder, row, before, present)
      }
    }
  }
  return counts
}

/** Reseals for a new AUTH_SECRET, at a startup that still has the previous one. */
export async function resealAtStart(
  db: Db,
  { authSecret, authSecretBefore }: Pick<Config, 'authSecret' | 'authSecretBefore'>,
  log: Logger,
): Promise<void> {
  if (authSecretBefore === null) return
  if (findSecretFault(authSecretBefore) !== null) {
    log.warn(
      'AUTH_SECRET_BEFORE can be guessed. Remove it once every process has restarted. If anybody ' +
        'else may have seen the database or a backup, have staff and members set up their second ' +
        'factors again.',
    )
  }
  const counts = await resealSecrets(db, authSecretBefore, authSecret)
  if (counts.unreadable > 0) {
    log.error(
      counts,
      'AUTH_SECRET_BEFORE does not open everything that is sealed. Keep it, and check it.',
    )
    return
  }
  log.warn(
    counts,
    'Everything sealed is now under AUTH_SECRET. Remove AUTH_SECRET_BEFORE once every process ' +
      'has restarted.',
  )
}

type Holder = (typeof holders)[number]

async function readBatch(
  db: Db,
  { table, key, column }: Holder,
  last: SealedRow | undefined,
): Promise<SealedRow[]> {
  const from = last === undefined ? sql`true` : sql`${sql.ref(key)}::text > ${last.key}`
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null and ${from}
    order by ${sql.ref(key)}::text limit ${BATCH_ROWS}`.execute(db)
  return rows
}

async function reseal(db: Db, holder: Holder, row: SealedRow, before: string, present: string) {
  const { table, key } = holder
  const column = sql.ref(holder.column)
  const sealed = seal(present, unseal(before, row.sealed))
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${column} = ${sealed}
    where ${sql.ref(key)}::text = ${row.key} and ${column} = ${row.sealed}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
