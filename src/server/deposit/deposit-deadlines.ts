import { sql } from 'kysely'
import { ago, is, lit } from '../../db/expressions.ts'
import type { Logger } from 'pino'
import { pagesOf } from '../../db/pages.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { AUTO_ACCEPT_MS } from '../../domain/wallet/deposit.ts'
import { MAX_AMOUNT } from '../../domain/money/money.ts'
import type { Book } from '../book/book.ts'
import { BookUnavailable, OutcomeUnknown, submitOrThrow } from '../book/submission.ts'
import { acceptTransfer } from './accept-transfer.ts'

type Deps = { db: Db; book: Book }
type Accept = Deps & { log: Logger }

/**
 * Expires requests whose rate lock ended by the last final block whose transfers are all booked. A
 * recorded transfer may still wait for a rate or for another process, and may match a request of
 * its time. So we expire nothing that was open at the block of the oldest waiting transfer.
 * Transfers whose amount the rules never book don't delay this.
 */
export async function expireDeposits({ db, book }: Deps, finalAt: Date): Promise<void> {
  const booked = await db
    .selectFrom(
      db
        .selectNoFrom((eb) =>
          sql<Date>`least(${finalAt}::timestamptz, ${eb
            .selectFrom('incoming_transfers')
            .select(({ fn }) => fn.min('block_at').as('at'))
            .where('attributable', '=', lit(true))
            .where('amount', '<=', MAX_AMOUNT)})`.as('until'),
        )
        .as('booked'),
    )
    .select((eb) => [
      'booked.until',
      is(
        eb.exists(
          eb
            .selectFrom('deposit_requests')
            .where('state', '=', lit('open'))
            .whereRef('expires_at', '<', 'booked.until'),
        ),
      ).as('due'),
    ])
    .executeTakeFirst()
  // The command log is permanent, so don't write a command that ends nothing.
  if (!booked?.due) return
  await submitOrThrow(book, {
    command: { kind: 'expire_deposits', blockAt: booked.until.getTime() },
    by: { system: 'chain' },
  })
}

const PAGE = 200

type Old = RowOf<'transfers', 'no'> & {
  block_at: string
}

/**
 * Accepts transfers that have matched no request for 24 hours, unless one is held for an operator's
 * review. A row that the ledger refuses or can't write, because someone edited it, doesn't block
 * the others.
 */
export async function acceptOldTransfers(deps: Accept, afterMs = AUTO_ACCEPT_MS): Promise<number> {
  let accepted = 0
  const readPage = (last: Old | undefined) => readOld(deps.db, afterMs, last)
  for await (const page of pagesOf(PAGE, readPage)) {
    const done = await Promise.all(page.map(({ no }) => acceptOne(deps, no)))
    accepted += done.filter(Boolean).length
  }
  return accepted
}

/** As text, a time keeps its microseconds, so the next page begins exactly after it. */
async function readOld(db: Db, afterMs: number, after: Old | undefined): Promise<readonly Old[]> {
  const rows = await db
    .selectFrom('transfers')
    .select((eb) => ['no', eb.cast<string>('block_at', 'text').as('block_at')])
    .where('state', '=', lit('unattributed'))
    .where('held', 'is', null)
    .where('block_at', '<=', ago('secs', afterMs / 1000))
    .where(
      (eb) => eb.refTuple('block_at', 'no'),
      '>',
      sql<[Date, number]>`(${after?.block_at ?? '-infinity'}::timestamptz, ${after?.no ?? 0})`,
    )
    .orderBy('transfers.block_at')
    .orderBy('no')
    .limit(PAGE)
    .execute()
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
