import { nowMs } from '../../clock/clock.ts'
import { rateLimits, type RateLimitName } from '../../contract/fields/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Expression, type RawBuilder } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, lit, unseen } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import { callerAddress } from './address.ts'
import { byAddress, keyText, type LimitKey } from './limit-key.ts'
import { reject } from '../../contract/refusals/reject.ts'

// Limits apply across processes. Those against guessing are exact: we count each call in the table,
// with a statement of its own, which costs more than most calls. Their windows follow the
// database's clock, because a process with another clock would give callers more. The others only
// keep a caller from using more than their share. We count those in memory and exchange the counts
// with other processes once a second, from a tenth of the limit on. Most callers never get there.

const SHARES = [
  'general',
  'money',
  'depositRequests',
  'withdrawalRequests',
  'autoUpgrade',
  'receipts',
  'tokenRefresh',
] as const
type Share = (typeof SHARES)[number]
const isShare = (name: RateLimitName): name is Share => SHARES.some((share) => share === name)

type Count = {
  readonly name: Share
  readonly caller: string
  readonly window: number
  /** What the table had at the last exchange, with ours. */
  shared: number
  unsent: number
}

const EXCHANGE_MS = 1000
/** Above this, we forget the callers that came first. */
const MAX_CALLERS = 100_000
/** From which part of a limit on the other processes have to know. */
const EXCHANGED_PART = 0.1
/** The most callers per exchange. The rest go with the next one. */
const MAX_EXCHANGED = 1000

export type RateLimiter = {
  /** Counts one call. Refuses with 429 if the caller has made too many in this window. */
  count(name: RateLimitName, key: LimitKey, reply?: FastifyReply): Promise<void>
  /** Waits for an exchange in progress. */
  stop(): Promise<void>
}

export const noRateLimiter: RateLimiter = { count: () => Promise.resolve(), stop: async () => {} }

/** For public routes outside of the API: counts each request by its address. */
export const countVisitor =
  (limiter: RateLimiter) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    limiter.count('general', byAddress(callerAddress(request.ip)), reply)

const windowOf = (seconds: number): number => Math.floor(nowMs() / 1000 / seconds)

export function startRateLimiter(db: Db, onError: (error: unknown) => void): RateLimiter {
  const counts = new Map<string, Count>()
  let exchanging: Promise<void> | null = null
  const timer = setInterval(() => {
    // While the database doesn't answer, no exchanges pile up, which `stop` would wait for.
    exchanging ??= exchange(db, counts)
      .catch(onError)
      .finally(() => (exchanging = null))
  }, EXCHANGE_MS)
  timer.unref()

  return {
    async count(name, key, reply) {
      if (!isShare(name)) return await countShared(db, name, key, reply)
      judge(name, countHere(counts, name, keyText(key)), resetHere(name), reply)
    },
    async stop() {
      clearInterval(timer)
      await exchanging
    },
  }
}

function resetHere(name: Share): number {
  const { seconds } = rateLimits[name]
  return Math.ceil((windowOf(seconds) + 1) * seconds - nowMs() / 1000)
}

function judge(name: RateLimitName, used: number, reset: number, reply?: FastifyReply): void {
  const { most, seconds } = rateLimits[name]
  const resetSeconds = Math.max(1, reset)
  reply?.header('RateLimit-Policy', `"${name}";q=${most};w=${seconds}`)
  reply?.header('RateLimit', `"${name}";r=${Math.max(0, most - used)};t=${resetSeconds}`)
  if (used > most) throw reject('rate_limited', { retryAfterSeconds: resetSeconds })
}

const windowOfName = (name: Share): number => windowOf(rateLimits[name].seconds)

/** One text per count, for both its place in the map and the order of the rows. */
const placeOf = (name: string, caller: string): string => `${name} ${caller}`

function countHere(counts: Map<string, Count>, name: Share, caller: string): number {
  const [place, window] = [placeOf(name, caller), windowOfName(name)]
  let count = counts.get(place)
  if (count?.window !== window) {
    // Without this, a returning caller would keep its place among the first.
    counts.delete(place)
    forgetFirst(counts)
    count = { name, caller, window, shared: 0, unsent: 0 }
    counts.set(place, count)
  }
  count.unsent++
  return count.shared + count.unsent
}

function forgetFirst(counts: Map<string, Count>): void {
  if (counts.size < MAX_CALLERS) return
  const [first] = counts.keys()
  if (first !== undefined) counts.delete(first)
}

/** The database's clock, in seconds. `now()` is the start of the transaction. */
const clock = sql<number>`extract(epoch from clock_timestamp())::float8`

const windowIn = (seconds: Expression<number>): RawBuilder<bigint> =>
  sql`floor(${clock} / ${seconds})::bigint`

type Call = { name: string; caller: string; seconds: number }

const countCall = compileOnce((db, { name, caller, seconds }: Given<Call>) =>
  db
    .insertInto('rate_limits')
    .values({ name, caller, window_start: windowIn(unseen(seconds, 'int')), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'caller', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    )
    .returning(['count', 'window_start', clock.as('at')]),
)

/** Counts one call across all processes. Refuses as a limiter does. */
export async function countShared(
  db: Db,
  name: Exclude<RateLimitName, Share>,
  key: LimitKey,
  reply?: FastifyReply,
): Promise<void> {
  const { seconds } = rateLimits[name]
  const counted = await countCall.one(db, { name, caller: keyText(key), seconds })
  const { count, window_start: window, at } = counted
  judge(name, count, Math.ceil((Number(window) + 1) * seconds - at), reply)
}

/**
 * Counts what a transaction does, if it commits. Refuses as a limiter does. A limiter counts each
 * attempt, for calls that cost work or could be guesses.
 */
export async function countDone(
  tx: Tx,
  { rateLimits: isOn }: Pick<Config, 'rateLimits'>,
  name: Exclude<RateLimitName, Share>,
  key: LimitKey,
): Promise<void> {
  if (isOn) await countShared(tx, name, key)
}

type Counted = { names: string[]; windows: bigint[]; callers: string[]; counts: number[] }

const addCounts = compileOnce((db, { names, windows, callers, counts }: Given<Counted>) =>
  db
    .insertInto('rate_limits')
    .columns(['name', 'caller', 'window_start', 'count'])
    .expression((eb) =>
      eb
        .selectFrom(
          given('counted', {
            name: { values: names, type: 'text' },
            window: { values: windows, type: 'bigint' },
            caller: { values: callers, type: 'text' },
            count: { values: counts, type: 'int' },
          }),
        )
        .select(['counted.name', 'counted.caller', 'counted.window', 'counted.count']),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'caller', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', eb.ref('excluded.count')) })),
    )
    .returning(['name', 'caller', 'window_start', 'count']),
)

async function exchange(db: Db, counts: Map<string, Count>): Promise<void> {
  const sent = takeUnsent(counts)
  if (sent.length > 0) {
    const totals = await addCounts
      .rows(db, {
        names: sent.map(({ count }) => count.name),
        windows: sent.map(({ count }) => BigInt(count.window)),
        callers: sent.map(({ count }) => count.caller),
        counts: sent.map(({ unsent }) => unsent),
      })
      .catch((error: unknown) => {
        // They go with the next exchange.
        for (const { count, unsent } of sent) {
          count.shared -= unsent
          count.unsent += unsent
        }
        throw error
      })
    for (const { name, caller, window_start: window, count } of totals) {
      const here = counts.get(placeOf(name, caller))
      if (here && BigInt(here.window) === window) here.shared = count
    }
  }
  // We never read rows older than the longest window.
  if (Math.random() < 0.01) await forget(db)
}

const mustExchange = ({ name, shared, unsent }: Count): boolean =>
  unsent > 0 && shared + unsent >= rateLimits[name].most * EXCHANGED_PART

type Sent = { readonly place: string; readonly count: Count; readonly unsent: number }

/** In one order, so that two processes never wait for each other's rows. */
function takeUnsent(counts: Map<string, Count>): Sent[] {
  const sent: Sent[] = []
  for (const [place, count] of counts) {
    if (count.window !== windowOfName(count.name)) counts.delete(place)
    else if (mustExchange(count) && sent.length < MAX_EXCHANGED) {
      sent.push({ place, count, unsent: count.unsent })
      count.shared += count.unsent
      count.unsent = 0
    }
  }
  // To the end of the map, so that others come first in the next exchange.
  for (const { place, count } of sent) {
    counts.delete(place)
    counts.set(place, count)
  }
  return sent.toSorted((a, b) => (a.place < b.place ? -1 : 1))
}

async function forget(db: Db): Promise<void> {
  for (const [name, { seconds }] of Object.entries(rateLimits)) {
    await db
      .deleteFrom('rate_limits')
      .where('name', '=', name)
      .where('window_start', '<', sql<bigint>`${windowIn(lit(seconds))} - 1`)
      .execute()
  }
}
