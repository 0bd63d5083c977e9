/**
 * Every command that moves money or takes a seat: their sequence determines the state. Fields
 * ending in Micros, Units, Sun, or E8 are bigint; `…At` and `…UntilAt` are milliseconds.
 */
import type { Catalog, Plan } from '../money/catalog.ts'
import type { Coin, Micros, RateE8, Units } from '../money/money.ts'

export type Command =
  | { readonly kind: 'found'; readonly catalog: Catalog }
  | { readonly kind: 'register'; readonly sponsor: number }
  | ImportMember
  | { readonly kind: 'activate'; readonly member: number; readonly profile: number }
  | { readonly kind: 'set_auto_upgrade'; readonly member: number; readonly on: boolean }
  | { readonly kind: 'set_suspended'; readonly member: number; readonly on: boolean }
  | OpenDeposit
  | ReceiveTransfer
  | { readonly kind: 'expire_deposits'; readonly blockAt: number }
  | {
      readonly kind: 'accept_transfer'
      readonly transfer: number
      /** The member who accepts it; null when an operator or the clock does. */
      readonly member: number | null
    }
  | RequestWithdrawal
  | ApproveWithdrawal
  | { readonly kind: 'reject_withdrawal'; readonly withdrawal: number; readonly reason: string }
  | { readonly kind: 'cancel_withdrawal'; readonly withdrawal: number; readonly member: number }
  | SendWithdrawal
  | ({ readonly kind: 'confirm_withdrawal' } & EndPayout)
  | ({ readonly kind: 'fail_withdrawal'; readonly reason: string } & EndPayout)
  | ProposeAdjustment
  | { readonly kind: 'approve_adjustment'; readonly adjustment: number; readonly operator: string }
  | {
      readonly kind: 'reject_adjustment'
      readonly adjustment: number
      readonly operator: string
      readonly reason: string
    }
  | WithdrawApprovals
  | { readonly kind: 'publish_catalog'; readonly catalog: Catalog; readonly operator: string }
  /** The next version of the rules holds from the next command on. */
  | { readonly kind: 'raise_rules'; readonly version: number }
  | { readonly kind: 'book_network_fee'; readonly feeSun: Units; readonly txid: string }
  | {
      readonly kind: 'move_treasury'
      readonly coin: Coin
      /** Positive when the house adds coins to custody, negative when it withdraws them. */
      readonly amountUnits: Units
      readonly reason: string
    }
  | SealDay

/** An existing member of a company, with seats that nobody pays for here. */
type ImportMember = {
  readonly kind: 'import_member'
  readonly sponsor: number
  /** The plans on which the member has a seat, each once, in ascending order. */
  readonly plans: readonly Plan[]
  /** The leg of the placement sponsor's seat; null for the first empty position in either. */
  readonly side: 0 | 1 | null
}

/** Puts the hash of a day's public sheet into the log, where it can never change. */
type SealDay = {
  readonly kind: 'seal_day'
  /** The UTC day, such as 2026-11-23. */
  readonly day: string
  /** The SHA-256 of the sheet's bytes, as 64 hex digits. */
  readonly sheet: string
}

type OpenDeposit = {
  readonly kind: 'open_deposit'
  readonly member: number
  readonly coin: Coin
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  /** The amount the member is asked to pay. */
  readonly cryptoUnits: Units
  readonly lockedE8: RateE8
  readonly expiresAt: number
}

/**
 * Why an unmatched transfer isn't accepted automatically after a day: a contract sent the TRX, USDT
 * wasn't worth a dollar, or we had no rate until hours after the block.
 */
export type HeldReason = 'contract' | 'usdt_price' | 'late_rate'

/** A transfer to a member's address in a final block, as the chain has it. */
export type ChainTransfer = {
  readonly member: number
  readonly coin: Coin
  readonly network: string
  readonly txid: string
  readonly logIndex: number
  readonly from: string | null
  readonly to: string
  readonly amountUnits: Units
  /** The rate at the block's time; par for USDT. */
  readonly blockE8: RateE8
  readonly blockNumber: number
  readonly blockAt: number
}

export type ReceiveTransfer = ChainTransfer & {
  readonly kind: 'receive_transfer'
  /** False for transfers that must never match a request, such as TRX sent by a contract. */
  readonly attributable: boolean
  /** Why an operator must review it if it matches no request; absent when nobody needs to. */
  readonly held?: HeldReason
}

type RequestWithdrawal = {
  readonly kind: 'request_withdrawal'
  readonly member: number
  readonly amountMicros: Micros
  readonly address: string
  readonly holdUntilAt: number
  /** The coin to pay out; TRX when absent. */
  readonly payIn?: Coin
  /** The network fee charged on top of our fee; none when absent. */
  readonly networkFeeMicros?: Micros
}

type ApproveWithdrawal = {
  readonly kind: 'approve_withdrawal'
  readonly withdrawal: number
  readonly operator: string
  /** The revision the operator saw; null when the caller gives none. */
  readonly revision: number | null
  readonly payoutLimitMicros: Micros
  readonly dayLimitMicros: Micros
}

type SendWithdrawal = {
  readonly kind: 'send_withdrawal'
  readonly withdrawal: number
  readonly attempt: number
  /** Who paid: we signed the transaction, or an operator paid from their own wallet. */
  readonly paidBy: 'us' | 'operator'
  readonly address: string
  readonly coin: Coin
  readonly sentUnits: Units
  readonly rateE8: RateE8
  readonly txid: string
}

/** How a payout attempt ended. It names the attempt, so no other one ends by mistake. */
type EndPayout = {
  readonly withdrawal: number
  readonly attempt: number
  readonly txid: string
  readonly feeSun: Units
}

/** An operator was disabled or lost the right to approve. */
type WithdrawApprovals = {
  readonly kind: 'withdraw_approvals'
  readonly operator: string
  /** The operator who revoked their access. */
  readonly by: string
  readonly reason: string
}

export type ProposeAdjustment = {
  readonly kind: 'propose_adjustment'
  readonly member: number
  readonly amountMicros: Micros
  readonly operator: string
  readonly reason: string
  /** What one operator may adjust alone for one member within 24 hours; nothing when absent. */
  readonly memberLimitMicros?: Micros
  /** The same limit for all members together. */
  readonly dayLimitMicros?: Micros
}

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>
