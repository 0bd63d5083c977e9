import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import { DAY_MS } from '../../../domain/time/time.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import type { NodeHoldings } from '../../../tron/quorum/node-holdings.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { compareHoldings, decideWaiting } from './compare-holdings.ts'
import {
  leaveQueue,
  queueReached,
  readRetries,
  readTouched,
  readWallets,
  retryLater,
  type QueuedAddress,
  type QueuePosition,
} from './address-queue.ts'
import { sortAnswers, type SortedAnswers } from './sort-answers.ts'
import { advancePass, finishPass, openPass, readNext } from './passes.ts'

type Deps = { db: Db; tron: TronNodes; log: Logger; stopping: AbortSignal }

export type CheckOptions = {
  /** The most addresses to read at once. */
  batch: number
  /** How long a round keeps starting new reads. */
  forMs: number
  /** How long it waits for the watcher to pass a balance's block. */
  cursorWaitMs: number
  /** How often we read every address. */
  passEveryMs: number
}

const usual: CheckOptions = {
  batch: 1_000,
  forMs: 50_000,
  cursorWaitMs: 20_000,
  passEveryMs: DAY_MS,
}

/** A reading that waits for the watcher, and what to do with it after the comparison. */
type Read = {
  batch: readonly QueuedAddress[]
  answers: readonly NodeHoldings[]
  pass: { no: bigint; lastIndex: number } | null
}

/**
 * A node that answers one by one gets few addresses at a time, so that we notice a stop request.
 */
const FIRST_SIZE = 50
const MIN_SIZE = 16
const SLOW_MS = 10_000
/** The most readings kept in memory while the watcher lags. */
const MAX_READS = 20
const MAX_RETRIES = 50

/**
 * Runs one round of reconciliation: our wallets, then addresses touched since we last read them,
 * then those that no node could answer about, then the next addresses of the pass. We compare each
 * balance with the ledger as of its own block, once the watcher has passed that block. We leave out
 * a node that is ahead of the watcher while the others aren't. An address that fails gets a later
 * date; a node that fails only ends its part of the round. Returns how many addresses we compared,
 * and whether we only ran out of time.
 */
export async function checkRound(
  deps: Deps,
  options: Partial<CheckOptions> = {},
): Promise<{ compared: number; isMore: boolean }> {
  const round = openRound(deps, { ...usual, ...options })
  while (await queueReached(deps.db));
  await decideWaiting(deps)
  let isMore = false
  const isOn = await round.read(await readWallets(deps.db), null, 'stakes')
  if (isOn && (await readAllTouched(deps, round))) {
    // One by one, so that repeated failures don't force us to halve a batch.
    for (const due of await readRetries(deps.db, MAX_RETRIES))
      await round.read([due], null, 'stakes')
    isMore = !(await readPass(deps, round))
  }
  await round.flush(true)
  return { compared: round.compared(), isMore: isMore && round.isTimeUp() }
}

/** Runs one round and returns how many addresses we compared. */
export const checkAddresses = async (
  deps: Deps,
  options: Partial<CheckOptions> = {},
): Promise<number> => (await checkRound(deps, options)).compared

type Round = ReturnType<typeof openRound>

function openRound(deps: Deps, options: CheckOptions) {
  const { db, tron, stopping } = deps
  const endMs = performance.now() + options.forMs
  const reads: Read[] = []
  let compared = 0
  let size = Math.min(FIRST_SIZE, options.batch)

  /** Reads a batch. Returns whether the round continues. */
  async function read(
    batch: readonly QueuedAddress[],
    pass: Read['pass'],
    stakes?: 'stakes',
  ): Promise<boolean> {
    if (batch.length === 0 && pass === null) return true
    if (stopping.aborted || performance.now() > endMs) return false
    const startMs = performance.now()
    const answers = await tron.holdings(
      batch.map(({ address }) => address),
      stakes,
    )
    const tookMs = performance.now() - startMs
    if (tookMs > SLOW_MS) size = Math.max(MIN_SIZE, Math.floor(size / 2))
    else if (tookMs < SLOW_MS / 4) size = Math.min(options.batch, size * 2)
    const held = answers.flatMap((answer) => answer.held)
    await retryLater(db, failuresOf(answers))
    const failed = answers.some((answer) => answer.failed.length > 0)
    if (batch.length > 0 && held.length === 0 && !failed) return false
    // If every node stopped midway, the pass resumes before this batch.
    const isWhole = answers.some(({ trouble }) => trouble === undefined)
    reads.push({ batch, answers, pass: isWhole ? pass : null })
    await flush(reads.length >= MAX_READS)
    return isWhole && reads.length < MAX_READS
  }

  /**
   * Compares what the watcher has passed. With `wait`, at the end of a round, waits for it first.
   */
  async function flush(wait: boolean): Promise<void> {
    const untilMs = performance.now() + options.cursorWaitMs
    while (reads.length > 0 && !stopping.aborted) {
      const isLate = wait && performance.now() > untilMs
      const passed = await cursorBlock(db)
      for (let first = reads[0]; first; first = reads[0]) {
        const sorted = sortAnswers(first.answers, passed, isLate)
        if (sorted === null) break
        reads.splice(0, 1)
        compared += await compare(deps, first, sorted)
      }
      if (reads.length === 0 || !wait || isLate) return
      await sleep(250)
    }
  }

  return {
    options,
    read,
    flush,
    size: () => size,
    compared: () => compared,
    isTimeUp: () => performance.now() > endMs,
  }
}

/** If one node fails at an address, we read it again later, even if another node answered. */
const failuresOf = (answers: readonly NodeHoldings[]) =>
  answers.flatMap(({ host, failed }) =>
    failed.map(({ address, trouble }) => {
      return { address, reason: `${host}: ${trouble.kind} ${trouble.detail}` }
    }),
  )

async function cursorBlock(db: Db): Promise<number> {
  const row = await db
    .selectFrom('chain_cursors')
    .select((each) => each.fn.max('final_number').as('block'))
    .executeTakeFirst()
  return Number(row?.block ?? 0n)
}

async function compare(
  deps: Deps,
  { batch, pass }: Read,
  { passed: answers, ahead }: SortedAnswers,
): Promise<number> {
  const decided = await compareHoldings(
    deps,
    answers.map(({ held }) => held),
  )
  const done = new Set<string>(decided.map(({ address }) => address))
  for (const { address } of failuresOf(answers)) done.add(address)
  for (const { address } of await readAgain(deps, answers, ahead)) done.add(address)
  await leaveQueue(
    deps.db,
    batch.filter(({ address }) => done.has(address)),
  )
  if (pass !== null) {
    const differing = decided.filter(({ state }) => state === 'differs').length
    const { no, lastIndex } = pass
    await advancePass(deps.db, no, { lastIndex, compared: decided.length, differing })
  }
  return decided.length
}

/** Reports nodes that are ahead. We read again what only they answered. */
async function readAgain(
  { db, tron, log }: Deps,
  answers: readonly NodeHoldings[],
  ahead: SortedAnswers['ahead'],
): Promise<{ address: Address; reason: string }[]> {
  const known = new Set(answers.flatMap(({ held }) => held.map(({ address }) => address)))
  for (const { host, block, isFar } of ahead) {
    log.warn({ host, block }, 'a node has balances of a block that our record has not reached')
    if (isFar) tron.reportAhead(host)
  }
  const alone = ahead.flatMap(({ host, block, held }) =>
    held
      .filter(({ address }) => !known.has(address))
      .map(({ address }) => ({
        address,
        reason: `${host}: block ${block} is ahead of our record`,
      })),
  )
  await retryLater(db, alone)
  return alone
}

/** Reads all touched addresses. False if the round ended first. */
async function readAllTouched({ db }: Deps, round: Round): Promise<boolean> {
  let after: QueuePosition | null = null
  for (;;) {
    const most = round.size()
    const batch: (QueuedAddress & QueuePosition)[] = await readTouched(db, after, most)
    if (!(await round.read(batch, null))) return false
    after = batch.at(-1) ?? null
    if (batch.length < most) return true
  }
}

/** Continues the pass where it stopped. False if the round ended first. */
async function readPass({ db }: Deps, round: Round): Promise<boolean> {
  const { passEveryMs } = round.options
  const pass = await openPass(db, passEveryMs)
  if (pass === null) return true
  let index = pass.last_index
  for (;;) {
    const next = await readNext(db, index, round.size())
    if (next.length === 0) break
    index = next.at(-1)?.address_index ?? index
    const batch = next.map(({ address }: { address: Address }) => ({ address, turn: null }))
    if (!(await round.read(batch, { no: pass.no, lastIndex: index }))) return false
  }
  await round.flush(true)
  if ((await openPass(db, passEveryMs))?.last_index === index) await finishPass(db, pass.no)
  return true
}
