/** What an accepted command did, as an ordered list of facts. The server writes exactly these. */
import type { Catalog, Plan } from '../money/catalog.ts'
import type { HeldReason } from './command.ts'
import type { JournalKind, Purpose } from './journal.ts'
import type { Coin, Micros, RateE8, Units } from '../money/money.ts'

export type Posting = {
  readonly account: number
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly purpose: Purpose
}

export type Origin = 'join' | 'upgrade' | 'reentry'
export const ORIGINS: readonly Origin[] = ['join', 'upgrade', 'reentry']

export type Fact =
  | { readonly fact: 'member'; readonly no: number; readonly sponsor: number | null }
  | {
      readonly fact: 'member_changed'
      readonly no: number
      readonly suspended: boolean
      readonly autoUpgrade: boolean
    }
  | ProfileFact
  | SeatFact
  | JournalFact
  | DepositRequestFact
  | TransferFact
  | WithdrawalFact
  | {
      readonly fact: 'approval'
      readonly withdrawal: number
      readonly revision: number
      readonly operator: string
      readonly micros: Micros
    }
  | AdjustmentFact
  | {
      readonly fact: 'catalog'
      readonly version: number
      readonly by: string
      readonly catalog: Catalog
    }

export type ProfileFact = {
  readonly fact: 'profile'
  readonly no: number
  readonly member: number
  readonly plan: Plan
  readonly version: number
  readonly origin: Origin
  readonly originNo: number | null
}

type SeatFact = {
  readonly fact: 'seat'
  readonly profile: number
  readonly ordinal: number
  readonly plan: Plan
  /** 0 for the house's root seats. */
  readonly parent: number
  readonly side: 0 | 1
  readonly depth: number
  readonly jump: number
}

type JournalFact = {
  readonly fact: 'journal'
  readonly no: number
  readonly kind: JournalKind
  readonly subject: number
  readonly postings: readonly Posting[]
}

type DepositRequestState = 'open' | 'credited' | 'expired' | 'replaced'

export type DepositRequestFact = {
  readonly fact: 'deposit_request'
  readonly no: number
  readonly member: number
  readonly coin: Coin
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  readonly cryptoUnits: Units
  readonly lockedE8: RateE8
  readonly openedAt: number
  readonly expiresAt: number
  readonly state: DepositRequestState
  readonly transfer: number | null
  readonly creditedMicros: Micros | null
}

/**
 * `dust` and `too_small` are worth less than a cent or than the minimum fee plus a cent. They are
 * final on arrival.
 */
export type TransferState = 'credited' | 'unattributed' | 'accepted' | 'too_small' | 'dust'

export type TransferFact = {
  readonly fact: 'transfer'
  readonly no: number
  readonly member: number
  readonly coin: Coin
  readonly network: string
  readonly txid: string
  readonly logIndex: number
  readonly from: string | null
  readonly to: string
  readonly amountUnits: Units
  readonly blockE8: RateE8
  readonly blockNumber: number
  readonly blockAt: number
  readonly state: TransferState
  /** The request it matched, or the one whose amount it missed. */
  readonly request: number | null
  readonly creditedMicros: Micros | null
  readonly feeMicros: Micros | null
  /** Why an operator must accept it; null when acceptance is automatic or settled. */
  readonly held: HeldReason | null
}

export type WithdrawalState =
  'pending' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'cancelled'

export type WithdrawalFact = {
  readonly fact: 'withdrawal'
  readonly no: number
  readonly member: number
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  /** The payout coin the member chose. */
  readonly payIn: Coin
  /** The network fee the member pays for a USDT payout; 0 for TRX. */
  readonly networkFeeMicros: Micros
  readonly address: string
  readonly state: WithdrawalState
  /** Increases with every change: an approval names the revision it saw. */
  readonly revision: number
  /** Number of payout attempts, from 1. */
  readonly attempt: number
  readonly holdUntilAt: number
  readonly reason: string
  /** Why the previous attempt failed on chain; empty when none did. */
  readonly failure: string
  /** The coin and amount of the payout in flight. */
  readonly coin: Coin | null
  readonly sentUnits: Units | null
  readonly rateE8: RateE8 | null
  readonly txid: string | null
  readonly approvedBy: readonly string[]
}

export type AdjustmentFact = {
  readonly fact: 'adjustment'
  readonly no: number
  readonly member: number
  readonly amountMicros: Micros
  readonly reason: string
  readonly proposedBy: string
  /** The second operator; the proposer when the amount is within their own limit. */
  readonly approvedBy: string | null
  readonly alone: boolean
  /** Who rejected it and why; null and empty when nobody did. */
  readonly rejectedBy: string | null
  readonly rejectReason: string
}

/** What an accepted command did. */
export type Effects = { readonly facts: readonly Fact[] }
export type FactOf<K extends Fact['fact']> = Extract<Fact, { fact: K }>

/** All facts of one kind, in order. */
export function factsOf<K extends Fact['fact']>(effects: Effects, kind: K): FactOf<K>[] {
  return effects.facts.filter((fact): fact is FactOf<K> => fact.fact === kind)
}

/** The first fact of a kind. Throws when there is none, which is a bug in the caller. */
export function factOf<K extends Fact['fact']>(effects: Effects, kind: K): FactOf<K> {
  const found = effects.facts.find((fact): fact is FactOf<K> => fact.fact === kind)
  if (!found) throw new Error(`the command has no ${kind} fact`)
  return found
}
