import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../../packages/client/src/client.ts'
import { PAR_RATE, units } from '../../../src/domain/money/money.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { effectsOf, testHooks } from '../../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong, times } from '../../support/scale.ts'
import { openReceiver, type Receiver } from '../../api/support/webhook-receiver.ts'
import { addEndpoint, openSenders, QUICK } from './senders.ts'

// We kill senders while the receiver fails a third of the time. No event may get lost, and none may
// overtake an earlier one of its member.

const KILLS = times(10)
const MEMBERS = isLong ? 500 : 15
const DEPOSITS = 18

let database: TestDatabase
let book: Book
let receiver: Receiver
let senders: ReturnType<typeof openSenders>
const inbox = openInbox()

beforeAll(async () => {
  database = await createTestDatabase()
  senders = openSenders(database)
  const { db, pool } = database
  const hooks = testHooks()
  book = await openBook({ db, pool, log: pino({ level: 'silent' }), hooks })
  receiver = await openReceiver(async (received, response) => {
    const status = await inbox.take(received.body, received.signature)
    if (status === 0) response.destroy()
    else response.writeHead(status).end()
  })
})
afterAll(async () => {
  await senders.killAll()
  await receiver.close()
  await book.close()
  await database.close()
})

/** The accepted events, and the faults in what the receiver got. */
function openInbox() {
  const accepted = new Set<string>()
  const last = new Map<string, number>()
  const wrong: string[] = []
  let asked = 0
  return {
    accepted,
    wrong,
    secret: '',
    attempts: () => asked,
    async take(body: string, signature: string): Promise<number> {
      const event = await verifyWebhook(body, signature, this.secret).catch(() => null)
      if (!event) return (wrong.push(`not signed: ${body}`), 400)
      asked += 1
      // Of six, one gets an error and one no answer at all.
      if (asked % 6 === 1) return 500
      if (asked % 6 === 4) return 0
      const { id, sequence, member } = event
      if (accepted.has(id)) return 200
      const before = last.get(member?.id ?? '') ?? 0
      if (sequence < before) wrong.push(`${id} comes after ${before}`)
      last.set(member?.id ?? '', sequence)
      accepted.add(id)
      return 204
    },
  }
}

let transfers = 0

/** A member who joins and gets some deposits. */
async function live(deposits: number): Promise<void> {
  const { events } = await effectsOf(book, { kind: 'register', sponsor: 1 })
  const [first] = events
  if (first?.event !== 'member') throw new Error('no member')
  for (let i = 0; i < deposits; i++) await deposit(first.no)
}

async function deposit(member: number): Promise<void> {
  const no = ++transfers
  const by = { system: 'test' } as const
  const result = await book.submit({
    command: {
      kind: 'receive_transfer',
      member,
      coin: 'USDT',
      network: 'test',
      txid: no.toString(16).padStart(64, '0'),
      logIndex: 0,
      from: 'TSender',
      to: 'TReceiver',
      amountUnits: units(5_000_000n),
      blockE8: PAR_RATE,
      blockNumber: no,
      blockAt: Date.now(),
      attributable: false,
    },
    by,
  })
  if (!result.accepted) throw new Error(result.refusal.code)
  const { no: transfer } = await database.db
    .selectFrom('transfers')
    .select('no')
    .where('member_no', '=', member)
    .where('state', '=', 'unattributed')
    .executeTakeFirstOrThrow()
  await effectsOf(book, { kind: 'accept_transfer', transfer, member: null })
}

// Beside other long tests, two cores take up to four minutes for it.
const patient = { timeout: 600_000 }

test.runIf(isLong)('delivers all events in order while senders are killed', patient, async () => {
  const events = ['member.registered', 'profile.created', 'deposit.credited']
  inbox.secret = (await addEndpoint(database, receiver.url, events)).secret
  const total = MEMBERS * (2 + DEPOSITS)
  const living = Array.from({ length: MEMBERS }, () => live(DEPOSITS))
  const lives = Promise.all(living)
  for (let kill = 1; kill <= KILLS; kill++) {
    const sender = await senders.start(QUICK)
    const enough = Math.floor((total * kill) / (KILLS + 1))
    await until('some events', () => inbox.accepted.size >= enough, { deadlineMs: 400_000 })
    sender.process.kill('SIGKILL')
  }
  await lives
  // Two at once, as in production.
  await Promise.all([senders.start(QUICK), senders.start(QUICK)])
  await until('all events', () => inbox.accepted.size >= total, { deadlineMs: 400_000 })
  await until('the end of the last one', async () => (await open()) === 0)
  expect(inbox.wrong).toEqual([])
  expect(inbox.accepted.size).toBe(total)
  expect(await told()).toEqual({
    'member.registered': MEMBERS,
    'profile.created': MEMBERS,
    'deposit.credited': MEMBERS * DEPOSITS,
  })
  // The receiver did fail a third of the time.
  expect(inbox.attempts()).toBeGreaterThan(total * 1.4)
})

/** Deliveries that haven't ended. */
async function open(): Promise<number> {
  const rows = await database.db
    .selectFrom('webhook_deliveries')
    .select('event_no')
    .where('state', '<>', 'delivered')
    .execute()
  return rows.length
}

/** The number of events of each type. */
async function told(): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom('webhook_events')
    .select(['kind', ({ fn }) => fn.count<bigint>('no').as('count')])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]))
}
