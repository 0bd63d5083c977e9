/**
 * Every command that moves money or takes a seat. The state is a function of their sequence.
 * Fields ending in Micros, Units, Sun or E8 are bigint; `…At` and `…UntilAt` are milliseconds.
 */
import type { Catalogue } from '../money/catalogue.ts'
import type { Coin, Micros, RateE8, Units } from '../money/money.ts'

export type Command =
  | { readonly kind: 'found'; readonly catalogue: Catalogue }
  | { readonly kind: 'register'; readonly sponsor: number }
  | { readonly kind: 'activate'; readonly member: number; readonly profile: number }
  | { readonly kind: 'set_auto_upgrade'; readonly member: number; readonly on: boolean }
  | { readonly kind: 'set_suspended'; readonly member: number; readonly on: boolean }
  | OpenDeposit
  | ReceiveTransfer
  | { readonly kind: 'expire_deposits'; readonly blockAt: number }
  | {
      readonly kind: 'accept_transfer'
      readonly transfer: number
      /** The member who accepts; null for an operator or the clock. */
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
  | { readonly kind: 'publish_catalogue'; readonly catalogue: Catalogue; readonly operator: string }
  | { readonly kind: 'book_network_fee'; readonly feeSun: Units; readonly txid: string }
  | {
      readonly kind: 'move_treasury'
      readonly coin: Coin
      /** Positive: the house puts coins into custody; negative: it takes them out. */
      readonly amountUnits: Units
      readonly reason: string
    }

export type OpenDeposit = {
  readonly kind: 'open_deposit'
  readonly member: number
  readonly coin: Coin
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  /** What the member is asked to pay. */
  readonly cryptoUnits: Units
  readonly lockedE8: RateE8
  readonly expiresAt: number
}

/**
 * Why an unmatched transfer doesn't accept itself after a day: a contract sent the TRX, USDT was
 * not worth a dollar, or the first rate known came hours after the block.
 */
export type HeldReason = 'contract' | 'usdt_price' | 'late_rate'

/** A transfer to a member's address in a solidified block. */
export type ReceiveTransfer = {
  readonly kind: 'receive_transfer'
  readonly member: number
  readonly coin: Coin
  readonly network: string
  readonly txid: string
  readonly logIndex: number
  readonly from: string | null
  readonly to: string
  readonly amountUnits: Units
  /** The rate of the block's time; par for USDT. */
  readonly blockE8: RateE8
  readonly blockNumber: number
  readonly blockAt: number
  /** False for what meets no request by rule, such as TRX sent by a contract. */
  readonly attributable: boolean
  /** Why a person has to look at it if it meets no request; nobody has to when it is not said. */
  readonly held?: HeldReason
}

export type RequestWithdrawal = {
  readonly kind: 'request_withdrawal'
  readonly member: number
  readonly amountMicros: Micros
  readonly address: string
  readonly holdUntilAt: number
  /** What is paid out; TRX when it is not said. */
  readonly payIn?: Coin
  /** Charged beside the fee for what the network takes; none when it is not said. */
  readonly networkFeeMicros?: Micros
}

export type ApproveWithdrawal = {
  readonly kind: 'approve_withdrawal'
  readonly withdrawal: number
  readonly operator: string
  /** The revision that the operator saw; null when the caller names none. */
  readonly revision: number | null
  readonly payoutLimitMicros: Micros
  readonly dayLimitMicros: Micros
}

export type SendWithdrawal = {
  readonly kind: 'send_withdrawal'
  readonly withdrawal: number
  readonly attempt: number
  /** Who made the payment: we signed it, or an operator paid from a wallet of their own. */
  readonly paidBy: 'us' | 'operator'
  readonly address: string
  readonly coin: Coin
  readonly sentUnits: Units
  readonly rateE8: RateE8
  readonly txid: string
}

/** How the payout in flight ended; which one is named, so that no other is ended instead. */
export type EndPayout = {
  readonly withdrawal: number
  readonly attempt: number
  readonly txid: string
  readonly feeSun: Units
}

/** An operator was disabled or lost the right to approve. */
export type WithdrawApprovals = {
  readonly kind: 'withdraw_approvals'
  readonly operator: string
  /** Who took their access. */
  readonly by: string
  readonly reason: string
}

export type ProposeAdjustment = {
  readonly kind: 'propose_adjustment'
  readonly member: number
  readonly amountMicros: Micros
  readonly operator: string
  readonly reason: string
  /** What one operator adjusts alone within 24 hours for one member; nothing when not said. */
  readonly memberLimitMicros?: Micros
  /** The same for all members together. */
  readonly dayLimitMicros?: Micros
}

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>
