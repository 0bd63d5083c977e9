import { sql } from 'kysely'
import { z } from 'zod'
import { lit, type Condition } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { callHook, type BatchHook } from '../book/batch-hook.ts'
import type { Context } from '../context.ts'
import { writerOf } from '../language/writer.ts'
import { emailRejections } from './email-rejections.ts'
import { withdrawalColumns } from './queries.ts'

// "This wasn't me": what was requested before the owner got the account back may be the thief's. So
// whatever isn't sent yet returns to the wallet, approved or not. The owner can request it again.

/**
 * Whether its member has reported since the request that someone else used the account. A request
 * that was on its way at that time may be stored up to a minute later.
 */
export const isDisputed: Condition = withdrawalColumns.exists(
  withdrawalColumns
    .selectFrom('security_events')
    .select('security_events.no')
    .whereRef('security_events.member_no', '=', 'withdrawals.member_no')
    .where('security_events.kind', '=', lit('disputed'))
    .where(
      'security_events.at',
      '>=',
      sql<Date>`${withdrawalColumns.ref('withdrawals.requested_at')} - interval '60 secs'`,
    ),
)

const SYSTEM = 'dispute'
/** A member has at most ten open withdrawals. The next round takes more. */
const MOST = 100

export const recordReturns: BatchHook<null> = {
  name: 'return-disputed',
  input: z.null(),
  fits: ({ command, by }) =>
    command.kind === 'reject_withdrawal' && 'system' in by && by.system === SYSTEM,
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await emailRejections(tx, config, events, 'dispute')
  },
}

/** Returns disputed withdrawals that aren't sent yet. One that is sent meanwhile stays as it is. */
export async function returnDisputed({ db, book }: Pick<Context, 'db' | 'book'>): Promise<void> {
  for (const { no, language } of await readDisputed(db)) {
    await book.submit({
      command: {
        kind: 'reject_withdrawal',
        withdrawal: no,
        reason: writerOf(language).say('returned_reason'),
      },
      by: { system: SYSTEM },
      hook: callHook(recordReturns, null),
    })
  }
}

const readDisputed = (db: Db) =>
  db
    .selectFrom('withdrawals')
    .innerJoin('identities', 'identities.member_no', 'withdrawals.member_no')
    .select(['withdrawals.no', 'identities.language'])
    .where('withdrawals.state', 'in', [lit('pending'), lit('approved')])
    .where(isDisputed)
    .orderBy('withdrawals.no')
    .limit(MOST)
    .execute()
