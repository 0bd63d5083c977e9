import { rateLimits, type RateLimitName } from '../../contract/fields/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { callerAddress } from './address.ts'
import { byAddress, keyText, type LimitKey } from './limit-key.ts'
import { reject } from '../../contract/refusals/reject.ts'

// Limits apply across processes. We count calls with their own limit in the table, one statement
// each. The general limit counts every read, and a write would cost more than the read. So we count
// those in memory and exchange the counts with other processes once a second.

type Count = { window: number; shared: number; unsent: number }

const EXCHANGE_MS = 1000
const MAX_CALLERS = 100_000
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

const windowOf = (seconds: number): number => Math.floor(Date.now() / 1000 / seconds)

export function startRateLimiter(db: Db, onError: (error: unknown) => void): RateLimiter {
  const counts = new Map<string, Count>()
  let exchanging = Promise.resolve()
  const timer = setInterval(() => {
    exchanging = exchanging.then(() => exchange(db, counts)).catch(onError)
  }, EXCHANGE_MS)
  timer.unref()

  return {
    async count(name, key, reply) {
      if (name !== 'general') return await countShared(db, name, key, reply)
      const { seconds } = rateLimits[name]
      judge(name, countHere(counts, keyText(key), windowOf(seconds)), reply)
    },
    async stop() {
      clearInterval(timer)
      await exchanging
    },
  }
}

function judge(name: RateLimitName, used: number, reply: FastifyReply | undefined): void {
  const { most, seconds } = rateLimits[name]
  const resetSeconds = Math.max(1, Math.ceil((windowOf(seconds) + 1) * seconds - Date.now() / 1000))
  reply?.header('RateLimit-Policy', `"${name}";q=${most};w=${seconds}`)
  reply?.header('RateLimit', `"${name}";r=${Math.max(0, most - used)};t=${resetSeconds}`)
  if (used > most) throw reject('rate_limited', { retryAfterSeconds: resetSeconds })
}

function countHere(counts: Map<string, Count>, caller: string, window: number): number {
  let count = counts.get(caller)
  if (count?.window !== window) {
    if (counts.size >= MAX_CALLERS) counts.clear()
    count = { window, shared: 0, unsent: 0 }
    counts.set(caller, count)
  }
  count.unsent++
  return count.shared + count.unsent
}

const countCall = compileOnce(
  (db, { name, caller, window }: Given<{ name: string; caller: string; window: bigint }>) =>
    db
      .insertInto('rate_limits')
      .values({ name, caller, window_start: window, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'caller', 'window_start'])
          .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
      )
      .returning('count'),
)

/** Counts one call across all processes. Refuses as a limiter does. */
export async function countShared(
  db: Db,
  name: Exclude<RateLimitName, 'general'>,
  key: LimitKey,
  reply?: FastifyReply,
): Promise<void> {
  const window = BigInt(windowOf(rateLimits[name].seconds))
  const { count } = await countCall.one(db, { name, caller: keyText(key), window })
  judge(name, count, reply)
}

type Counted = { window: bigint; callers: string[]; counts: number[] }

const addCounts = compileOnce((db, { window, callers, counts }: Given<Counted>) =>
  db
    .insertInto('rate_limits')
    .columns(['name', 'caller', 'window_start', 'count'])
    .expression((eb) =>
      eb
        .selectFrom(
          given('counted', {
            caller: { values: callers, type: 'text' },
            count: { values: counts, type: 'int' },
          }),
        )
        .select([
          lit('general').as('name'),
          'counted.caller',
          eb.cast<bigint>(window, 'bigint').as('window_start'),
          'counted.count',
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'caller', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', eb.ref('excluded.count')) })),
    )
    .returning(['caller', 'count']),
)

async function exchange(db: Db, counts: Map<string, Count>): Promise<void> {
  const { seconds } = rateLimits.general
  const window = windowOf(seconds)
  const sent = takeUnsent(counts, window)
  if (sent.length > 0) {
    const callers = sent.map(({ caller }) => caller)
    const totals = await addCounts
      .rows(db, { window: BigInt(window), callers, counts: sent.map(({ unsent }) => unsent) })
      .catch((error: unknown) => {
        // They go with the next exchange.
        for (const { count, unsent } of sent) {
          count.shared -= unsent
          count.unsent += unsent
        }
        throw error
      })
    for (const { caller, count } of totals) {
      const here = counts.get(caller)
      if (here?.window === window) here.shared = count
    }
  }
  // We never read rows older than the longest window.
  if (Math.random() < 0.01) await forget(db)
}

type Sent = { readonly caller: string; readonly count: Count; readonly unsent: number }

/** In the order of the callers, so that two processes never wait for each other's rows. */
function takeUnsent(counts: Map<string, Count>, window: number): Sent[] {
  const sent: Sent[] = []
  for (const [caller, count] of counts) {
    if (count.window !== window) counts.delete(caller)
    else if (count.unsent > 0 && sent.length < MAX_EXCHANGED) {
      sent.push({ caller, count, unsent: count.unsent })
      count.shared += count.unsent
      count.unsent = 0
    }
  }
  return sent.toSorted((a, b) => (a.caller < b.caller ? -1 : 1))
}

async function forget(db: Db): Promise<void> {
  for (const [name, { seconds }] of Object.entries(rateLimits)) {
    await db
      .deleteFrom('rate_limits')
      .where('name', '=', name)
      .where('window_start', '<', BigInt(windowOf(seconds) - 1))
      .execute()
  }
}
