import { anyOf } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { FIRST_MEMBER_ACCOUNT } from '../../domain/ledger/account.ts'
import { ORIGINS } from '../../domain/ledger/event.ts'
import { PLAN_NAMES, planAt } from '../../domain/money/catalog.ts'
import { formatCrypto, formatUsd } from '../../domain/money/money.ts'
import { coinOf, KIND_CODES, PURPOSE_CODES } from '../book/rows/ledger-rows.ts'
import type { NewProfile, SlicedJournal as Journal } from '../command-log/slice.ts'
import { DONE, JOINED, LEFT_WAITING, type Happening } from './webhook-event.ts'

// Reads a part of the log's journals: activations, rewards, deposits, and adjustments.

type Posting = RowOf<'postings', 'account_no' | 'amount' | 'line' | 'purpose'>
export type Profile = Omit<NewProfile, 'origin_no'>

/** The kinds of journals that some event is about. */
export const TOLD = [
  KIND_CODES.activation,
  KIND_CODES.deposit,
  KIND_CODES.accepted,
  KIND_CODES.adjustment,
  KIND_CODES.withdrawal_requested,
]

const ofKinds = (journals: readonly Journal[], ...kinds: number[]): Journal[] =>
  journals.filter(({ kind }) => kinds.includes(kind))

/** What each journal added to members' wallets or took from them. */
async function readPostings(tx: Tx, journals: readonly Journal[]) {
  const numbers = journals.map(({ no }) => no)
  const rows = await tx
    .selectFrom('postings')
    .select(['journal_no', 'account_no', 'amount', 'line', 'purpose'])
    .where('journal_no', '=', anyOf(numbers, 'bigint'))
    .where('account_no', '>=', BigInt(FIRST_MEMBER_ACCOUNT))
    .orderBy('journal_no')
    .orderBy('line')
    .execute()
  return Map.groupBy(rows, (row) => row.journal_no)
}

const memberOf = ({ account_no: account }: Posting): number =>
  Math.floor((Number(account) - FIRST_MEMBER_ACCOUNT) / 2)

const profileFields = ({ no, public_id, plan }: Profile) => ({
  id: String(no),
  profile_id: public_id,
  plan: PLAN_NAMES[planAt(plan)],
})

const REWARDS = new Map([
  [PURPOSE_CODES.level1, 'level_1'],
  [PURPOSE_CODES.level2, 'level_2'],
  [PURPOSE_CODES.sponsor_bonus, 'sponsor_bonus'],
] as const)

/** Activations with their rewards, and adjustments. */
export async function postingEvents(tx: Tx, journals: readonly Journal[]): Promise<Happening[]> {
  const posted = ofKinds(journals, KIND_CODES.activation, KIND_CODES.adjustment)
  if (posted.length === 0) return []
  const postings = await readPostings(tx, posted)
  const activated = ofKinds(posted, KIND_CODES.activation).map(({ subject }) => Number(subject))
  const profiles = await readProfiles(tx, activated)
  return posted.flatMap((journal) => {
    const { no, seq, at, kind, subject } = journal
    return (postings.get(no) ?? []).flatMap((posting): Happening[] => {
      const order = [DONE, Number(seq), Number(no), posting.line] as const
      const about = { member: memberOf(posting), at, order }
      const amount = formatUsd(posting.amount)
      if (kind === KIND_CODES.adjustment) {
        return [{ type: 'wallet.adjusted', ...about, data: { id: String(subject), amount } }]
      }
      const profile = profiles.get(Number(subject))
      if (!profile) throw new Error(`journal ${no} names a profile that isn't there`)
      const reward = REWARDS.get(posting.purpose)
      if (reward) {
        const from = profileFields(profile)
        return [{ type: 'reward.paid', ...about, data: { amount, kind: reward, from } }]
      }
      const data = { ...profileFields(profile), fee_amount: formatUsd(-posting.amount) }
      return [{ type: 'profile.activated', ...about, data }]
    })
  })
}

async function readProfiles(tx: Tx, numbers: readonly number[]): Promise<Map<number, Profile>> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['no', 'member_no', 'plan', 'origin', 'public_id', 'created_at'])
    .where('no', '=', anyOf(numbers, 'int'))
    .execute()
  return new Map(rows.map((row) => [row.no, row]))
}

/** Deposits that were credited. */
export async function depositEvents(tx: Tx, journals: readonly Journal[]): Promise<Happening[]> {
  const credits = ofKinds(journals, KIND_CODES.deposit, KIND_CODES.accepted)
  if (credits.length === 0) return []
  const rows = await tx
    .selectFrom('transfers')
    .select(['no', 'member_no', 'asset', 'amount', 'credited_micros', 'fee_micros', 'txid'])
    .where(
      'no',
      '=',
      anyOf(
        credits.map(({ subject }) => Number(subject)),
        'int',
      ),
    )
    .execute()
  const transfers = new Map(rows.map((row) => [row.no, row]))
  return credits.flatMap(({ no, seq, at, subject }): Happening[] => {
    const transfer = transfers.get(Number(subject))
    if (!transfer) return []
    const coin = coinOf(transfer.asset)
    const data = {
      id: String(subject),
      amount: formatUsd(transfer.credited_micros ?? 0n),
      fee_amount: formatUsd(transfer.fee_micros ?? 0n),
      coin,
      crypto_amount: formatCrypto(coin, transfer.amount),
      transaction_hash: transfer.txid,
    }
    const order = [DONE, Number(seq), Number(no), 0] as const
    return [{ type: 'deposit.credited', member: transfer.member_no, at, order, data }]
  })
}

/** New profiles, each before its own activation. */
export function profileEvents(
  profiles: readonly Profile[],
  journals: readonly Journal[],
): Happening[] {
  const activations = new Map(
    ofKinds(journals, KIND_CODES.activation).map((each) => [Number(each.subject), each]),
  )
  return profiles.map((profile) => {
    const origin = ORIGINS[profile.origin] ?? 'join'
    const own = activations.get(profile.no)
    const data = { ...profileFields(profile), origin }
    const { member_no: member, created_at: at } = profile
    const order = orderOf(profile, origin, own)
    return { type: 'profile.created', member, at, order, data }
  })
}

function orderOf(
  { no, member_no: member, plan }: Profile,
  origin: string,
  own: Journal | undefined,
) {
  if (origin === 'join') return [JOINED, member, 0, 1 + plan] as const
  if (own) return [DONE, Number(own.seq), Number(own.no), -1] as const
  return [LEFT_WAITING, no, 0, 0] as const
}
