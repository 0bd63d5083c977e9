/** What an accepted command did, as an ordered list of events. The server writes exactly these. */
import type { Catalog, Plan } from '../money/catalog.ts'
import type { ChainTransfer, HeldReason } from './command.ts'
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

export type LedgerEvent =
  | { readonly event: 'member'; readonly no: number; readonly sponsor: number | null }
  | {
      readonly event: 'member_changed'
      readonly no: number
      readonly suspended: boolean
      readonly autoUpgrade: boolean
    }
  | ProfileEvent
  | SeatEvent
  | JournalEvent
  | DepositRequestEvent
  | TransferEvent
  | WithdrawalEvent
  | {
      readonly event: 'approval'
      readonly withdrawal: number
      readonly revision: number
      readonly operator: string
      readonly micros: Micros
    }
  | {
      /** An approval no longer counts against the operator's daily limit. */
      readonly event: 'approval_returned'
      readonly withdrawal: number
      /** The one that the operator approved. */
      readonly revision: number
      readonly operator: string
      readonly micros: Micros
    }
  | AdjustmentEvent
  | {
      readonly event: 'catalog'
      readonly version: number
      readonly by: string
      readonly catalog: Catalog
    }
  | { readonly event: 'rules'; readonly version: number }
  | { readonly event: 'day_sealed'; readonly day: string; readonly sheet: string }

type ProfileEvent = {
  readonly event: 'profile'
  readonly no: number
  readonly member: number
  readonly plan: Plan
  readonly version: number
  readonly origin: Origin
  readonly originNo: number | null
  /** Whether it was imported, so nobody paid for it here. */
  readonly imported: boolean
}

type SeatEvent = {
  readonly event: 'seat'
  readonly profile: number
  readonly ordinal: number
  readonly plan: Plan
  /** 0 for the house's root seats. */
  readonly parent: number
  readonly side: 0 | 1
  readonly depth: number
  readonly jump: number
}

type JournalEvent = {
  readonly event: 'journal'
  readonly no: number
  readonly kind: JournalKind
  readonly subject: number
  readonly postings: readonly Posting[]
}

type DepositRequestState = 'open' | 'credited' | 'expired' | 'replaced'

export type DepositRequestEvent = {
  readonly event: 'deposit_request'
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

export type TransferEvent = ChainTransfer & {
  readonly event: 'transfer'
  readonly no: number
  readonly state: TransferState
  /** The request it matched, or the one whose amount it missed. */
  readonly request: number | null
  readonly creditedMicros: Micros | null
  readonly feeMicros: Micros | null
  /** Why an operator must accept it; null when acceptance is automatic or settled. */
  readonly held: HeldReason | null
}

export const WITHDRAWAL_STATES = [
  'pending',
  'approved',
  'sent',
  'confirmed',
  'rejected',
  'cancelled',
] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

export type WithdrawalEvent = {
  readonly event: 'withdrawal'
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

export type AdjustmentEvent = {
  readonly event: 'adjustment'
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
export type Effects = { readonly events: readonly LedgerEvent[] }
export type EventOf<K extends LedgerEvent['event']> = Extract<LedgerEvent, { event: K }>

/** All events of one kind, in order. */
export function eventsOf<K extends LedgerEvent['event']>(effects: Effects, kind: K): EventOf<K>[] {
  return effects.events.filter((event): event is EventOf<K> => event.event === kind)
}

/** The first event of a kind. Throws when there is none, which is a bug in the caller. */
export function eventOf<K extends LedgerEvent['event']>(effects: Effects, kind: K): EventOf<K> {
  const found = effects.events.find((event): event is EventOf<K> => event.event === kind)
  if (!found) throw new Error(`the command has no ${kind} event`)
  return found
}
