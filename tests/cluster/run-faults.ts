/** Runs faults one after another, with an audit after each. */
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../domain/random.ts'
import { audit, countRequests } from './audit.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { untilWhole } from './primary.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { openLoad, type Load } from './load.ts'
import type { Options } from './options.ts'
import { thisVersion } from './product-machines.ts'
import { describeTurn, newRow, report, type Row } from './report.ts'
import { testAlertRules } from './tools.ts'

type Say = (text: string) => void
type Stage = { readonly cluster: Cluster; readonly load: Load; readonly options: Options }

/** Whether everything went as it should. */
export async function runFaults(
  root: string,
  folder: string,
  options: Options,
  say: Say,
): Promise<boolean> {
  const cluster = await startCluster(root, folder, options.previous ?? thisVersion, say)
  if (options.only.length === 0) {
    await testAlertRules(cluster)
    say('alert rules: passed')
  }
  const urls = [...cluster.products.values()]
    .filter(({ role }) => role === 'web')
    .map(({ url }) => url)
  const load = await openLoad({ ...cluster, urls }, options.perSecond)
  say(`members signed up and funded; ${options.perSecond} commands/s from 4 clients`)
  const rows = faults.map(newRow)
  for (const row of inOrder(rows, options.only)) {
    row.notRun = row.fault.cannotRun?.(options) ?? null
    if (row.notRun === null) await playAll({ cluster, load, options }, row, say)
  }
  report(rows, load, say)
  return rows.every(({ lost, duplicated, troubles }) => lost + duplicated + troubles.length === 0)
}

/** The chosen faults in the given order, or all. */
function inOrder(rows: readonly Row[], only: readonly string[]): readonly Row[] {
  if (only.length === 0) return rows
  return only.map((name) => {
    const row = rows.find(({ fault }) => fault.name === name)
    if (!row) throw new Error(`no fault is called ${name}`)
    return row
  })
}

async function playAll(stage: Stage, row: Row, say: Say): Promise<void> {
  const { options } = stage
  const { fault } = row
  const usual = options.count ?? fault.counts[options.full ? 1 : 0]
  const count = options.counts.get(fault.name) ?? usual
  for (let turn = 0; turn < count; turn++) {
    const seed = options.seed + turn
    const isChecked = turn % CHECK_EVERY === 0 || turn === count - 1
    const trouble = await playOnce(stage, row, seed, isChecked).catch((error: unknown) =>
      error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
    )
    if (trouble !== null) row.troubles.push(`seed ${seed}: ${trouble}`)
    say(describeTurn(row, { number: turn + 1, of: count, trouble }))
  }
}

const WARM_MS = 1_500
const AFTER_MS = 2_000
/** `check:ledger` replays the whole log, so it doesn't follow each of a hundred kills. */
const CHECK_EVERY = 5

/** One fault under load, until the cluster has recovered, and its audit. Returns the problems. */
async function playOnce(
  { cluster, load, options }: Stage,
  row: Row,
  seed: number,
  isChecked: boolean,
): Promise<string | null> {
  const { fault } = row
  const random = randomFrom(seed)
  const wrongBefore = load.wrong.length
  load.reads.forget()
  load.run()
  await wait(WARM_MS + random.below(1_000))
  try {
    const noted = await fault.play({ cluster, load, random, previous: options.previous })
    if (typeof noted === 'string') row.notes.push(noted)
    await untilWhole(cluster.place)
    await wait(AFTER_MS)
  } finally {
    await load.drain()
  }
  const { pauses, reads } = load
  row.pauses.push(pauses.longestMs())
  row.commands += pauses.count()
  row.reads += reads.done
  row.readMs.push(...reads.ms)
  const { lost, duplicated, faults: found } = await audit(cluster, load, isChecked)
  row.audited++
  row.duplicated += duplicated
  if (fault.losesTail) {
    row.notes.push(`${lost} confirmed commands were lost, as they may be`)
    await load.startOver(await countRequests(cluster))
  } else row.lost += lost
  const wrong = load.wrong.slice(wrongBefore)
  return judge(fault, load, [...found, ...describeWrong(fault, wrong)])
}

/** After losing the tail, clients know withdrawals that no longer exist, so refusals are right. */
function describeWrong({ losesTail }: Fault, all: readonly string[]): string[] {
  const wrong = all.filter((text) => !losesTail || /^5\d\d /.test(text))
  return wrong.length === 0 ? [] : [`${wrong.length} wrong answers, such as ${wrong[0]}`]
}

function judge(fault: Fault, { pauses, reads }: Load, found: readonly string[]): string | null {
  const troubles = [...found]
  if (reads.stale > 0 && !fault.losesTail) troubles.push(`${reads.stale} own reads were old`)
  if (reads.failed.length > 0) troubles.push(`${reads.failed.length} reads: ${reads.failed[0]}`)
  if (pauses.longestMs() > fault.pauseMs) {
    troubles.push(`paused ${Math.round(pauses.longestMs())} ms, at most ${fault.pauseMs}`)
  }
  return troubles.length === 0 ? null : troubles.join('; ')
}
