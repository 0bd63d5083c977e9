/** What an accepted command did: facts, in order. The server writes them; nothing else changes. */
import type { Catalogue, Plan } from '../money/catalogue.ts'
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
      readonly fact: 'catalogue'
      readonly version: number
      readonly by: string
      readonly catalogue: Catalogue
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

export type SeatFact = {
  readonly fact: 'seat'
  readonly profile: number
  readonly ordinal: number
  readonly plan: Plan
  /** 0 for the house's roots. */
  readonly parent: number
  readonly side: 0 | 1
  readonly depth: number
  readonly jump: number
}

export type JournalFact = {
  readonly fact: 'journal'
  readonly no: number
  readonly kind: JournalKind
  readonly subject: number
  readonly postings: readonly Posting[]
}

export type DepositRequestState = 'open' | 'credited' | 'expired' | 'replaced'

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

/** `dust` and `too_small` are worth less than a credit's least fee and a cent: they end at once. */
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
  /** The request that it met, or whose amount it missed. */
  readonly request: number | null
  readonly creditedMicros: Micros | null
  readonly feeMicros: Micros | null
  /** Why a person has to accept it; null where it accepts itself in time, or is settled. */
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
  /** What is paid out, as the member asked. */
  readonly payIn: Coin
  /** What the member pays for the network's cost of a payout in USDT; 0 for TRX. */
  readonly networkFeeMicros: Micros
  readonly address: string
  readonly state: WithdrawalState
  /** Counts every change: an approval names the one it saw. */
  readonly revision: number
  /** Counts payouts tried, from 1. */
  readonly attempt: number
  readonly holdUntilAt: number
  readonly reason: string
  /** Why the attempt before this one failed on chain; empty when none did. */
  readonly failure: string
  /** What the payout on its way sends. */
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
  /** Who else wanted it; whoever proposed it when it is within what one decides alone. */
  readonly approvedBy: string | null
  readonly alone: boolean
  /** Who refused it, and why; nobody has when it is null. */
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

/** The first fact of a kind; throws when the command has none, which is a bug of the caller. */
export function factOf<K extends Fact['fact']>(effects: Effects, kind: K): FactOf<K> {
  const found = effects.facts.find((fact): fact is FactOf<K> => fact.fact === kind)
  if (!found) throw new Error(`the command has no ${kind} fact`)
  return found
}
