/** Plays faults one after another, and audits after each. */
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../domain/random.ts'
import { audit } from './audit.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { untilWhole } from './database-machines.ts'
import { faults, type Fault } from './faults.ts'
import { openLoad, type Load } from './load.ts'
import type { Options } from './options.ts'
import { histogram, quantile } from './pauses.ts'

type Row = {
  readonly fault: Fault
  readonly pauses: number[]
  lost: number
  duplicated: number
  commands: number
  readonly troubles: string[]
}

type Say = (text: string) => void

/** Whether everything went as it should. */
export async function runFaults(
  root: string,
  folder: string,
  options: Options,
  say: Say,
): Promise<boolean> {
  const chosen = faults.filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  )
  const cluster = await startCluster(root, folder, say)
  const urls = [...cluster.products.values()]
    .filter(({ role }) => role === 'web')
    .map(({ url }) => url)
  const load = await openLoad({ ...cluster, urls }, options.perSecond)
  say(`members signed up and funded; ${options.perSecond} commands/s from 4 clients`)
  const rows: Row[] = []
  for (const fault of chosen) {
    const row: Row = { fault, pauses: [], lost: 0, duplicated: 0, commands: 0, troubles: [] }
    rows.push(row)
    const count = options.count ?? fault.counts[options.full ? 1 : 0]
    for (let turn = 0; turn < count; turn++) {
      const seed = options.seed + turn
      const trouble = await playOnce(cluster, load, row, seed).catch((error: unknown) =>
        error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
      )
      if (trouble !== null) row.troubles.push(`seed ${seed}: ${trouble}`)
      say(describeTurn(row, turn, count))
    }
  }
  report(rows, load, say)
  return rows.every(({ lost, duplicated, troubles }) => lost + duplicated + troubles.length === 0)
}

const WARM_MS = 2_000
const AFTER_MS = 2_000

/** One fault under load, until everything is as before, and its audit. Gives what went wrong. */
async function playOnce(cluster: Cluster, load: Load, row: Row, seed: number) {
  const random = randomFrom(seed)
  const wrongBefore = load.wrong.length
  load.run()
  await wait(WARM_MS + random.below(1_000))
  try {
    await row.fault.play({ cluster, load, random })
    await untilWhole(cluster.place)
    await wait(AFTER_MS)
  } finally {
    await load.drain()
  }
  const { pauses } = load
  row.pauses.push(pauses.longestMs())
  row.commands += pauses.count()
  const { lost, duplicated, faults: found } = await audit(cluster, load)
  row.lost += lost
  row.duplicated += duplicated
  const wrong = load.wrong.slice(wrongBefore)
  const troubles = [...found]
  if (wrong.length > 0) troubles.push(`${wrong.length} wrong answers, such as ${wrong[0]}`)
  if (pauses.longestMs() > row.fault.pauseMs) {
    troubles.push(`paused ${Math.round(pauses.longestMs())} ms, at most ${row.fault.pauseMs}`)
  }
  return troubles.length === 0 ? null : troubles.join('; ')
}

function describeTurn(row: Row, turn: number, count: number): string {
  const pause = Math.round(row.pauses.at(-1) ?? 0)
  const trouble = row.troubles.at(-1)
  const ended = trouble === undefined ? '' : ` – last trouble: ${trouble}`
  return `${row.fault.name} ${turn + 1}/${count}: longest pause ${pause} ms${ended}`
}

function report(rows: readonly Row[], load: Load, say: Say): void {
  say('\nfault | runs | confirmed | lost | duplicated | pause p50 / p99 / max ms | troubles')
  for (const { fault, pauses, lost, duplicated, commands, troubles } of rows) {
    const times = [0.5, 0.99, 1].map((part) => Math.round(quantile(pauses, part))).join(' / ')
    const numbers = [fault.name, pauses.length, commands, lost, duplicated, times, troubles.length]
    say(numbers.join(' | '))
  }
  say(`\nlongest pause of each run: ${histogram(rows.flatMap(({ pauses }) => pauses))}`)
  const serverErrors = load.wrong.filter((text) => /^5\d\d /.test(text)).length
  say(`5xx other than 503: ${serverErrors}; repeated requests: ${load.retries}`)
  for (const { fault, troubles } of rows) {
    for (const trouble of troubles) say(`✗ ${fault.name}, ${trouble}`)
  }
}
