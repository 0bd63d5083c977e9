import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { AUTO_ACCEPT_MS } from '../../domain/deposit.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import type { Book } from '../book/book.ts'
import { acceptTransfer } from './accept-transfer.ts'

type Deps = { db: Db; book: Book }

/**
 * Ends the requests whose lock was over at the last solid block whose transfers are booked. A
 * transfer that is recorded but still waits, for a rate or in another process, may meet a request
 * of its time: nothing ends that was open at the block of the oldest one. What the rules will
 * never book, because of its amount, holds nothing up.
 */
export async function expireDeposits({ db, book }: Deps, solidAt: Date): Promise<void> {
  const { rows } = await sql<{ until: Date; due: boolean }>`
    select until, exists (select from deposit_requests
      where state = 'open' and expires_at < until) as due
    from (select least(${solidAt}::timestamptz, (select min(block_at) from arrivals
      where attributable and amount <= ${MAX_AMOUNT})) as until) booked`.execute(db)
  const [booked] = rows
  // The command log is for ever: nothing is written into it when nothing ends.
  if (!booked?.due) return
  await book.submit({
    command: { kind: 'expire_deposits', blockAt: booked.until.getTime() },
    by: { system: 'chain' },
  })
}

const PAGE = 200

/** Accepts what has met no request for 24 hours, unless it is held for a person to look at. */
export async function acceptOldTransfers(deps: Deps, afterMs = AUTO_ACCEPT_MS): Promise<number> {
  const before = new Date(Date.now() - afterMs)
  const rows = await deps.db
    .selectFrom('transfers')
    .select('no')
    .where('state', '=', 'unattributed')
    .where('held', 'is', null)
    .where('block_at', '<=', before)
    .orderBy('block_at')
    .orderBy('no')
    .limit(PAGE)
    .execute()
  const done = await Promise.all(
    rows.map(({ no }) => acceptTransfer(deps.book, no, null, { system: 'auto-accept' })),
  )
  return done.filter(({ accepted }) => accepted).length
}
