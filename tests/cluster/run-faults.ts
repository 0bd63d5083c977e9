/** Runs faults one after another, with an audit after each. */
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom, type Random } from '../domain/random.ts'
import { audit, countRequests } from './audit.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { openJourney, type Journey } from './journey.ts'
import { untilWhole } from './primary.ts'
import type { Fault } from './faults/fault.ts'
import { faults } from './faults/all.ts'
import { replaceAll } from './faults/product-faults.ts'
import { openLoad, type Load } from './load.ts'
import { quantile } from './pauses.ts'
import type { Options } from './options.ts'
import { thisVersion } from './product-machines.ts'
import { describeTurn, newRow, report, type Row } from './report.ts'
import { testAlertRules } from './tools.ts'

type Say = (text: string) => void
type Stage = {
  readonly cluster: Cluster
  readonly load: Load
  readonly journey: Journey
  readonly options: Options
}

/** Whether everything went as it should. */
export async function runFaults(
  root: string,
  folder: string,
  options: Options,
  say: Say,
): Promise<boolean> {
  const rows = faults.map(newRow)
  const chosen = inOrder(rows, options.only)
  const cluster = await startCluster(root, folder, options.previous ?? thisVersion, say)
  if (options.only.length === 0) {
    await testAlertRules(cluster)
    say('alert rules: passed')
  }
  const urls = [...cluster.products.values()]
    .filter(({ role }) => role === 'web')
    .map(({ url }) => url)
  const target = { ...cluster, urls }
  const load = await openLoad(target, options.perSecond)
  const journey = await openJourney(target)
  say(`members signed up and funded; ${options.perSecond} commands/s from 4 clients`)
  for (const row of chosen) {
    row.notRun = row.fault.cannotRun?.(options) ?? null
    if (row.notRun !== null) continue
    if (!row.fault.isForAnyVersion && cluster.versions.running !== thisVersion) {
      await replaceAll(cluster, thisVersion)
    }
    await playAll({ cluster, load, journey, options }, row, say)
  }
  report(rows, load, say)
  return rows.every(({ lost, duplicated, troubles }) => lost + duplicated + troubles.length === 0)
}

/** The chosen faults in the given order, or all. */
function inOrder(rows: readonly Row[], only: readonly string[]): readonly Row[] {
  if (only.length === 0) return rows
  return only.flatMap((name) => rows.find(({ fault }) => fault.name === name) ?? [])
}

async function playAll(stage: Stage, row: Row, say: Say): Promise<void> {
  const { options } = stage
  const { fault } = row
  const usual = options.count ?? fault.counts[options.full ? 1 : 0]
  const of = options.counts.get(fault.name) ?? usual
  const size = fault.turnsPerAudit ?? 1
  for (let done = 0, audits = 0; done < of; done += size, audits++) {
    const turns = Math.min(size, of - done)
    const seeds = Array.from({ length: turns }, (_, index) => options.seed + done + index)
    const isChecked = audits % CHECK_EVERY === 0 || done + turns === of
    const sayTurn = (index: number, trouble: string | null): void => {
      if (trouble !== null) row.troubles.push(`seed ${seeds[index]}: ${trouble}`)
      say(describeTurn(row, { number: done + index + 1, of, trouble }))
    }
    await playTurns(stage, row, { seeds, isChecked, sayTurn })
  }
}

const WARM_MS = 1_500
const AFTER_MS = 1_000
/** `check:ledger` replays the whole log, so it doesn't follow each audit. */
const CHECK_EVERY = 5

type Turns = {
  readonly seeds: readonly number[]
  /** Whether `check:ledger` is a part of the audit. */
  readonly isChecked: boolean
  sayTurn(index: number, trouble: string | null): void
}

/** Turns of one fault under load, each until the cluster has recovered, and their audit. */
async function playTurns(stage: Stage, row: Row, { seeds, isChecked, sayTurn }: Turns) {
  const { load } = stage
  const last = seeds.length - 1
  let wrongBefore = load.wrong.length
  load.reads.forget()
  load.errors.length = 0
  await row.fault.prepare?.(stage)
  load.run()
  await wait(WARM_MS)
  for (const [index, seed] of seeds.entries()) {
    const isOver = index === last
    const found: string[] = []
    const note = (error: unknown): void => void found.push(describeError(error))
    await playUntilWhole(stage, row, randomFrom(seed)).catch(note)
    await untilWhole(stage.cluster.place).catch(note)
    if (isOver) {
      await load.drain()
      await auditRow(stage, row, isChecked).then((more) => found.push(...more), note)
    } else load.pauses.end()
    const wrong = describeWrong(row.fault, load.wrong.slice(wrongBefore))
    wrongBefore = load.wrong.length
    sayTurn(index, record(row, load, [...found, ...wrong]))
    load.reads.forget()
    load.errors.length = 0
    load.claimed = 0
  }
}

const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)

async function playUntilWhole(stage: Stage, row: Row, random: Random): Promise<void> {
  const { load, options } = stage
  const isBalanced = row.fault.isUnnoticed === true
  load.balance(isBalanced)
  if (isBalanced) row.notes.push(await measureCalm(load))
  load.pauses.next()
  await wait(random.below(1_000))
  const noted = await row.fault.play({ ...stage, random, previous: options.previous })
  if (typeof noted === 'string') row.notes.push(noted)
  await untilWhole(stage.cluster.place)
  await wait(AFTER_MS)
}

const CALM_MS = 5_000

/** The time of reads before a fault, to compare with the row's. */
async function measureCalm({ reads }: Load): Promise<string> {
  const done = reads.ms.length
  await wait(CALM_MS)
  const calm = reads.ms.splice(done)
  return `p99 of ${calm.length} own reads before: ${Math.round(quantile(calm, 0.99))} ms`
}

/** Compares all answers since the last audit with the database. Returns other problems. */
async function auditRow({ cluster, load }: Stage, row: Row, isChecked: boolean): Promise<string[]> {
  const { lost, duplicated, faults: found } = await audit(cluster, load, isChecked)
  row.audited++
  row.duplicated += duplicated
  if (row.fault.losesTail) {
    row.notes.push(`${lost} confirmed commands were lost, as they may be`)
    await load.startOver(await countRequests(cluster))
  } else row.lost += lost
  return [...found]
}

/** Adds a turn's figures to the row. Returns its problems. */
function record(row: Row, load: Load, found: readonly string[]): string | null {
  const { pauses, reads } = load
  row.pauses.push(pauses.longestMs())
  row.commands += pauses.count()
  row.reads += reads.done
  row.readMs.push(...reads.ms)
  return judge(row.fault, load, found)
}

/** After losing the tail, clients know withdrawals that no longer exist, so refusals are right. */
function describeWrong({ losesTail }: Fault, all: readonly string[]): string[] {
  const wrong = all.filter((text) => !losesTail || /^5\d\d /.test(text))
  return wrong.length === 0 ? [] : [`${wrong.length} wrong answers, such as ${wrong[0]}`]
}

function judge(fault: Fault, load: Load, found: readonly string[]): string | null {
  const { pauses, reads, errors } = load
  const troubles = [...found]
  if (load.claimed > 0 && !fault.stopsChain) {
    troubles.push(`${load.claimed} withdrawals could not be cancelled`)
  }
  if (reads.stale > 0 && !fault.losesTail) troubles.push(`${reads.stale} own reads were old`)
  if (reads.failed.length > 0) troubles.push(`${reads.failed.length} reads: ${reads.failed[0]}`)
  if (errors.length > 0) troubles.push(`${errors.length} errors, such as ${errors[0]}`)
  const unread = reads.refused + reads.unanswered
  if (fault.isUnnoticed && unread > 0) troubles.push(`${unread} reads had no answer`)
  if (pauses.longestMs() > fault.pauseMs) {
    troubles.push(`paused ${Math.round(pauses.longestMs())} ms, at most ${fault.pauseMs}`)
  }
  return troubles.length === 0 ? null : troubles.join('; ')
}
