import { z } from 'zod'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { callHook, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { writerOf } from '../language/writer.ts'
import { forEachPageAlone } from '../workers/for-each-alone.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { emailRejections } from './email-rejections.ts'
import { checkReturns } from './check-returns.ts'
import { isMaybePaid } from './maybe-paid.ts'
import { isClaimed } from './payers.ts'
import { isDisputed } from './safe-to-pay.ts'

// "This wasn't me": what was requested before the owner got the account back may be the thief's. So
// whatever isn't sent yet returns to the wallet, approved or not. The owner can request it again.

const ACTOR = 'dispute'
const EVERY_MS = 5_000
const PAGE = 100

const ReturnInput = z.object({ withdrawal: z.int() })

export const recordReturns: BatchHook<z.output<typeof ReturnInput>> = {
  name: 'return-disputed',
  input: ReturnInput,
  fits: ({ command, by }, { withdrawal }) =>
    command.kind === 'reject_withdrawal' &&
    command.withdrawal === withdrawal &&
    'system' in by &&
    by.system === ACTOR,
  // An operator may have claimed it since we read it, or an earlier payout appeared on chain.
  async check(tx, inputs) {
    return await checkReturns(
      tx,
      inputs.map(({ withdrawal }) => ({ withdrawal, isBarredBy: () => true })),
    )
  },
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await emailRejections(tx, config, events, 'dispute')
  },
}

export function startReturningDisputed(
  context: Pick<Context, 'db' | 'book' | 'log' | 'stopping'>,
): Worker {
  const { log, stopping } = context
  const options = { name: 'disputed withdrawals', everyMs: EVERY_MS, log, stopping }
  return repeat(options, () => returnDisputed(context))
}

/**
 * Returns disputed withdrawals that aren't sent yet. One that is sent meanwhile stays as it is. One
 * that an operator has claimed waits, because the operator may be paying it from another wallet.
 * One that we have or may have paid waits until an operator has looked at that payment.
 */
export async function returnDisputed(context: Pick<Context, 'db' | 'book' | 'log'>): Promise<void> {
  const readPage = (last: Disputed | undefined) => readDisputed(context.db, last?.no)
  await forEachPageAlone(PAGE, readPage, (withdrawal) => returnOne(context, withdrawal))
}

type Disputed = Awaited<ReturnType<typeof readDisputed>>[number]

async function returnOne(
  { book, log }: Pick<Context, 'book' | 'log'>,
  { no, language }: Disputed,
): Promise<void> {
  const result = await book
    .submit({
      command: {
        kind: 'reject_withdrawal',
        withdrawal: no,
        reason: writerOf(language).say('returned_reason'),
      },
      by: { system: ACTOR },
      hook: callHook(recordReturns, { withdrawal: no }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof DoneElsewhere)) throw error
    })
  if (!result || result.accepted || result.refusal.code === 'wrong_state') return
  // It isn't paid either, so the others and the payouts continue.
  log.error({ withdrawal: no, refusal: result.refusal }, 'a disputed withdrawal cannot be returned')
}

const readDisputed = (db: Db, after?: number) =>
  db
    .selectFrom('withdrawals')
    .innerJoin('identities', 'identities.member_no', 'withdrawals.member_no')
    .select(['withdrawals.no', 'identities.language'])
    .where('withdrawals.state', 'in', [lit('pending'), lit('approved')])
    .$if(after !== undefined, (query) => query.where('withdrawals.no', '>', after ?? 0))
    .where(isDisputed)
    .where((eb) => eb.not(eb.or([isClaimed, isMaybePaid])))
    .orderBy('withdrawals.no')
    .limit(PAGE)
    .execute()
