import type { Context } from '../../context.ts'
import { repeat, type Worker } from '../../workers/repeat.ts'
import { liveRate } from '../../rate/queries.ts'
import { checkRound } from './check-addresses.ts'
import { openFrozenWatch } from './frozen-addresses.ts'
import { readSolvency } from '../queries.ts'

const EVERY_MS = 60_000

type Checking = Pick<Context, 'config' | 'db' | 'tron' | 'log' | 'stopping'>

/** Continuously compares our addresses with the ledger, and watches solvency. */
export function startReconciler(context: Checking): Worker {
  const { config, log, stopping } = context
  const frozen = openFrozenWatch(context)
  let wasSolvent = true
  return repeat({ name: 'reconciler', everyMs: EVERY_MS, log, stopping }, async () => {
    // A pass over very many addresses continues without a break, at its own pace.
    const options = { passEveryMs: config.reconcilePassMs }
    while ((await checkRound(context, options)).isMore && !stopping.aborted);
    const { solvent, owedMicros, valueMicros } = await readSolvencyNow(context)
    // Log a change, not the same state every minute.
    if (solvent === false && wasSolvent) {
      log.error({ owedMicros, valueMicros }, 'custody is worth less than we owe')
    }
    if (solvent !== null) wasSolvent = solvent
    await frozen.look()
  })
}

async function readSolvencyNow({ db }: Checking) {
  const rate = await liveRate(db)
  return readSolvency(db, rate?.rateE8 ?? null)
}
