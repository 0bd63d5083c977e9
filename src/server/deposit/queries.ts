import {
  expressionBuilder,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
} from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { countAll, type Condition, lit } from '../../db/expressions.ts'
import { compileOwnList } from '../../db/own-list.ts'
import type { Db, Database } from '../../db/types.ts'
import { inOrder, type Sort, type Slice } from '../http/paging.ts'
import type { DepositRow } from './show-deposit.ts'
import type { UnattributedRow } from './show-unattributed.ts'

/** The columns of a deposit request, for conditions. */
export const depositColumns = expressionBuilder<Database, 'deposit_requests'>()

/** The columns of a booked transfer, for conditions. */
export const transferColumns = expressionBuilder<Database, 'transfers'>()

/** Deposit requests with what we know of their payment, newest first. */
const selectDeposits = (db: QueryCreator<Database>, condition: Condition) =>
  db
    .selectFrom('deposit_requests')
    .innerJoin('deposit_addresses', 'deposit_addresses.member_no', 'deposit_requests.member_no')
    .leftJoin('identities', 'identities.member_no', 'deposit_requests.member_no')
    .leftJoin('transfers as paid', 'paid.no', 'deposit_requests.transfer_no')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transfers')
          .select('transfers.txid')
          .whereRef('transfers.request_no', '=', 'deposit_requests.no')
          .where('transfers.state', '=', lit('unattributed'))
          .orderBy('transfers.no')
          .limit(1)
          .as('missed'),
      (join) => join.on('deposit_requests.state', 'in', [lit('open'), lit('expired')]),
    )
    .leftJoinLateral(
      (eb) => comingTo(eb).as('coming'),
      (join) => join.on('deposit_requests.state', '=', lit('open')),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('chain_cursors')
          .select('head_number')
          .orderBy('checked_at', 'desc')
          .limit(1)
          .as('cursor'),
      (join) => join.onTrue(),
    )
    .select([
      'deposit_requests.no',
      'deposit_requests.public_id',
      'deposit_requests.member_no',
      'deposit_requests.asset',
      'deposit_requests.amount_micros',
      'deposit_requests.fee_micros',
      'deposit_requests.crypto_units',
      'deposit_requests.rate_e8',
      'deposit_requests.opened_at',
      'deposit_requests.expires_at',
      'deposit_requests.state',
      'deposit_requests.credited_micros',
      'deposit_requests.closed_at',
      'deposit_addresses.address',
      'identities.username',
      'paid.txid as paid_txid',
      'paid.fee_micros as paid_fee_micros',
      'paid.amount as paid_units',
      'paid.state as paid_state',
      'paid.rate_e8 as paid_rate_e8',
      'missed.txid as missed_txid',
      'coming.txid as coming_txid',
      'coming.block_number as coming_block',
      'cursor.head_number',
    ])
    .where(condition)
    .orderBy('deposit_requests.no', 'desc')

/** Deposit requests that match a condition, newest first. */
export const readDeposits = (
  db: Db,
  condition: Condition,
  { limit = 1_000, offset = 0 }: Slice = {},
): Promise<DepositRow[]> => selectDeposits(db, condition).limit(limit).offset(offset).execute()

/** A member's deposit requests, newest first. */
export const ownDeposits = compileOwnList<DepositRow>(
  (db, member) => selectDeposits(db, depositColumns('deposit_requests.member_no', '=', member)),
  (db, member) =>
    db.selectFrom('deposit_requests').select(countAll.as('count')).where('member_no', '=', member),
)

/** The payment closest to credit: final but not booked, in a block, or waiting for one. */
export const comingTo = (
  eb: ExpressionBuilder<Database, 'deposit_requests' | 'deposit_addresses'>,
) =>
  eb
    .selectFrom(
      eb
        .selectFrom('pending_transfers')
        .select(['txid', 'block_number'])
        .whereRef('pending_transfers.member_no', '=', 'deposit_requests.member_no')
        .whereRef('pending_transfers.asset', '=', 'deposit_requests.asset')
        .unionAll(
          eb
            .selectFrom('incoming_transfers')
            .select(['txid', 'block_number'])
            .whereRef('to_address', '=', 'deposit_addresses.address')
            .whereRef('incoming_transfers.asset', '=', 'deposit_requests.asset')
            .where('attributable', '=', lit(true)),
        )
        .as('known'),
    )
    .select(['known.txid', 'known.block_number'])
    .orderBy('known.block_number', (order) => order.asc().nullsLast())
    .orderBy('known.txid')
    .limit(1)

/** Transfers that matched no request. Dust is for operators only. */
const selectUnattributed = (db: QueryCreator<Database>, condition: Condition, sort: Sort) =>
  db
    .selectFrom('transfers')
    .leftJoin('identities', 'identities.member_no', 'transfers.member_no')
    .leftJoin('deposit_requests', 'deposit_requests.no', 'transfers.request_no')
    .select([
      'transfers.no',
      'transfers.asset',
      'transfers.amount',
      'transfers.rate_e8',
      'transfers.txid',
      'transfers.block_at',
      'transfers.state',
      'transfers.request_no',
      'transfers.held',
      'transfers.credited_micros',
      'transfers.fee_micros',
      'transfers.member_no',
      'identities.username',
      'deposit_requests.public_id as request_id',
    ])
    .where(condition)
    .orderBy('transfers.no', inOrder(sort))

/** Transfers that match a condition, newest first by default. */
export const readUnattributed = (
  db: Db,
  condition: Condition,
  { limit = 1_000, offset = 0, sort = 'newest' }: Slice = {},
): Promise<UnattributedRow[]> =>
  selectUnattributed(db, condition, sort).limit(limit).offset(offset).execute()

/** The member's own unmatched transfers: waiting, accepted, or too small to accept. */
const unattributedOf = (member: Expression<number>): Condition =>
  transferColumns.and([
    transferColumns('transfers.member_no', '=', member),
    transferColumns('transfers.state', 'in', [
      lit('unattributed'),
      lit('accepted'),
      lit('too_small'),
    ]),
  ])

/** A member's own unmatched transfers, newest first. */
export const ownUnattributed = compileOwnList<UnattributedRow>(
  (db, member) => selectUnattributed(db, unattributedOf(member), 'newest'),
  (db, member) =>
    db.selectFrom('transfers').select(countAll.as('count')).where(unattributedOf(member)),
)

const requestOf = compileOnce((db, { member, id }: Given<{ member: number; id: string }>) =>
  selectDeposits(
    db,
    depositColumns.and([
      depositColumns('deposit_requests.member_no', '=', member),
      depositColumns('deposit_requests.public_id', '=', id),
    ]),
  ),
)

/** A member's request by public id, ignoring case; undefined if it isn't the member's. */
export const findRequest = (
  db: Db,
  member: number,
  requestId: string,
): Promise<DepositRow | undefined> => requestOf.first(db, { member, id: requestId.toUpperCase() })
