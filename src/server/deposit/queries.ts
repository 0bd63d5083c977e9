import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import type { DepositRow } from './show-deposit.ts'
import type { UnattributedRow } from './show-unattributed.ts'

type Where = RawBuilder<unknown>

/** Deposit requests with what we know of their payment, newest first. */
export async function readDeposits(
  db: Db,
  where: Where,
  limit = 1_000,
  offset = 0,
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select r.no, r.public_id, r.member_no, r.asset, r.amount_micros, r.fee_micros, r.crypto_units,
      r.rate_e8, r.opened_at, r.expires_at, r.state, r.credited_micros, r.closed_at, a.address,
      identities.username, paid.txid as paid_txid, paid.fee_micros as paid_fee_micros,
      missed.txid as missed_txid, coming.txid as coming_txid,
      coming.block_number as coming_block, cursor.head_number
    from deposit_requests r
    join deposit_addresses a on a.member_no = r.member_no
    left join identities on identities.member_no = r.member_no
    left join transfers paid on paid.no = r.transfer_no
    left join lateral (
      select m.txid from transfers m
      where m.member_no = r.member_no and m.request_no = r.no and m.state = 'unattributed'
      order by m.no limit 1) missed on r.state in ('open', 'expired')
    left join lateral (${comingTo(sql`r.member_no`, sql`r.asset`, sql`a.address`)}) coming
      on r.state = 'open'
    left join lateral (
      select head_number from chain_cursors order by checked_at desc limit 1) cursor on true
    where ${where}
    order by r.no desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The payment closest to credit: final but not booked, in a block, or waiting for one. */
const comingTo = (member: Where, asset: Where, address: Where) => sql`
  select txid, block_number from (
    select txid, block_number from incoming_transfers
      where to_address = ${address} and asset = ${asset} and attributable
    union all
    select txid, block_number from pending_transfers
    where member_no = ${member} and asset = ${asset}
  ) known order by block_number nulls last, txid limit 1`

export async function countDeposits(db: Db, where: Where): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from deposit_requests r where ${where}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Transfers that matched no request, newest first by default. Dust is for operators only. */
export async function readUnattributed(
  db: Db,
  where: Where,
  limit = 1_000,
  offset = 0,
  sort: Sort = 'newest',
): Promise<UnattributedRow[]> {
  const { rows } = await sql<UnattributedRow>`
    select t.no, t.asset, t.amount, t.rate_e8, t.txid, t.block_at, t.state, t.request_no, t.held,
      t.credited_micros, t.fee_micros, t.member_no, identities.username,
      request.public_id as request_id
    from transfers t
    left join identities on identities.member_no = t.member_no
    left join deposit_requests request on request.no = t.request_no
    where ${where}
    order by ${inOrder(sql`t.no`, sort)} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countUnattributed(db: Db, where: Where): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from transfers t where ${where}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The member's own unmatched transfers: waiting, accepted, or too small to accept. */
export const unattributedOf = (member: number): Where =>
  sql`t.member_no = ${member} and t.state in ('unattributed', 'accepted', 'too_small')`

/** A member's request by public id, ignoring case; undefined if it isn't the member's. */
export async function findRequest(
  db: Db,
  member: number,
  requestId: string,
): Promise<DepositRow | undefined> {
  const mine = sql`r.member_no = ${member} and r.public_id = ${requestId.toUpperCase()}`
  const [row] = await readDeposits(db, mine, 1)
  return row
}
