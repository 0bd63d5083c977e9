import { sql } from 'kysely'
import { ago, countAll, is, subquery, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Readiness, checklistItems } from '../../contract/subjects/readiness.ts'
import type { Db } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { readNewestDrills, type NewestDrills } from '../backup/records.ts'
import { english, text, type Text } from '../../contract/texts/texts.ts'
import { isSecretPinned } from '../pins/secret-pin.ts'
import { readHoldMs } from '../pins/payout-hold.ts'
import { checkSettings } from './check-settings.ts'
import { hasRealMoney } from './real-money.ts'
import { readRecords, showRecord, type Recorded } from './records.ts'
import { keysOf } from '../../domain/records.ts'

// The requirements before we accept members' real money, and their reasons.

export type ItemName = (typeof checklistItems)[number]
type ReadinessAnswer = z.infer<typeof Readiness>
type Item = { kind: 'recorded' | 'checked'; title: string; why: string }

export const items: Record<ItemName, Item> = {
  operating_entity: {
    kind: 'recorded',
    title: 'Operating entity',
    why: 'Members need to know who owes them their balance. Give the name, register, and address.',
  },
  terms: {
    kind: 'checked',
    title: 'Terms published',
    why: 'Members accept a version when they join, so they must be able to read it.',
  },
  privacy: {
    kind: 'checked',
    title: 'Privacy notice published',
    why: 'We must tell people how we use their data before they give it to us.',
  },
  regions: {
    kind: 'recorded',
    title: 'Regions not served',
    why: 'Some countries forbid paid network memberships. List them, and how you exclude them.',
  },
  benefits: {
    kind: 'recorded',
    title: 'What each plan gives besides rewards',
    why: 'A plan that pays only for recruiting is a pyramid scheme by law.',
  },
  disclosure: {
    kind: 'checked',
    title: 'Earnings disclosure published',
    why:
      'Anyone who reads about rewards must see what members really earned. The sealed sheet that ' +
      '/transparency shows must be younger than 36 hours.',
  },
  support_contact: {
    kind: 'checked',
    title: 'Support contact',
    why: 'Members with money here need someone to contact. Set SUPPORT_EMAIL.',
  },
  deposit_key_test: {
    kind: 'recorded',
    title: 'Deposit key tested',
    why: 'Test with a small amount: derive an address, deposit, sign offline, and pay it back.',
  },
  backup_restored: {
    kind: 'recorded',
    title: 'Backup restored once',
    why: 'An untested backup may not work. Run npm run drill, or restore one yourself.',
  },
  two_admins: {
    kind: 'checked',
    title: 'Two admins with a second factor',
    why: 'One admin can’t give a four-eyes approval alone.',
  },
  https: {
    kind: 'checked',
    title: 'HTTPS',
    why: 'Without it, others can read passwords and sessions. Set PUBLIC_URL to https://…',
  },
  two_nodes: {
    kind: 'checked',
    title: 'Two TRON nodes',
    why: 'A single node could report false payments. Set two providers in TRON_API_URL.',
  },
  withdrawal_hold: {
    kind: 'checked',
    title: 'Withdrawals held after a change of address or password',
    why: 'A hold gives the owner a day to react to a theft. Set WITHDRAWAL_HOLD_HOURS=24.',
  },
  approval_limits: {
    kind: 'checked',
    title: 'Limits above which two operators must approve',
    why: 'A stolen operator account can move this much alone. Set what you can afford to lose.',
  },
  schema_owner: {
    kind: 'checked',
    title: 'Server uses a database role that owns no tables',
    why: 'The tables’ owner can rewrite the ledger and audit log. Use a role per process.',
  },
  same_secret: {
    kind: 'checked',
    title: 'Same AUTH_SECRET as before',
    why:
      'With another one, nobody can use a second factor, and processes refuse each other’s ' +
      'sessions. The log says how to correct it.',
  },
}

/** The evidence is a sentence of ours, or what a setting says. */
type Seen = { done: boolean; evidence: Text | string | null }

/**
 * The whole list with each item's state, and whether deposits are open. An item that the product
 * can't check itself counts once two current admins have recorded the same evidence.
 */
export async function readReadiness(context: Context): Promise<ReadinessAnswer> {
  const { db, config } = context
  const records = await readRecords(db)
  const drilled = checkDrill(await readNewestDrills(db), records.get('backup_restored'))
  const seen = {
    ...(await readChecks(db, config)),
    ...(drilled && { backup_restored: drilled }),
    same_secret: await checkSameSecret(context),
  }
  const list = keysOf(items).map((name) => {
    const own = seen[name]
    return { name, ...items[name], ...(own ? showSeen(own) : showRecord(records.get(name))) }
  })
  const complete = list.every(({ done }) => done)
  const real = await hasRealMoney(context)
  return { real_money: real, complete, deposits_open: complete || !real, items: list }
}

const showSeen = ({ done, evidence }: Seen) => ({
  done,
  ...showEvidence(evidence),
  recorded_by: null,
  recorded_at: null,
  confirmed_by: null,
  needs_confirmation: false,
  not_counted: [],
})

const showEvidence = (found: Seen['evidence']) =>
  typeof found === 'string' || found === null
    ? { evidence: found, evidence_text: null }
    : { evidence: english(found), evidence_text: found }

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

/** The items that the product can check itself. */
async function readChecks(db: Db, config: Config): Promise<Partial<Record<ItemName, Seen>>> {
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
