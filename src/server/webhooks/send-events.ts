import { randomInt } from 'node:crypto'
import { atMostEvery, pause } from '../../clock/waits.ts'
import { lit } from '../../db/expressions.ts'
import type { RowOf } from '../../db/types.ts'
import { inSpan, SpanKind, traceHeaders } from '../../traces/span.ts'
import type { Context } from '../context.ts'
import {
  holdLease,
  NotOurs,
  openTakeOver,
  type Lease,
  type TakeOver,
} from '../workers/hold-lease.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { recordFailure, recordSuccess } from './failing-endpoints.ts'
import {
  bringForward,
  endAttempt,
  leaseDeliveries,
  renewLease,
  returnLease,
  type Ended,
  type Leased,
} from './lease.ts'
import { post, type Reach } from './post.ts'
import { queueEvents } from './queue-events.ts'
import { SECRETS, signNow } from './sign.ts'

type Settings = Pick<Context, 'db' | 'log' | 'stopping'> & {
  readonly config: Pick<Context['config'], 'production' | 'authSecret' | 'alertEmail'>
}

/** The pace of deliveries, and how to find hosts. Tests can't wait for days. */
export type Pace = {
  readonly lookEveryMs: number
  readonly leaseMs: number
  /** How often we renew a lease. */
  readonly renewMs: number
  readonly firstRetryMs: number
  readonly resolve?: Reach['resolve']
}

const PACE: Pace = { lookEveryMs: 500, leaseMs: 8_000, renewMs: 2_000, firstRetryMs: 5_000 }
/** How often we look for deliveries that wait too long. */
const FORWARD_PAUSE_MS = 60_000
/** The most requests in flight to one endpoint, from all processes together. */
const AT_ONCE = 8
const MAX_RETRY_MS = 6 * 60 * 60 * 1000
/** Longer than most failovers of the database. Meanwhile, we keep the lease if we can. */
const [STORE_TRIES, STORE_PAUSE_MS] = [30, 1_000]

const ENDPOINT = ['no', 'url', ...SECRETS] as const
type Endpoint = RowOf<'webhook_endpoints', (typeof ENDPOINT)[number]>

type Sender = Settings & {
  readonly pace: Pace
  /** This process's deliveries in flight, by endpoint and event. */
  readonly sending: Map<number, Map<bigint, Promise<void>>>
  readonly takeOver: TakeOver
  readonly mayBringForward: () => boolean
  readonly aborted: AbortSignal
  /** Called when a delivery has ended, because there may be room for the next one. */
  readonly onEnded: () => void
}

/**
 * Makes events and sends them until stopped. Any number of processes may run this. Each endpoint
 * has its own requests, so a slow one delays no other.
 */
export function startWebhooks(settings: Settings, pace: Partial<Pace> = {}): Worker {
  const { db, log, stopping } = settings
  const stopped = new AbortController()
  const aborted = AbortSignal.any([stopped.signal, stopping])
  let wake = Promise.withResolvers<void>()
  const own = { ...PACE, ...pace }
  const onEnded = (): void => wake.resolve()
  const sender: Sender = {
    ...settings,
    pace: own,
    sending: new Map(),
    takeOver: openTakeOver(own.leaseMs / 2, 2 * own.renewMs),
    mayBringForward: atMostEvery(FORWARD_PAUSE_MS),
    aborted,
    onEnded,
  }
  const options = { name: 'webhook events', everyMs: own.lookEveryMs, log, stopping }
  const queueing = repeat(options, () => queueEvents(db, aborted))
  const sending = (async () => {
    while (!aborted.aborted) {
      wake = Promise.withResolvers<void>()
      try {
        await sendDue(sender)
      } catch (error) {
        log.warn({ err: error }, 'webhooks cannot be read right now')
      }
      await Promise.race([pause(own.lookEveryMs, aborted), wake.promise])
    }
    await Promise.all([...sender.sending.values()].flatMap((each) => [...each.values()]))
  })()
  return {
    async stop() {
      stopped.abort()
      await Promise.all([queueing.stop(), sending])
    },
  }
}

/** Starts sending due deliveries, as many as each endpoint has room for. */
async function sendDue(sender: Sender): Promise<void> {
  const { db, pace, sending, takeOver } = sender
  const endpoints: Endpoint[] = await db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('enabled', '=', lit(true))
    .orderBy('no')
    .execute()
  takeOver.answered()
  if (sender.mayBringForward())
    await bringForward(
      db,
      endpoints.map(({ no }) => no),
    )
  for (const endpoint of endpoints) {
    const own = sending.get(endpoint.no) ?? new Map<bigint, Promise<void>>()
    sending.set(endpoint.no, own)
    if (own.size >= AT_ONCE) continue
    const leasedAt = performance.now()
    const room = { atOnce: AT_ONCE, own: [...own.keys()], takeOver: takeOver.isAllowed() }
    const leased = await leaseDeliveries(db, endpoint.no, room, pace.leaseMs)
    takeOver.answered()
    for (const each of leased) {
      const sent = sendHeld(sender, endpoint, each, leasedAt).finally(() => {
        own.delete(each.event)
        sender.onEnded()
      })
      own.set(each.event, sent)
    }
  }
}

async function sendHeld(
  sender: Sender,
  endpoint: Endpoint,
  leased: Leased,
  leasedAt: number,
): Promise<void> {
  const { db, log, pace, aborted } = sender
  const about = { webhook: endpoint.no, event: String(leased.event) }
  const lease = holdLease({
    renew: () => renewLease(db, leased, pace.leaseMs),
    renewMs: pace.renewMs,
    leasedAt,
    onError: (error) => log.warn({ err: error, ...about }, 'the lease cannot be renewed'),
  })
  try {
    await sendOne(sender, endpoint, leased, lease)
  } catch (error) {
    if (!aborted.aborted) log.warn({ err: error, ...about }, 'not recorded')
  } finally {
    await lease.release()
  }
}

/**
 * Sends one event and records the result. If recording fails, the event is due again after its
 * lease.
 */
async function sendOne(
  sender: Sender,
  endpoint: Endpoint,
  leased: Leased,
  lease: Lease,
): Promise<void> {
  const { db, log } = sender
  const attributes = { 'twofold.webhook.endpoint': endpoint.no, attempt: leased.attempt }
  const options = { kind: SpanKind.CLIENT, attributes }
  const ended = await inSpan('webhook', options, async (span) => {
    const outcome = await attempt(sender, endpoint, leased, lease)
    span?.setAttribute('http.response.status_code', outcome?.status ?? 0)
    return outcome
  })
  if (ended === null) return await returnLease(db, leased)
  // What happened to a process that was suspended says nothing about the endpoint.
  if (await keepStoring(sender, leased, ended)) {
    await (ended.state === 'delivered' ? recordSuccess : recordFailure)(sender, endpoint)
  } else warnOvertaken(log, leased)
}

/** This process was suspended or cut off for longer than its lease. */
const warnOvertaken = (log: Sender['log'], { endpoint, event }: Leased): void =>
  log.warn({ webhook: endpoint, event: String(event) }, 'another process has taken this delivery')

/** The endpoint has answered. If the database fails now, we would send the event again. */
async function keepStoring({ db, log, aborted }: Sender, leased: Leased, ended: Ended) {
  for (let tries = 1; ; tries++) {
    try {
      return await endAttempt(db, leased, ended)
    } catch (error) {
      if (tries === STORE_TRIES || aborted.aborted) throw error
      log.warn({ err: error, event: String(leased.event) }, 'an answer cannot be recorded')
      await pause(STORE_PAUSE_MS, aborted)
    }
  }
}

/** Sends one request. Null if this process stopped it, or lost it before it was sent. */
async function attempt(
  sender: Sender,
  endpoint: Endpoint,
  leased: Leased,
  lease: Lease,
): Promise<Ended | null> {
  const { config, log, pace, aborted } = sender
  const retryMs = backOff(pace.firstRetryMs, leased.attempt)
  const failed = leased.leftMs <= 0 ? 'failed' : 'pending'
  const signature = signNow(config.authSecret, endpoint, leased.body)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Twofold-Webhooks/1',
    'twofold-signature': signature,
    ...traceHeaders(),
  }
  const { resolve } = pace
  const reach: Reach = { allowLoopback: !config.production, ...(resolve && { resolve }) }
  try {
    const url = new URL(endpoint.url)
    const brakes = { stopping: aborted, isOurs: () => lease.holds().catch(() => false) }
    const { status, body: answer } = await post(url, headers, leased.body, reach, brakes)
    const isFine = status >= 200 && status < 300
    const failure = isFine ? '' : statusText(status)
    return { state: isFine ? 'delivered' : failed, status, answer, failure, retryMs }
  } catch (error) {
    if (error instanceof NotOurs) warnOvertaken(log, leased)
    if (aborted.aborted || error instanceof NotOurs) return null
    return { state: failed, status: null, answer: '', failure: errorText(error), retryMs }
  }
}

/** Exponential, with jitter, so that deliveries that failed together are not retried together. */
function backOff(firstMs: number, attempt: number): number {
  const longest = Math.min(MAX_RETRY_MS, firstMs * 2 ** Math.min(attempt - 1, 30))
  return Math.round((longest * randomInt(50, 101)) / 100)
}

const statusText = (status: number): string =>
  status >= 300 && status < 400
    ? `It answered ${status}. We don’t follow redirects.`
    : `It answered ${status}.`

/** The error as staff see it: its code, or the message if it is one of ours. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.'
  if (error.name === 'TimeoutError') return 'It didn’t answer within 10 seconds.'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return `The request failed: ${code || error.message}`.slice(0, 200)
}
