import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { NodeHoldings } from '../../tron/quorum/node-holdings.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { compareHoldings, decideWaiting } from './compare-holdings.ts'
import {
  leaveQueue,
  queueReached,
  readRetries,
  readTouched,
  readWallets,
  retryLater,
  type Due,
  type Place,
} from './due-addresses.ts'
import { advancePass, finishPass, openPass, readNext } from './passes.ts'

type Deps = { db: Db; tron: TronNodes; log: Logger; stopping: AbortSignal }

export type CheckOptions = {
  /** Addresses that are read at a time, at most. */
  batch: number
  /** How long a round goes on beginning to read. */
  forMs: number
  /** How long it waits for the watcher to pass the block of a balance. */
  cursorWaitMs: number
  /** How often every address is read. */
  passEveryMs: number
}

const usual: CheckOptions = {
  batch: 1_000,
  forMs: 50_000,
  cursorWaitMs: 20_000,
  passEveryMs: 24 * 3_600_000,
}

/** What was read and waits for the watcher: what to do with it once it is compared. */
type Read = {
  dues: readonly Due[]
  answers: readonly NodeHoldings[]
  block: number
  pass: { no: bigint; lastIndex: number } | null
}

/** A node that answers one by one is given few addresses at a time, so that a stop is heard. */
const firstSize = 50
const leastSize = 16
const slowMs = 10_000
/** More is not held in memory while the watcher lags. */
const MOST_READS = 20
const MOST_RETRIES = 50

/**
 * One round of reconciliation: our wallets, then what was touched since it was last read, then what
 * nobody could answer about, then the next addresses of the pass. Each balance is compared with the
 * ledger as of its own block, once the watcher has passed that block. Trouble with an address gives
 * it a later date; trouble with a node ends its part of the round and costs nothing else. Answers
 * how many addresses were compared, and whether only the time was short for more.
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
    // One by one: those that fail again cost no halving.
    for (const due of await readRetries(deps.db, MOST_RETRIES))
      await round.read([due], null, 'stakes')
    isMore = !(await readPass(deps, round))
  }
  await round.flush(true)
  return { compared: round.compared(), isMore: isMore && round.isTimeUp() }
}

/** One round; answers how many addresses were compared. */
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
  let size = Math.min(firstSize, options.batch)

  /** Reads a batch and answers whether the round goes on. */
  async function read(
    dues: readonly Due[],
    pass: Read['pass'],
    stakes?: 'stakes',
  ): Promise<boolean> {
    if (dues.length === 0 && pass === null) return true
    if (stopping.aborted || performance.now() > endMs) return false
    const startMs = performance.now()
    const answers = await tron.holdings(
      dues.map(({ address }) => address),
      stakes,
    )
    const tookMs = performance.now() - startMs
    if (tookMs > slowMs) size = Math.max(leastSize, Math.floor(size / 2))
    else if (tookMs < slowMs / 4) size = Math.min(options.batch, size * 2)
    const held = answers.flatMap((answer) => answer.held)
    await retryLater(db, failuresOf(answers))
    const failed = answers.some((answer) => answer.failed.length > 0)
    if (dues.length > 0 && held.length === 0 && !failed) return false
    const block = held.reduce((last, { toBlock }) => Math.max(last, toBlock), 0)
    // Where every node stopped in the middle, the pass goes on from before this batch.
    const isWhole = answers.some(({ trouble }) => trouble === undefined)
    reads.push({ dues, answers, block, pass: isWhole ? pass : null })
    await flush(reads.length >= MOST_READS)
    return isWhole && reads.length < MOST_READS
  }

  /** Compares what the watcher has passed; at the end of a round it is waited for. */
  async function flush(wait: boolean): Promise<void> {
    const untilMs = performance.now() + options.cursorWaitMs
    while (reads.length > 0 && !stopping.aborted) {
      const passed = await cursorBlock(db)
      while (reads[0] && reads[0].block <= passed) {
        const [first] = reads.splice(0, 1)
        if (first) compared += await compare(deps, first)
      }
      if (reads.length === 0 || !wait || performance.now() > untilMs) return
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

/** An address that one node fails at is read again later, also where another has answered. */
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

async function compare(deps: Deps, { dues, answers, pass }: Read): Promise<number> {
  const decided = await compareHoldings(
    deps,
    answers.map(({ held }) => held),
  )
  const done = new Set<string>(decided.map(({ address }) => address))
  for (const { address } of failuresOf(answers)) done.add(address)
  await leaveQueue(
    deps.db,
    dues.filter(({ address }) => done.has(address)),
  )
  if (pass !== null) {
    const differing = decided.filter(({ state }) => state === 'differs').length
    const { no, lastIndex } = pass
    await advancePass(deps.db, no, { lastIndex, compared: decided.length, differing })
  }
  return decided.length
}

/** Reads what was touched, all of it; false when the round is over. */
async function readAllTouched({ db }: Deps, round: Round): Promise<boolean> {
  let after: Place | null = null
  for (;;) {
    const most = round.size()
    const dues: (Due & Place)[] = await readTouched(db, after, most)
    if (!(await round.read(dues, null))) return false
    after = dues.at(-1) ?? null
    if (dues.length < most) return true
  }
}

/** Continues the pass where it stopped; false when the round ended before the pass. */
async function readPass({ db }: Deps, round: Round): Promise<boolean> {
  const { passEveryMs } = round.options
  const pass = await openPass(db, passEveryMs)
  if (pass === null) return true
  let index = pass.last_index
  for (;;) {
    const next = await readNext(db, index, round.size())
    if (next.length === 0) break
    index = next.at(-1)?.address_index ?? index
    const dues = next.map(({ address }: { address: Address }) => ({ address, turn: null }))
    if (!(await round.read(dues, { no: pass.no, lastIndex: index }))) return false
  }
  await round.flush(true)
  if ((await openPass(db, passEveryMs))?.last_index === index) await finishPass(db, pass.no)
  return true
}
