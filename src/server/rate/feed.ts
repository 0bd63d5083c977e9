import { parseRate } from '../../domain/rate.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../jobs/repeat.ts'
import { agree, type Agreed } from './agree.ts'
import { askSources, requireVenues } from './ask-source.ts'
import { openJumpGuard } from './jump-guard.ts'
import { keepRate, keepSourceStates } from './keep-rate.ts'
import { latestRate } from './queries.ts'

const POLL_MS = 30_000

type Feed = Pick<Context, 'config' | 'db' | 'log' | 'stopping'>

/**
 * Keeps the price of TRX up to date: from the configured sources, or fixed in development. The
 * first poll is over when this returns, so that a fresh start has a rate when it opens.
 * Throws when a configured source is unknown, or they are not two venues at least.
 */
export async function startRateFeed(context: Feed, pollMs = POLL_MS): Promise<Worker> {
  const { config, log, stopping } = context
  if (config.rateSources) requireVenues(config.rateSources)
  const poll = config.rateSources ? await openPoll(context, config.rateSources) : openFixed(context)
  await poll().catch((error: unknown) => log.warn({ err: error }, 'no rate at the start'))
  return repeat({ name: 'rate feed', everyMs: pollMs, log, stopping }, poll)
}

function openFixed({ config, db }: Feed): () => Promise<void> {
  const rate = parseRate(config.devTrxRate)
  if (rate === null) throw new Error('DEV_TRX_RATE is no positive decimal')
  const fixed: Agreed = { rateE8: rate, sources: ['fixed'] }
  return () => keepRate(db, fixed, new Date())
}

async function openPoll({ db, log }: Feed, names: readonly string[]): Promise<() => Promise<void>> {
  const last = await latestRate(db)
  const guard = openJumpGuard(last?.rateE8 ?? null)
  return async () => {
    const now = new Date()
    const asked = await askSources(names, now.getTime())
    await keepSourceStates(db, asked, now)
    const quotes = asked.flatMap((answer) => ('quote' in answer ? [answer.quote] : []))
    const agreed = agree(quotes, now.getTime())
    if (agreed === null) {
      log.warn({ sources: asked }, 'the sources agree on no rate')
    } else if (guard.accepts(agreed.rateE8)) {
      await keepRate(db, agreed, now)
    } else {
      log.warn({ rate: agreed.rateE8 }, 'the rate jumped and is held back')
    }
  }
}
