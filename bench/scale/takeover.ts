/** How long commands wait when the ledger's leader is killed, stops, or freezes. */
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import type { Book } from '../../src/server/book/book.ts'
import { openForwardedBook } from '../../src/server/forward/client.ts'
import { readLeader } from '../../src/server/forward/find-leader.ts'
import { ledgerToken } from '../../src/server/forward/token.ts'
import { until } from '../../tests/support/poll.ts'
import type { BenchDatabase } from '../database.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { SECRET } from '../http.ts'
import { isQuiet } from './quiet.ts'
import { openBenchBook } from '../book.ts'
import { hold, note } from '../report.ts'

const ROUNDS = 3
const CALLERS = 8
/** The first member after the company. */
const MEMBER = 2
const BEFORE_MS = 500
/** The next leader is working once it has run more commands than this. */
const AFTERWARDS = 100

type Change = {
  readonly name: string
  readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP'
  readonly mostSeconds: number
}

const changes: readonly Change[] = [
  { name: 'killed (SIGKILL)', signal: 'SIGKILL', mostSeconds: 1 },
  { name: 'stopped (SIGTERM)', signal: 'SIGTERM', mostSeconds: 0.3 },
  { name: 'frozen (SIGSTOP)', signal: 'SIGSTOP', mostSeconds: 2.5 },
]

/** Callers that change one setting after another, and the longest time between two answers. */
function startCallers(book: Book) {
  const over = new AbortController()
  let [longest, lastAt, done] = [0, performance.now(), 0]
  const call = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const command = { kind: 'set_auto_upgrade', member: MEMBER, on: true } as const
      await book.submit({ command, by: { member: MEMBER } })
      const now = performance.now()
      longest = Math.max(longest, now - lastAt)
      lastAt = now
      done++
    }
  }
  const calls = Array.from({ length: CALLERS }, call)
  return {
    done: () => done,
    async stop(): Promise<number> {
      over.abort()
      await Promise.all(calls)
      return longest / 1000
    },
  }
}

/** The company has this setting too, but nobody may change it. */
async function makeMember({ db, pool }: BenchDatabase): Promise<void> {
  const book = await openBenchBook(db, pool)
  await book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'bench' } })
  await book.close()
}

export async function measureTakeovers(database: BenchDatabase): Promise<void> {
  const { db, url } = database
  await makeMember(database)
  const started = performance.now()
  const fleet = await Promise.all([startRole('ledger', url), startRole('ledger', url)])
  note('two ledger processes, ready after', (performance.now() - started) / 1000, 's')
  const log = pino({ level: 'silent' })
  const token = ledgerToken({ ledgerSecrets: { web: [SECRET], chain: [] } }, 'web')
  const book = await openForwardedBook({ db, log, token, tls: null })
  try {
    for (const change of changes) {
      const pauses: number[] = []
      let wasQuiet = await isQuiet()
      for (let round = 0; round < ROUNDS; round++) {
        const pause = await changeLeader({ db, url }, fleet, book, change)
        pauses.push(pause)
        // Print it right away, so that an interrupted run shows its results.
        note(`${change.name}: pause ${round + 1} of ${ROUNDS}`, pause, 's')
        wasQuiet = (await isQuiet()) && wasQuiet
      }
      const sorted = pauses.toSorted((a, b) => a - b)
      note(`${change.name}: median of ${ROUNDS} pauses`, sorted[ROUNDS >> 1] ?? 0, 's')
      const target = { atMost: change.mostSeconds }
      hold(`${change.name}: longest pause, in seconds`, sorted.at(-1) ?? 0, target, wasQuiet)
    }
  } finally {
    await book.close()
    await Promise.all(fleet.map((ledger) => ledger.end('SIGKILL')))
  }
}

/** Replaces the leader under load. Returns the longest pause, in seconds. */
async function changeLeader(
  { db, url }: Pick<BenchDatabase, 'db' | 'url'>,
  fleet: RoleProcess[],
  book: Book,
  { signal }: Change,
): Promise<number> {
  const before = await readLeader(db)
  const port = Number(new URL(before.address ?? '').port)
  const index = fleet.findIndex(({ ledgerPort }) => ledgerPort === port)
  const old = fleet[index]
  if (!old) throw new Error('the leader is not one of ours')
  const callers = startCallers(book)
  await wait(BEFORE_MS)
  old.signal(signal)
  await until('another leader', async () => (await readLeader(db)).epoch > before.epoch)
  const done = callers.done()
  await until('commands again', () => callers.done() > done + AFTERWARDS)
  const longest = await callers.stop()
  await old.end('SIGKILL')
  fleet[index] = await startRole('ledger', url)
  return longest
}
