import type { z } from 'zod'
import { REOPEN_DAYS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { Closing } from '../../contract/operations/own-data.ts'
import { now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import { WITHDRAWAL_MIN } from '../../domain/money/fee.ts'
import { formatUsd } from '../../domain/money/money.ts'

/** What is in the wallet, and what is held for withdrawals. */
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

type Money = Awaited<ReturnType<typeof readMoney>>

/** Less than the smallest withdrawal can't be taken out, so it doesn't keep an account open. */
const isSettled = ({ balance, hold }: Money): boolean => hold === 0n && balance < WITHDRAWAL_MIN

export async function readClosing(db: Db, member: number): Promise<z.infer<typeof Closing>> {
  const money = await readMoney(db, member)
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
    possible: isSettled(money),
    asked_until: asked?.expires_at.toISOString() ?? null,
    reopen_days: REOPEN_DAYS,
  }
}

/** Refuses while there is money to take out. A deposit on its way waits until support reopens. */
export async function requireSettled(db: Db | Tx, member: number): Promise<void> {
  if (!isSettled(await readMoney(db, member))) throw reject('closing_open_money')
}
