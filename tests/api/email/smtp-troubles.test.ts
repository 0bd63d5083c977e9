import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'
import type { Worker } from '../../../src/server/workers/repeat.ts'
import { until } from '../../support/poll.ts'
import { isLong, sample } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'

// SMTP servers that hang, refuse, or never stop talking, at each step of an email.

type Step = 'greeting' | 'MAIL' | 'RCPT' | 'end'
/** What a server sends at a step, or does instead. */
type Act = string | ((socket: Socket, line: string) => void)

const usual: Readonly<Record<Step, string>> = {
  greeting: '220 sink',
  MAIL: '250 OK',
  RCPT: '250 OK',
  end: '250 Accepted',
}
const LEASE = { seconds: 60, wholeSeconds: 60, renewMs: 100 }
const TIMES = { ...LEASE, replyMs: 60_000, sendMs: 60_000 }
/** For servers that don't answer. A busy machine may take as long for an answer. */
const HASTY = { ...TIMES, replyMs: 700 }

let edge: Edge
const servers: Server[] = []
const workers: Worker[] = []
beforeAll(async () => {
  edge = await openEdge()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  for (const server of servers.splice(0)) server.close()
  await edge.db.deleteFrom('emails').execute()
})
afterAll(() => edge.close())

/** A server that behaves oddly at some steps, and the connections that are open. */
async function serve(acts: Partial<Record<Step, Act>>) {
  const open = new Set<Socket>()
  const act = (socket: Socket, step: Step, line = ''): void => {
    const what = acts[step] ?? usual[step]
    if (typeof what === 'string') socket.write(`${what}\r\n`)
    else what(socket, line)
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    let isBody = false
    act(socket, 'greeting')
    createInterface(socket).on('line', (line) => {
      if (isBody) {
        if (line !== '.') return
        isBody = false
        return act(socket, 'end')
      }
      const [verb = ''] = line.split(' ')
      isBody = verb === 'DATA'
      if (verb === 'MAIL' || verb === 'RCPT') act(socket, verb, line)
      else socket.write(isBody ? '354 Send it\r\n' : '250 OK\r\n')
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { open, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

/** Answers all lines but these. */
const hangAt =
  (which: RegExp): Act =>
  (socket, line) => {
    if (!which.test(line)) socket.write('250 OK\r\n')
  }

function startWorker(port: number, times = TIMES): void {
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Twofold <no-reply@example.org>' }
  workers.push(startEmailWorker(edge.context, { ...settings, host: 'example.org' }, times))
}

const enqueue = (...recipients: string[]): Promise<void> => enqueueAs('money', recipients)

async function enqueueAs(
  kind: 'money' | 'security' | 'verification',
  recipients: readonly string[],
) {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  const emails = recipients.map((to) => ({ to, kind, content }))
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, emails))
}

/** An email with a past, which the worker doesn't see before. */
async function enqueueTried(to: string, past: { attempts: number; refusals: number }) {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  await edge.db.transaction().execute(async (tx) => {
    await enqueueEmails(tx, [{ to, kind: 'money', content }])
    await tx.updateTable('emails').set(past).where('recipient', '=', to).execute()
  })
}

const rowOf = (to: string) =>
  edge.db
    .selectFrom('emails')
    .select(['sent_at', 'failed_at', 'failure', 'attempts'])
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()

const attemptsOf = async (): Promise<number[]> =>
  (await edge.db.selectFrom('emails').select('attempts').orderBy('no').execute()).map(
    ({ attempts }) => attempts,
  )

const setAttempts = (to: string, attempts: number) =>
  edge.db.updateTable('emails').set({ attempts }).where('recipient', '=', to).execute()

const setRefusals = (to: string, refusals: number) =>
  edge.db.updateTable('emails').set({ refusals }).where('recipient', '=', to).execute()

async function endOfLease(to: string): Promise<number> {
  const row = edge.db.selectFrom('emails').select('next_at').where('recipient', '=', to)
  return (await row.executeTakeFirstOrThrow()).next_at.getTime()
}

const failureOf = (to: string): Promise<string> =>
  until(`the email to ${to} to fail`, async () => (await rowOf(to)).failure || null)

const sent = (to: string): Promise<unknown> =>
  until(`the email to ${to}`, async () => (await rowOf(to)).sent_at)

const refusals: [string, Partial<Record<Step, Act>>][] = [
  ['greets nobody', { greeting: '554 5.7.1 Try later' }],
  ['refuses our sender', { MAIL: '550 5.7.1 Sender not verified' }],
  ['doesn’t relay for us', { RCPT: '554 5.7.1 <kept@example.org>: Relay access denied' }],
  ['doesn’t relay, without a reason code', { RCPT: '550 relay not permitted' }],
  ['has suspended us', { end: '554 5.7.1 Account suspended' }],
  ['has reached our quota', { end: '454 Daily message quota exceeded' }],
  ['is full', { RCPT: '452 4.3.1 Insufficient system storage' }],
]
test.each(sample(refusals, 7))(
  'keeps an email for three days for a server that %s',
  async (_, acts) => {
    const { port } = await serve(acts)
    await enqueue('kept@example.org')
    await setAttempts('kept@example.org', 79)
    startWorker(port)
    expect(await failureOf('kept@example.org')).toMatch(/[45]5[024] /)
    expect((await rowOf('kept@example.org')).failed_at).toBeNull()
  },
)

test.runIf(isLong)(
  'gives up soon on an email that a server refuses while it takes others',
  async () => {
    let next = 1
    const act = (socket: Socket): void =>
      void socket.write(next++ === 2 ? '450 Not now\r\n' : '250 OK\r\n')
    const { port } = await serve({ RCPT: act })
    startWorker(port)
    await enqueue('taken@example.org')
    await sent('taken@example.org')
    await enqueueTried('never@example.org', { attempts: 20, refusals: 11 })
    expect(await failureOf('never@example.org')).toContain('Not now')
    expect((await rowOf('never@example.org')).failed_at).not.toBeNull()
  },
)

test.runIf(isLong)(
  'doesn’t count the tries of an outage once a server refuses an email for now',
  async () => {
    let refusals = 1
    const act = (socket: Socket): void =>
      void socket.write(refusals-- > 0 ? '450 4.2.0 Greylisted\r\n' : '250 OK\r\n')
    const { port } = await serve({ RCPT: act })
    await enqueue('outlasted@example.org')
    await setAttempts('outlasted@example.org', 20)
    startWorker(port)
    expect(await failureOf('outlasted@example.org')).toContain('Greylisted')
    expect((await rowOf('outlasted@example.org')).failed_at).toBeNull()
  },
)

const rejections: [string, Partial<Record<Step, Act>>][] = [
  ['the recipient', { RCPT: '550 5.1.1 Unknown' }],
  ['the email', { end: '554 5.6.0 Refused' }],
]
test.each(sample(rejections, 2))('gives up once the server refuses %s', async (_, acts) => {
  const { port } = await serve(acts)
  startWorker(port)
  await enqueue('refused@example.org')
  expect(await failureOf('refused@example.org')).toMatch(/55[04] 5\.[16]\.[01]/)
  const { failed_at: failedAt, attempts } = await rowOf('refused@example.org')
  expect([failedAt !== null, attempts]).toEqual([true, 1])
})

test('keeps emails while no server answers, for three days', async () => {
  const { port } = await serve({ greeting: (socket) => socket.destroy() })
  await enqueue('early@example.org', 'late@example.org')
  await setAttempts('early@example.org', 80)
  await setAttempts('late@example.org', 81)
  startWorker(port)
  await Promise.all([failureOf('early@example.org'), failureOf('late@example.org')])
  expect((await rowOf('early@example.org')).failed_at).toBeNull()
  expect((await rowOf('late@example.org')).failed_at).not.toBeNull()
})

test('doesn’t send an email for days that may have been delivered', async () => {
  const { port } = await serve({ end: (socket) => socket.destroy() })
  await enqueue('early@example.org', 'late@example.org')
  await setRefusals('early@example.org', 10)
  await setRefusals('late@example.org', 11)
  startWorker(port)
  await Promise.all([failureOf('early@example.org'), failureOf('late@example.org')])
  expect((await rowOf('early@example.org')).failed_at).toBeNull()
  expect((await rowOf('late@example.org')).failed_at).not.toBeNull()
})

test.runIf(isLong)('sends one copy although the database fails to store it at first', async () => {
  let copies = 0
  const { port } = await serve({
    end(socket) {
      copies += 1
      socket.write('250 Accepted\r\n')
    },
  })
  await sql`create sequence tries`.execute(edge.db)
  await sql`grant usage on sequence tries to public`.execute(edge.db)
  await sql`create function refuse_once() returns trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then raise exception 'not now'; end if; return new; end $$
  `.execute(edge.db)
  await sql`create trigger refuse_once before update on emails for each row
    when (new.sent_at is not null) execute function refuse_once()`.execute(edge.db)
  startWorker(port)
  await enqueue('stored@example.org')
  await sent('stored@example.org')
  expect(copies).toBe(1)
  await sql`drop function refuse_once cascade`.execute(edge.db)
  await sql`drop sequence tries`.execute(edge.db)
})

test.runIf(isLong)(
  'gives up soon on a registration’s email that gets no answer while others do',
  async () => {
    const { port } = await serve({ RCPT: hangAt(/never|reset/) })
    await enqueueAs('verification', ['never@example.net'])
    await enqueueAs('security', ['reset@example.com'])
    for (const to of ['never@example.net', 'reset@example.com']) await setRefusals(to, 4)
    await enqueue('taken@example.org')
    startWorker(port, { ...TIMES, replyMs: 3_000 })
    await sent('taken@example.org')
    await Promise.all([failureOf('never@example.net'), failureOf('reset@example.com')])
    expect((await rowOf('never@example.net')).failed_at).not.toBeNull()
    expect((await rowOf('reset@example.com')).failed_at).toBeNull()
  },
)

test.runIf(isLong)(
  'keeps a registration’s email while nobody answers, until its link expires',
  async () => {
    const { port } = await serve({ RCPT: hangAt(/@/) })
    await enqueueAs('verification', ['young@example.net', 'old@example.net'])
    await setRefusals('young@example.net', 4)
    const created = new Date(Date.now() - 48 * 3_600_000)
    await edge.db
      .updateTable('emails')
      .set({ created_at: created })
      .where('recipient', '=', 'old@example.net')
      .execute()
    // The clock of this process isn't asked.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    startWorker(port, HASTY)
    await Promise.all([failureOf('young@example.net'), failureOf('old@example.net')])
    expect((await rowOf('young@example.net')).failed_at).toBeNull()
    expect((await rowOf('old@example.net')).failed_at).not.toBeNull()
  },
)

test.runIf(isLong).each<Step>(['greeting', 'MAIL', 'RCPT'])(
  'gives up on a server that hangs at %s, and closes the connection',
  async (step) => {
    // It says something all the time, so the socket is never idle.
    const trickle = (socket: Socket): void => {
      const code = usual[step].slice(0, 3)
      const timer = setInterval(() => socket.write(`${code}-Wait\r\n`), 50)
      socket.on('close', () => clearInterval(timer))
    }
    let hangs = 1
    const act = (socket: Socket): void => {
      if (hangs-- > 0) trickle(socket)
      else socket.write(`${usual[step]}\r\n`)
    }
    const { open, port } = await serve({ [step]: act })
    startWorker(port, HASTY)
    await enqueue('first@example.org')
    expect(await failureOf('first@example.org')).toContain('took longer than 0.7 s')
    await sent('first@example.org')
    expect(open.size).toBe(1)
  },
)

test.runIf(isLong)('waits longer once the server has the whole email', async () => {
  const ends: Socket[] = []
  const { port } = await serve({ end: (socket) => ends.push(socket) })
  startWorker(port, { ...HASTY, renewMs: 200 })
  await enqueue('slow@example.org')
  await until('the whole email', () => ends[0])
  const before = await endOfLease('slow@example.org')
  await until('the worker to wait past the time for replies', async () => {
    return (await endOfLease('slow@example.org')) > before + 2 * HASTY.replyMs
  })
  ends[0]?.write('250 Accepted\r\n')
  await sent('slow@example.org')
  expect([ends.length, (await rowOf('slow@example.org')).attempts]).toEqual([1, 1])
})

test('sends the others while a server hangs at some recipients', async () => {
  const hanging: Socket[] = []
  const act = (socket: Socket): void => {
    if (hanging.length < 3) hanging.push(socket)
    else socket.write('250 OK\r\n')
  }
  const { port } = await serve({ RCPT: act })
  await enqueue('first@example.org', 'second@example.org', 'third@example.org')
  startWorker(port)
  await until('three recipients to hang', () => hanging.length === 3)
  await enqueue('fourth@example.com', 'fifth@example.com')
  await sent('fourth@example.com')
  await sent('fifth@example.com')
  expect((await rowOf('first@example.org')).failure).toBe('')
  for (const socket of hanging) socket.destroy()
})

test('begins no email while it stops', async () => {
  const hanging: Socket[] = []
  const { port } = await serve({ RCPT: (socket) => void hanging.push(socket) })
  // Nothing waits between these. A busy machine can lose a connection, and begin one more.
  await enqueueAs(
    'security',
    Array.from({ length: 200 }, (_, no) => `reader@${no}.example.org`),
  )
  startWorker(port)
  await until('four recipients to hang', () => hanging.length >= 4)
  const before = await attemptsOf()
  const stopping = Promise.all(workers.splice(0).map((worker) => worker.stop()))
  for (const socket of hanging) socket.write('250 OK\r\n')
  await stopping
  expect(await attemptsOf()).toEqual(before)
  const sentNow = edge.db.selectFrom('emails').select('no').where('sent_at', 'is not', null)
  expect((await sentNow.execute()).length).toBeGreaterThan(0)
  const failures = await edge.db.selectFrom('emails').select('failure').distinct().execute()
  const waits = before.includes(0)
  expect({ waits, failures: waits ? [] : failures }).toEqual({ waits: true, failures: [] })
})
