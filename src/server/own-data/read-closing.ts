import type { z } from 'zod'
import { REOPEN_DAYS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { Closing } from '../../contract/operations/own-data.ts'
import { countAll, lit, now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { WITHDRAWAL_MIN } from '../../domain/money/fee.ts'
import { formatUsd } from '../../domain/money/money.ts'

/** The balance of the wallet, and the amount on hold for withdrawals. */
async function readMoney(db: Db | Tx, member: number) {
  const [own, held] = [BigInt(wallet(member)), BigInt(withdrawalHold(member))]
  const rows = await db
    .selectFrom('accounts')
    .select(['no', 'balance'])
    .where('no', 'in', [own, held])
    .execute()
  const balances = new Map(rows.map(({ no, balance }) => [no, balance]))
  return { balance: balances.get(own) ?? 0n, hold: balances.get(held) ?? 0n }
}

/**
 * Transfers to the member that aren't in the wallet: in a block that isn't final, final but not
 * booked, or booked without a request and waiting to be accepted.
 */
async function countComing(db: Db | Tx, member: number): Promise<number> {
  const { coming } = await db
    .selectFrom(
      db
        .selectFrom('pending_transfers')
        .select('txid')
        .where('member_no', '=', member)
        .unionAll(
          db
            .selectFrom('incoming_transfers')
            .innerJoin('deposit_addresses', 'deposit_addresses.address', 'to_address')
            .select('txid')
            .where('deposit_addresses.member_no', '=', member),
        )
        .unionAll(
          db
            .selectFrom('transfers')
            .select('txid')
            .where('member_no', '=', member)
            .where('state', '=', lit('unattributed')),
        )
        .as('on_their_way'),
    )
    .select(countAll.as('coming'))
    .executeTakeFirstOrThrow()
  return coming
}

type Money = Awaited<ReturnType<typeof readMoney>> & { readonly coming: number }

const readAll = async (db: Db | Tx, member: number): Promise<Money> => ({
  ...(await readMoney(db, member)),
  coming: await countComing(db, member),
})

/**
 * An amount below the minimum withdrawal doesn't keep an account open, because no member can
 * withdraw it.
 */
const isSettled = ({ balance, hold, coming }: Money): boolean =>
  hold === 0n && coming === 0 && balance < WITHDRAWAL_MIN

export async function readClosing(db: Db, member: number): Promise<z.infer<typeof Closing>> {
  const money = await readAll(db, member)
  const asked = await db
    .selectFrom('account_closings')
    .select('expires_at')
    .where('member_no', '=', member)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return {
    wallet_balance: formatUsd(money.balance),
    withdrawing: formatUsd(money.hold),
    deposits_coming: money.coming,
    possible: isSettled(money),
    asked_until: asked?.expires_at.toISOString() ?? null,
    reopen_days: REOPEN_DAYS,
  }
}

/**
 * Refuses while the member has money to withdraw, or money is on its way. We still book transfers
 * that arrive later. They wait until support reopens the account.
 */
export async function requireSettled(db: Db | Tx, member: number): Promise<void> {
  if (!isSettled(await readAll(db, member))) throw reject('closing_open_money')
}
