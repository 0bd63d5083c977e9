/** Transfers, deposit requests, withdrawals and adjustments as rows. */
import type { EventOf } from '../../../domain/ledger/event.ts'
import { isFinal } from '../../../domain/wallet/withdrawal.ts'
import { depositRequestId } from '../../../domain/ledger/public-id.ts'
import { ASSET_CODES } from './ledger-rows.ts'
import type { ShapeOf } from './write-rows.ts'

const iso = (at: number): string => new Date(at).toISOString()

export const TRANSFERS: ShapeOf<'transfers', EventOf<'transfer'>> = {
  table: 'transfers',
  stamp: 'seen_at',
  key: 'no',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['network', 'text', (f) => f.network],
    ['txid', 'text', (f) => f.txid],
    ['asset', 'int2', (f) => ASSET_CODES[f.coin]],
    ['log_index', 'int4', (f) => f.logIndex],
    ['member_no', 'int4', (f) => f.member],
    ['from_address', 'text', (f) => f.from],
    ['to_address', 'text', (f) => f.to],
    ['amount', 'int8', (f) => f.amountUnits],
    ['rate_e8', 'int8', (f) => f.blockE8],
    ['block_number', 'int8', (f) => f.blockNumber],
    ['block_at', 'timestamptz', (f) => iso(f.blockAt)],
    ['state', 'text', (f) => f.state],
    ['request_no', 'int4', (f) => f.request],
    ['credited_micros', 'int8', (f) => f.creditedMicros],
    ['fee_micros', 'int8', (f) => f.feeMicros],
    ['held', 'text', (f) => f.held],
    ['settled_at', 'timestamptz', (f, at) => (f.creditedMicros === null ? null : iso(at))],
  ],
}

export const DEPOSIT_REQUESTS: ShapeOf<'deposit_requests', EventOf<'deposit_request'>> = {
  table: 'deposit_requests',
  key: 'no',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['public_id', 'text', (f) => depositRequestId(f.no)],
    ['member_no', 'int4', (f) => f.member],
    ['asset', 'int2', (f) => ASSET_CODES[f.coin]],
    ['amount_micros', 'int8', (f) => f.amountMicros],
    ['fee_micros', 'int8', (f) => f.feeMicros],
    ['crypto_units', 'int8', (f) => f.cryptoUnits],
    ['rate_e8', 'int8', (f) => f.lockedE8],
    ['opened_at', 'timestamptz', (f) => iso(f.openedAt)],
    ['expires_at', 'timestamptz', (f) => iso(f.expiresAt)],
    ['state', 'text', (f) => f.state],
    ['transfer_no', 'int4', (f) => f.transfer],
    ['credited_micros', 'int8', (f) => f.creditedMicros],
    ['closed_at', 'timestamptz', (f, at) => (f.state === 'open' ? null : iso(at))],
  ],
}

export const WITHDRAWALS: ShapeOf<'withdrawals', EventOf<'withdrawal'>> = {
  table: 'withdrawals',
  stamp: 'requested_at',
  key: 'no',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['member_no', 'int4', (f) => f.member],
    ['amount_micros', 'int8', (f) => f.amountMicros],
    ['fee_micros', 'int8', (f) => f.feeMicros],
    ['pay_asset', 'int2', (f) => ASSET_CODES[f.payIn]],
    ['network_fee_micros', 'int8', (f) => f.networkFeeMicros],
    ['address', 'text', (f) => f.address],
    ['state', 'text', (f) => f.state],
    ['revision', 'int4', (f) => f.revision],
    ['attempt', 'int4', (f) => f.attempt],
    ['hold_until', 'timestamptz', (f) => iso(f.holdUntilAt)],
    ['reason', 'text', (f) => f.reason],
    ['failure', 'text', (f) => f.failure],
    ['asset', 'int2', (f) => (f.coin === null ? null : ASSET_CODES[f.coin])],
    ['units', 'int8', (f) => f.sentUnits],
    ['rate_e8', 'int8', (f) => f.rateE8],
    ['txid', 'text', (f) => f.txid],
    ['approved_by', 'text', (f) => f.approvedBy.join(',')],
    ['processed_at', 'timestamptz', (f, at) => (isFinal(f.state) ? iso(at) : null)],
  ],
}

export type BookedApproval = { readonly seq: number; readonly approval: EventOf<'approval'> }
export const APPROVALS: ShapeOf<'withdrawal_approvals', BookedApproval> = {
  table: 'withdrawal_approvals',
  stamp: 'at',
  columns: [
    ['withdrawal_no', 'int4', ({ approval }) => approval.withdrawal],
    ['revision', 'int4', ({ approval }) => approval.revision],
    ['operator', 'text', ({ approval }) => approval.operator],
    ['micros', 'int8', ({ approval }) => approval.micros],
    ['seq', 'int8', ({ seq }) => seq],
  ],
}

export type ReturnedApproval = {
  readonly seq: number
  readonly returned: EventOf<'approval_returned'>
}
export const RETURNED_APPROVALS: ShapeOf<'withdrawal_approval_returns', ReturnedApproval> = {
  table: 'withdrawal_approval_returns',
  stamp: 'at',
  columns: [
    ['withdrawal_no', 'int4', ({ returned }) => returned.withdrawal],
    ['revision', 'int4', ({ returned }) => returned.revision],
    ['operator', 'text', ({ returned }) => returned.operator],
    ['micros', 'int8', ({ returned }) => returned.micros],
    ['seq', 'int8', ({ seq }) => seq],
  ],
}

export const ADJUSTMENTS: ShapeOf<'adjustments', EventOf<'adjustment'>> = {
  table: 'adjustments',
  stamp: 'proposed_at',
  key: 'no',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['member_no', 'int4', (f) => f.member],
    ['micros', 'int8', (f) => f.amountMicros],
    ['reason', 'text', (f) => f.reason],
    ['proposed_by', 'text', (f) => f.proposedBy],
    ['approved_by', 'text', (f) => f.approvedBy],
    ['approved_at', 'timestamptz', (f, at) => (f.approvedBy === null ? null : iso(at))],
    ['alone', 'bool', (f) => f.alone],
    ['rejected_by', 'text', (f) => f.rejectedBy],
    ['rejected_at', 'timestamptz', (f, at) => (f.rejectedBy === null ? null : iso(at))],
    ['reject_reason', 'text', (f) => f.rejectReason],
  ],
}
