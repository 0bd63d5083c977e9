import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, RowOf } from '../../db/types.ts'
import { AUTO_ACCEPT_MS } from '../../domain/wallet/deposit.ts'
import { MAX_AMOUNT } from '../../domain/money/money.ts'
import type { Book } from '../book/book.ts'
import { BookUnavailable, OutcomeUnknown } from '../book/submission.ts'
import { acceptTransfer } from './accept-transfer.ts'

type Deps = { db: Db; book: Book }
type Accept = Deps & { log: Logger }

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
    from (select least(${solidAt}::timestamptz, (select min(block_at) from incoming_transfers
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

type Old = RowOf<'transfers', 'no'> & {
  block_at: string
}

/**
 * Accepts what has met no request for 24 hours, unless it is held for a person to look at. Rows
 * that the book refuses or can't write, which somebody edited, keep none of the others waiting.
 */
export async function acceptOldTransfers(deps: Accept, afterMs = AUTO_ACCEPT_MS): Promise<number> {
  const before = new Date(Date.now() - afterMs)
  let accepted = 0
  let last: Old | undefined
  for (;;) {
    const page = await readOld(deps.db, before, last)
    const done = await Promise.all(page.map(({ no }) => acceptOne(deps, no)))
    accepted += done.filter(Boolean).length
    last = page.at(-1)
    if (page.length < PAGE) return accepted
  }
}

/** As text, a time keeps its microseconds: the next page begins exactly after it. */
async function readOld(db: Db, before: Date, after: Old | undefined): Promise<readonly Old[]> {
  const { rows } = await sql<Old>`
    select no, block_at::text as block_at from transfers
    where state = 'unattributed' and held is null and block_at <= ${before}
      and (block_at, no) > (${after?.block_at ?? '-infinity'}::timestamptz, ${after?.no ?? 0})
    order by transfers.block_at, no limit ${PAGE}`.execute(db)
  return rows
}

async function acceptOne({ book, log }: Accept, transfer: number): Promise<boolean> {
  try {
    const { accepted } = await acceptTransfer(book, transfer, null, { system: 'auto-accept' })
    return accepted
  } catch (error) {
    if (error instanceof BookUnavailable || error instanceof OutcomeUnknown) throw error
    log.error({ err: error, transfer }, 'an old transfer cannot be accepted')
    return false
  }
}
