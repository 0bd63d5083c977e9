/**
 * The cost of a member's reads after a long history: 100,000 referrals over a year, each with a
 * reward. Over HTTP, one request at a time, alternating with two other members: a new one, and one
 * with as many referrals and rewards as fit on a page.
 */
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkRows } from '../src/server/book/check/check-rows.ts'
import { noDifferences } from '../src/server/book/check/compare-states.ts'
import { DEFAULT_CATALOG, type Catalog } from '../src/domain/money/catalog.ts'
import { micros } from '../src/domain/money/money.ts'
import { get, send } from './api.ts'
import { openBenchBook } from './book.ts'
import type { BenchDatabase } from './database.ts'
import { signIn, startServer } from './http.ts'
import { nameMembers } from './network.ts'
import { populate } from './populate.ts'
import { hold, median, note } from './report.ts'
import { untilQuiet } from './scale/quiet.ts'

const REFERRALS = 100_000
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const ROUNDS = 300
const WARM_ROUNDS = 40
/** As many referrals as one page of a list shows. */
const PAGE = 20

/** Each activation pays its sponsor a bonus, as the highest plan does by default. */
const [BRONZE, ...others] = DEFAULT_CATALOG
const dime = micros(100_000n)
const bronze = { ...BRONZE, level1Micros: dime, level2Micros: dime, sponsorBonusMicros: dime }
const PAYS_SPONSORS: Catalog = [bronze, ...others]

const [OLD, OTHER] = [2, 3]
const LAST = REFERRALS + PAGE + 4

const PATHS = [
  '/api/accounts/me/',
  '/api/tree/visualization/',
  '/api/accounts/referrals/?page=1',
  '/api/accounts/activity/recent/',
  '/api/accounts/activity/?page=1',
  '/api/accounts/activity/?page=1&type=sponsor_bonus',
  '/api/accounts/earnings/',
  '/api/accounts/statement/?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:01Z',
]

/** Members 2 and 3 join first, then a page of referrals of member 3, then all those of member 2. */
function sponsorOf(n: number): number {
  if (n < 2) return 1
  return n < 2 + PAGE ? OTHER : OLD
}

async function grow({ db, pool }: BenchDatabase): Promise<void> {
  const startMs = Date.now() - YEAR_MS
  await populate(db, {
    sponsorOf,
    isDone: ({ numbers }) => numbers.member > LAST,
    // Members 2 and 3 have no seat until the end, so all three have an empty board.
    activates: (n) => n > 1,
    catalog: PAYS_SPONSORS,
    timeOf: ({ numbers }) => startMs + Math.floor((YEAR_MS * numbers.member) / (LAST + 1)),
  })
  const book = await openBenchBook(db, pool)
  for (const member of [OLD, OTHER]) {
    const { no } = await db
      .selectFrom('profiles')
      .select('no')
      .where('member_no', '=', member)
      .executeTakeFirstOrThrow()
    const command = { kind: 'activate', member, profile: no } as const
    const { accepted } = await book.submit({ command, by: { system: 'bench' } })
    if (!accepted) throw new Error(`member ${member} can't activate`)
  }
  await book.close()
  await nameMembers(db)
  const found = noDifferences()
  await checkRows(pool, found)
  // Adds what populate leaves out: commands, and all adjustments but the last.
  const left = found.described.filter((line) => !/^(the command log|batches)/.test(line))
  if (left.length > 0) throw new Error(left.slice(0, 5).join('\n'))
}

/** Waits until the product's worker has summed all rewards by day. */
async function untilRolledUp({ db }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: bigint }>`
      select (select max(no) from journals) - journal_no as left from reward_days_mark`.execute(db)
    if (rows[0]?.left === 0n) return
    await sleep(200)
  }
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

/** Milliseconds of each read for each member. Each round asks for everything once. */
async function measureRounds(
  agent: Agent,
  port: number,
  tokens: readonly string[],
): Promise<Map<string, number[][]>> {
  const times = new Map(PATHS.map((path) => [path, tokens.map((): number[] => [])]))
  for (let round = 0; round < ROUNDS + WARM_ROUNDS; round++) {
    for (const path of PATHS) {
      for (const [i, token] of tokens.entries()) {
        const started = performance.now()
        const status = await send(agent, port, get(path, token))
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        if (round >= WARM_ROUNDS) times.get(path)?.[i]?.push(performance.now() - started)
      }
    }
  }
  return times
}

/** Measures the reads against those of both other members. */
export async function measureGrowth(database: BenchDatabase): Promise<void> {
  await grow(database)
  const tokens = await signIn(database.db, [OLD, OTHER, LAST])
  const server = await startServer(database.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await untilRolledUp(database)
    await sql`vacuum analyze`.execute(database.db)
    const quiet = await untilQuiet()
    for (const [path, times] of await measureRounds(agent, server.port, tokens)) {
      const [old = 0, page = 0, fresh = 0] = times.map(p95)
      note(`${path}: p95 after 100,000 of both`, old, 'ms')
      note('  p50', median(times[0] ?? []), 'ms')
      hold('  against a full page', old / page, { atMost: 1.3 }, quiet)
      hold('  against a new member', old / fresh, { atMost: 1.3 }, quiet)
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}
