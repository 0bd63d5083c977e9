import { sql } from 'kysely'
import { text, type Text } from '../../contract/texts/texts.ts'
import { ago, countAll, is, lit, subquery } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { readNewestDrills, type NewestDrills } from '../backup/records.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { readHoldMs } from '../pins/payout-hold.ts'
import { isSecretPinned } from '../pins/secret-pin.ts'
import { checkSettings } from './check-settings.ts'
import type { ItemName } from './items.ts'
import type { Recorded } from './records.ts'

// What the product can check itself.

/** The evidence is a sentence of ours, or what a setting says. */
export type Seen = { done: boolean; evidence: Text | string | null }

/** The items that are checked, of which a drill isn't always one. */
export async function readChecks(
  context: Context,
  records: ReadonlyMap<string, Recorded>,
): Promise<Partial<Record<ItemName, Seen>>> {
  const { db, config } = context
  const drilled = checkDrill(await readNewestDrills(db), records.get('backup_restored'))
  return {
    ...(await readState(db, config)),
    ...(drilled && { backup_restored: drilled }),
    same_secret: await checkSameSecret(context),
  }
}

const newestText = (kind: 'terms' | 'privacy') =>
  subquery
    .selectFrom('legal_texts')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', lit(kind))
    .$asScalar()

/** Whether the server's database role could disable the tables' triggers. */
const ownsTables = sql<boolean>`(select bool_or(pg_has_role(relowner, 'member')) from pg_class
  where oid in ('postings'::regclass, 'audit_entries'::regclass))`

/** Whether the operator of the row has a passkey, which is a second factor. */
const hasPasskey = subquery.exists(
  subquery
    .selectFrom('passkeys')
    .select('passkeys.no')
    .where('passkeys.operator', '=', sql.ref<string>('operators.username')),
)

/** The most operators without a second factor that we list by name. */
const MAX_NAMED = 20

const version = (found: number | null): Seen => ({
  done: found !== null,
  evidence: found === null ? null : text('evidence_version', { version: found }),
})

/**
 * A successful drill proves that a backup can be restored. Without one, admins' records count, and
 * so does a later record that it can't.
 */
function checkDrill(
  { succeeded, failed }: NewestDrills,
  record: Recorded | undefined,
): Seen | null {
  if (succeeded === null) return null
  if (record?.done === false && record.at !== null && record.at > succeeded.at) return null
  const { at, backup_at: backupAt, seq, live_seq: liveSeq, lacks_since: since } = succeeded
  const found = { at: showMinute(at), seq: String(seq), live: String(liveSeq) }
  if (failed !== null) {
    const trouble = { ...found, failed: showMinute(failed.at) }
    return { done: true, evidence: text('evidence_drill_failed', trouble) }
  }
  if (backupAt === null) return { done: true, evidence: text('evidence_drill', found) }
  const restored = { ...found, backup: showMinute(backupAt) }
  const evidence =
    since === null
      ? text('evidence_drill_of', restored)
      : text('evidence_drill_behind', { ...restored, since: showMinute(since) })
  return { done: true, evidence }
}

const showMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const describeAdmins = (count: number, without: string[]): Text =>
  without.length === 0
    ? text('evidence_count', { count })
    : text('evidence_admins', { count, names: without.join(', ') })

/** Whether the public figures are recent. */
async function checkDisclosure(db: Db): Promise<Seen> {
  const newest = await db
    .selectFrom('day_sheets')
    .select((eb) => ['day', is(eb('sealed_at', '>', ago('hours', 36))).as('fresh')])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    done: newest?.fresh === true,
    evidence: newest ? text('evidence_sheet', { day: newest.day }) : text('evidence_no_sheet'),
  }
}

/** A process that started before a rotation may keep its secret until it restarts. */
async function checkSameSecret({ db, config, hasOtherSecret = false }: Context): Promise<Seen> {
  return { done: !hasOtherSecret || (await isSecretPinned(db, config)), evidence: null }
}

/** With the owner's URL, a stolen process still controls the database, but that closes nothing. */
function describeOwner(owns: boolean, { databaseOwnerUrl }: Config): Text {
  if (owns) return text('evidence_owns_tables')
  if (databaseOwnerUrl === null) return text('evidence_no_tables')
  return text('evidence_owner_url')
}

/** The items that follow from the database and the settings. */
async function readState(db: Db, config: Config): Promise<Partial<Record<ItemName, Seen>>> {
  const rows = await db
    .selectNoFrom((eb) => [
      newestText('terms').as('terms'),
      newestText('privacy').as('privacy'),
      eb
        .selectFrom('operators')
        .select(countAll.as('count'))
        .where('role', '=', lit('admin'))
        .where('disabled_at', 'is', null)
        .where((inner) => inner.or([inner('totp_confirmed_at', 'is not', null), hasPasskey]))
        .$asScalar()
        .as('admins'),
      sql<string[]>`array(${eb
        .selectFrom('operators')
        .select('username')
        .where('disabled_at', 'is', null)
        .where('totp_confirmed_at', 'is', null)
        .where((inner) => inner.not(hasPasskey))
        .orderBy('username')
        .limit(MAX_NAMED)})`.as('without'),
      ownsTables.as('owns'),
    ])
    .execute()
  const { terms = null, privacy = null, admins = 0, without = [], owns = true } = rows[0] ?? {}
  const { supportEmail } = config
  return {
    disclosure: await checkDisclosure(db),
    terms: version(terms),
    privacy: version(privacy),
    support_contact: {
      done: !/(\.|@)(example|invalid|test|localhost)(\.(com|net|org))?$/i.test(supportEmail),
      evidence: supportEmail,
    },
    two_admins: { done: admins >= 2, evidence: describeAdmins(admins ?? 0, without) },
    ...checkSettings({ ...config, withdrawalHoldMs: await readHoldMs(db, config) }),
    schema_owner: { done: !owns, evidence: describeOwner(owns, config) },
  }
}
