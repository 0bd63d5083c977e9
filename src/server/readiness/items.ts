import { sql } from 'kysely'
import type { z } from 'zod'
import type { GoLive, goLiveItems } from '../../contract/readiness.ts'
import type { Db } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { checkSettings } from './check-settings.ts'
import { hasRealMoney } from './real-money.ts'
import { readRecords, showRecord } from './records.ts'

// What has to be in order before we accept members' real money, and why.

export type ItemName = (typeof goLiveItems)[number]
type ReadinessAnswer = z.infer<typeof GoLive>
type Item = { kind: 'recorded' | 'checked'; title: string; why: string }

export const items: Record<ItemName, Item> = {
  operating_entity: {
    kind: 'recorded',
    title: 'Operating entity',
    why: 'Members must know who owes them their balance: name, register, address.',
  },
  terms: {
    kind: 'checked',
    title: 'Terms published',
    why: 'Nobody can agree to what they cannot read: members accept a version when they join.',
  },
  privacy: {
    kind: 'checked',
    title: 'Privacy notice published',
    why: 'People who give an address must know first what it is used for.',
  },
  regions: {
    kind: 'recorded',
    title: 'Regions not served',
    why: 'Paying for places in a network is forbidden in some countries: say which, and how.',
  },
  benefits: {
    kind: 'recorded',
    title: 'What each plan gives besides rewards',
    why: 'Where a place gives nothing but pay for finding others, the law calls it a pyramid.',
  },
  disclosure: {
    kind: 'recorded',
    title: 'Earnings disclosure published',
    why:
      'Who reads of rewards must see what members really earned. The product has no page of that ' +
      'kind: publish one outside it, and record where.',
  },
  support_contact: {
    kind: 'checked',
    title: 'Support contact',
    why: 'Members with money here need somebody to write to: set SUPPORT_EMAIL.',
  },
  deposit_key_test: {
    kind: 'recorded',
    title: 'Deposit key tested',
    why: 'Derive an address, pay in a little, sign offline, pay it back: else money may be lost.',
  },
  backup_restored: {
    kind: 'recorded',
    title: 'Backup restored once',
    why: 'A backup that nobody has restored is a hope. Restore one, and run the ledger check.',
  },
  two_admins: {
    kind: 'checked',
    title: 'Two admins with a second factor',
    why: 'What needs four eyes cannot be done by one, and one who is away stops the house.',
  },
  https: {
    kind: 'checked',
    title: 'HTTPS',
    why: 'Without it passwords and sessions can be read on the way: set PUBLIC_URL to https://…',
  },
  two_nodes: {
    kind: 'checked',
    title: 'Two TRON nodes',
    why: 'One node alone can invent a payment: name two of different providers in TRON_API_URL.',
  },
  withdrawal_hold: {
    kind: 'checked',
    title: 'Withdrawals held after a change of address or password',
    why: 'A thief withdraws at once, and a day gives the owner time: WITHDRAWAL_HOLD_HOURS=24.',
  },
  approval_limits: {
    kind: 'checked',
    title: 'Limits above which it takes two operators',
    why: 'A stolen access moves what one operator may move alone: keep that to what you can lose.',
  },
  schema_owner: {
    kind: 'checked',
    title: 'Server works as a role that owns no table',
    why: 'The owner of the tables can rewrite ledger and audit log: set DATABASE_OWNER_URL.',
  },
}

type Seen = { done: boolean; evidence: string | null }

/**
 * The whole list with each item's state, and whether deposits are open. An item that the product
 * can't check itself counts once two current admins have recorded the same evidence.
 */
export async function readGoLive(context: Context): Promise<ReadinessAnswer> {
  const { db, config } = context
  const records = await readRecords(db)
  const seen = await readChecks(db, config)
  const list = (Object.keys(items) as ItemName[]).map((name) => {
    const own = items[name].kind === 'checked' ? seen[name] : undefined
    return { name, ...items[name], ...(own ? showSeen(own) : showRecord(records.get(name))) }
  })
  const complete = list.every(({ done }) => done)
  const real = await hasRealMoney(context)
  return { real_money: real, complete, deposits_open: complete || !real, items: list }
}

const showSeen = ({ done, evidence }: Seen) => ({
  done,
  evidence,
  recorded_by: null,
  recorded_at: null,
  confirmed_by: null,
  needs_confirmation: false,
  not_counted: [],
})

type Counts = {
  terms: number | null
  privacy: number | null
  admins: number
  without: string[]
  /** Whether the server's database role could disable the tables' triggers. */
  owns: boolean
}

/** The most operators without a second factor that we list by name. */
const MOST_NAMED = 20

const version = (found: number | null): Seen => ({
  done: found !== null,
  evidence: found === null ? null : `Version ${found} is in force.`,
})

const nameWithout = (names: string[]): string =>
  names.length === 0 ? '' : ` Operators who have set up none: ${names.join(', ')}.`

/** What the product can check itself. */
async function readChecks(db: Db, config: Config): Promise<Partial<Record<ItemName, Seen>>> {
  const { rows } = await sql<Counts>`
    select (select max(version) from legal_texts where kind = 'terms') as terms,
      (select max(version) from legal_texts where kind = 'privacy') as privacy,
      (select count(*)::int from operators where role = 'admin' and disabled_at is null
        and totp_confirmed_at is not null) as admins,
      array(select username from operators where disabled_at is null
        and totp_confirmed_at is null order by username limit ${MOST_NAMED}) as without,
      (select bool_or(pg_has_role(relowner, 'member')) from pg_class
        where oid in ('postings'::regclass, 'audit_entries'::regclass)) as owns`.execute(db)
  const { terms = null, privacy = null, admins = 0, without = [], owns = true } = rows[0] ?? {}
  const { supportEmail } = config
  return {
    terms: version(terms),
    privacy: version(privacy),
    support_contact: {
      done: !/(\.|@)(example|invalid|test|localhost)(\.(com|net|org))?$/i.test(supportEmail),
      evidence: supportEmail,
    },
    two_admins: { done: admins >= 2, evidence: `${admins} now.${nameWithout(without)}` },
    ...checkSettings(config),
    schema_owner: {
      done: !owns,
      evidence: owns ? 'The server can change its own tables.' : 'It owns none.',
    },
  }
}
