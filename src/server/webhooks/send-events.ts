import { randomInt } from 'node:crypto'
import { lit } from '../../db/expressions.ts'
import type { RowOf } from '../../db/types.ts'
import { inSpan, SpanKind, traceHeaders } from '../../traces/span.ts'
import type { Context } from '../context.ts'
import { pauseSeconds, type BackOff } from '../workers/back-off.ts'
import { NotOurs, type Lease } from '../workers/lease.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { startQueue, type Queue } from '../workers/send-queue.ts'
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
/** The most requests in flight to one endpoint, from all processes together. */
const AT_ONCE = 8
const MAX_RETRY_SECONDS = 6 * 3_600

const ENDPOINT = ['no', 'url', ...SECRETS] as const
type Endpoint = RowOf<'webhook_endpoints', (typeof ENDPOINT)[number]>

type Sender = Settings & {
  readonly pace: Pace
  readonly backOff: BackOff
}

/**
 * Makes events and sends them until stopped. Any number of processes may run this. Each endpoint
 * has its own requests, so a slow one delays no other.
 */
export function startWebhooks(settings: Settings, changes: Partial<Pace> = {}): Worker {
  const { db, log, stopping } = settings
  const pace = { ...PACE, ...changes }
  const longestSeconds = MAX_RETRY_SECONDS
  const backOff = { firstSeconds: pace.firstRetryMs / 1_000, longestSeconds }
  const sender = { ...settings, pace, backOff }
  const rounds = { everyMs: pace.lookEveryMs, log, stopping }
  const queueing = repeat({ name: 'webhook events', ...rounds }, (ends) => queueEvents(db, ends))
  const own = { ...pace, bringForward: () => bringForward(db, backOff, pace.leaseMs) }
  const sending = startQueue<Leased>({ name: 'webhooks', ...rounds, ...own }, (queue) =>
    sendDue(sender, queue),
  )
  return {
    async stop() {
      await Promise.all([queueing.stop(), sending.stop()])
    },
  }
}

/** Starts sending due deliveries, as many as each endpoint has room for. */
async function sendDue(sender: Sender, queue: Queue<Leased>): Promise<void> {
  const { db, pace } = sender
  const { takeOver } = queue
  const endpoints: Endpoint[] = await db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('enabled', '=', lit(true))
    .orderBy('no')
    .execute()
  takeOver.answered()
  for (const endpoint of endpoints) {
    if (queue.stopping.aborted) return
    const sending = queue.underWay().filter(({ endpoint: no }) => no === endpoint.no)
    if (sending.length >= AT_ONCE) continue
    const leasedAt = performance.now()
    const own = sending.map(({ event }) => event)
    const room = { atOnce: AT_ONCE, own, takeOver: takeOver.isAllowed() }
    const leased = await leaseDeliveries(db, endpoint.no, room, pace.leaseMs)
    takeOver.answered()
    for (const each of leased) {
      const about = { webhook: endpoint.no, event: String(each.event) }
      const renew = () => renewLease(db, each, pace.leaseMs)
      const send = (lease: Lease) => sendOne(sender, endpoint, each, lease)
      queue.start(each, about, { renew, leasedAt }, send)
    }
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
  const { db } = sender
  const attributes = { 'twofold.webhook.endpoint': endpoint.no, attempt: leased.attempt }
  const options = { kind: SpanKind.CLIENT, attributes }
  const ended = await inSpan('webhook', options, async (span) => {
    const outcome = await attempt(sender, endpoint, leased, lease)
    span?.setAttribute('http.response.status_code', outcome?.status ?? 0)
    return outcome
  })
  if (ended === null) return await returnLease(db, leased)
  // What happened to a process that was suspended says nothing about the endpoint.
  if (await lease.store(() => endAttempt(db, leased, ended)))
    await (ended.state === 'delivered' ? recordSuccess : recordFailure)(sender, endpoint)
}

/** Sends one request. Null if this process stopped it, or lost it before it was sent. */
async function attempt(
  sender: Sender,
  endpoint: Endpoint,
  leased: Leased,
  lease: Lease,
): Promise<Ended | null> {
  const { config, pace, backOff } = sender
  const retryMs = withJitter(1_000 * pauseSeconds(backOff, leased.attempt))
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
    const { status, body: answer } = await post(url, headers, leased.body, reach, lease)
    const isFine = status >= 200 && status < 300
    const failure = isFine ? '' : statusText(status)
    return { state: isFine ? 'delivered' : failed, status, answer, failure, retryMs }
  } catch (error) {
    if (lease.stopping.aborted || error instanceof NotOurs) return null
    return { state: failed, status: null, answer: '', failure: errorText(error), retryMs }
  }
}

/** So that deliveries that failed together are not retried together. */
const withJitter = (ms: number): number => Math.round((ms * randomInt(50, 101)) / 100)

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
