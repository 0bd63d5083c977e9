/** Answers on the ledger port come as soon as a batch is done, whatever else their envelope has. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Book } from '../../../src/server/book/book.ts'
import { KeyReused, newSubmissionId, OutcomeUnknown } from '../../../src/server/book/submission.ts'
import type { Admit } from '../../../src/server/forward/allowed-commands.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { LINES } from '../../../src/server/forward/wire.ts'
import { newHolder, openLedger, type Ledger } from '../../../src/server/leader/leadership.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { isLong } from '../../support/scale.ts'

const secrets = { ledgerSecrets: { web: ['a secret of this test'], chain: ['another one'] } }
const token = ledgerToken(secrets, 'web')
const log = pino({ level: 'silent' })
const command = { kind: 'register', sponsor: 1 } as const
const quick = { command, by: { system: 'quick' } } as const
const slow = { command, by: { system: 'slow' } } as const

let database: TestDatabase
let ledger: Ledger
/** Where the leader listens. Senders find the way to it instead, which a test may change. */
let address: string
let stop: () => Promise<void>
let takeWay: http.RequestListener
const way = http.createServer((request, response) => takeWay(request, response))
let tries = 0
/** What the slow ones wait for, as others wait for the database when the leader checks them. */
let gate = Promise.withResolvers<void>()
const admit: Admit = async (_sender, item) => {
  if ('system' in item.by && item.by.system === 'slow') await gate.promise
  return item
}

beforeAll(async () => {
  database = await createTestDatabase()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const shown = `http://127.0.0.1:${(way.address() as AddressInfo).port}` // it listens on TCP
  ledger = await openLedger({
    ...database,
    log,
    directUrl: database.url,
    holder: newHolder(),
    places: { address: shown, aliveAddress: shown },
    onBatch: () => void (tries += 1),
  })
  stop = await serveLedger({
    book: ledger.book,
    leading: { isOpen: () => true, isStopping: () => false, known: () => ledger.leader() },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens: ledgerTokens(secrets),
    admit,
    tls: null,
    log,
  })
  await until('a founded ledger', () => ledger.book.status().seq > 0)
})
afterAll(async () => {
  gate.resolve()
  way.closeAllConnections()
  way.close()
  await stop()
  await ledger.stop()
  await database.close()
})

const countCommands = (): number => ledger.book.status().seq

function closeGate(): () => void {
  gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  return gate.resolve
}

async function openSender(): Promise<Book> {
  const sender = await openForwardedBook({ db: database.db, log, token, tls: null })
  onTestFinished(() => sender.close())
  return sender
}

type SentItem = { readonly id: string; readonly again?: boolean; readonly by: object }
type SentEnvelope = { readonly items: readonly SentItem[] }

/** Leads senders to the leader, records what they send, and can cut their connections. */
function openWay() {
  const sent: SentEnvelope[] = []
  const open = new Set<http.ServerResponse>()
  takeWay = (request, response) => {
    void text(request).then((body) => {
      sent.push(JSON.parse(body) as SentEnvelope) // our own sender wrote it
      open.add(response)
      const { headers: given, method } = request
      const options = { method, headers: given }
      const onward = http.request(`${address}/commands`, options, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => {
        open.delete(response)
        onward.destroy()
      })
      return onward.end(body)
    })
  }
  const cut = (): void => {
    for (const response of open) response.destroy()
  }
  return { sent, cut }
}

test('answers a quick command before a slow one in the same envelope', async () => {
  const openGate = closeGate()
  const { sent } = openWay()
  const sender = await openSender()
  const before = countCommands()
  const isSlowDone = { value: false }
  const slowly = sender.submit(slow).finally(() => (isSlowDone.value = true))
  expect(await sender.submit(quick)).toMatchObject({ accepted: true, replayed: false })
  expect(isSlowDone.value).toBe(false)
  expect(sent.map(({ items }) => items.length)).toEqual([2])
  openGate()
  expect(await slowly).toMatchObject({ accepted: true, replayed: false })
  expect(countCommands()).toBe(before + 2)
  expect(sent.length).toBe(1)
})

test('sends commands together that arrive while an envelope is unanswered', async () => {
  const openGate = closeGate()
  const { sent } = openWay()
  const sender = await openSender()
  // On a busy machine, the second may come long after the first.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slowly = sender.submit(slow)
  await until('an envelope', () => sent.length > 0)
  const first = sender.submit(quick)
  await nextTurn()
  const both = Promise.all([first, sender.submit(quick)])
  vi.advanceTimersByTime(50)
  vi.useRealTimers()
  // Neither waits for the slow one.
  await both
  expect(sent.map(({ items }) => items.length)).toEqual([1, 2])
  openGate()
  expect(await slowly).toMatchObject({ accepted: true })
})

test('repeats only unanswered commands after a cut in the middle of an answer', async () => {
  const openGate = closeGate()
  const { sent, cut } = openWay()
  const sender = await openSender()
  const before = countCommands()
  const both = [sender.submit(quick), sender.submit(slow)]
  expect(await both[0]).toMatchObject({ accepted: true })
  cut()
  await until('another try', () => sent.length > 1)
  openGate()
  expect(await both[1]).toMatchObject({ accepted: true })
  expect(countCommands()).toBe(before + 2)
  const [first, ...later] = sent
  expect(first?.items.map(({ by }) => by)).toEqual([quick.by, slow.by])
  const id = first?.items[1]?.id
  for (const { items } of later) expect(items).toMatchObject([{ id, by: slow.by, again: true }])
})

const headers = { authorization: `Bearer ${token}` }
const itemOf = (submission: object, id = newSubmissionId()) => ({
  id,
  timeLeftMs: 8_000,
  ...submission,
})
const envelope = (...items: object[]): string => JSON.stringify({ epoch: 0, items })
const post = (body: string, more: object = {}) =>
  fetch(`${address}/commands`, { method: 'POST', headers: { ...headers, ...more }, body })

test('sends all results at once, in order, to a sender that accepts no lines', async () => {
  const openGate = closeGate()
  const before = countCommands()
  const answering = post(envelope(itemOf(slow), itemOf(quick)))
  await until('the quick one', () => countCommands() === before + 1)
  openGate()
  const answer = await answering
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({
    epoch: ledger.leader().epoch,
    results: [
      { done: expect.objectContaining({ seq: before + 2 }) as unknown },
      { done: expect.objectContaining({ seq: before + 1 }) as unknown },
    ],
  })
})

test('runs all commands of a sender that disconnects in the middle of its answer', async () => {
  const openGate = closeGate()
  const before = countCommands()
  const request = http.request(`${address}/commands`, {
    method: 'POST',
    headers: { ...headers, Accept: LINES },
  })
  request.end(envelope(itemOf(quick), itemOf(slow)))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const [line] = (await once(response.setEncoding('utf8'), 'data')) as [string]
  expect(JSON.parse(line)).toMatchObject({ at: [0], results: [{ done: { seq: before + 1 } }] })
  response.on('error', () => {})
  response.destroy()
  openGate()
  await until('the slow one', () => countCommands() === before + 2)
  expect((await post(envelope(itemOf(quick)))).status).toBe(200)
})

/** Answers senders with these bytes, a piece at a time. */
function answerInPieces(...parts: readonly Buffer[]): void {
  takeWay = (request, response) => {
    response.writeHead(200, { 'content-type': LINES })
    const write = (i: number): void => {
      const part = parts[i]
      if (part) response.write(part, () => setImmediate(write, i + 1))
      else response.end()
    }
    request.resume().on('end', () => write(0))
  }
}

test('reads a line that arrives in pieces, even of one character', async () => {
  const error = { code: 'key_reused', message: 'für etwas anderes' }
  const line = Buffer.from(`${JSON.stringify({ at: [0], results: [{ error }] })}\n`)
  const inside = line.indexOf('ü') + 1
  answerInPieces(line.subarray(0, 5), line.subarray(5, inside), line.subarray(inside))
  const sender = await openSender()
  const failed = await sender.submit(quick).catch((reason: unknown) => reason)
  expect(failed).toBeInstanceOf(KeyReused)
  expect(failed).toMatchObject({ message: error.message })
})

test.each([
  ['a result of no command', [{ at: [1], results: [{ refusal: { code: 'not_found' } }] }]],
  ['a place without a result', [{ at: [0], results: [] }]],
  ['no result', []],
])('treats a command as possibly done after %s', async (_what, lines) => {
  answerInPieces(...lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)))
  const sender = await openSender()
  const submitted = sender.submit({ ...quick, timeLeftMs: 300 })
  await expect(submitted).rejects.toBeInstanceOf(OutcomeUnknown)
})

/** The statements that run on a database's connections while `work` does. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const seen = new Set<object>()
  const restore: (() => void)[] = []
  const watch = (client: { query: (...asked: never[]) => unknown }): void => {
    if (seen.has(client)) return
    seen.add(client)
    const query = client.query
    restore.push(() => Object.assign(client, { query }))
    Object.assign(client, {
      query: (...asked: never[]) => {
        const [first] = asked as (string | { text: string })[]
        texts.push(typeof first === 'string' ? first : (first?.text ?? ''))
        return query.apply(client, asked)
      },
    })
  }
  database.pool.on('acquire', watch)
  await work()
  database.pool.off('acquire', watch)
  for (const each of restore) each()
  return texts
}

const isLookUp = (statement: string): boolean => statement.includes('"submission" = any')

test('looks up only those submissions that may be in the log', async () => {
  const id = newSubmissionId()
  const first = await statementsOf(() => post(envelope(itemOf(quick, id))))
  expect(first.some((statement) => statement.includes('lock_book'))).toBe(true)
  expect(first.filter(isLookUp)).toEqual([])
  const again = await statementsOf(() => post(envelope(itemOf({ ...quick, again: true }, id))))
  expect(again.filter(isLookUp).length).toBe(1)
})

async function send(...ids: string[]): Promise<unknown> {
  const answer = await post(envelope(...ids.map((id) => itemOf(quick, id))))
  return ((await answer.json()) as { results: unknown }).results
}

test('runs an unannounced repeat once, at the cost of one retry', async () => {
  const ids = [newSubmissionId(), newSubmissionId()]
  await send(...ids)
  const before = { commands: countCommands(), tries }
  expect(await send(ids[0] ?? '', newSubmissionId())).toMatchObject([{ first: null }, { done: {} }])
  expect(countCommands()).toBe(before.commands + 1)
  expect(tries).toBe(before.tries + 2)
  // The next one doesn't cost the others beside it a try.
  expect(await send(ids[1] ?? '', newSubmissionId())).toMatchObject([{ first: null }, { done: {} }])
  expect(tries).toBe(before.tries + 3)
})

/** Answers the first envelopes itself, and leads the others to the leader. */
function answerFirst(count: number, answer: (response: http.ServerResponse) => void) {
  const { sent } = openWay()
  const onward = takeWay
  const first = { left: count }
  takeWay = (request, response) => {
    if (first.left === 0) return onward(request, response)
    first.left -= 1
    return void text(request).then(() => answer(response))
  }
  return { sent, first }
}

const refused = '{"refusal":{"code":"not_found"}}'

test.each([
  ['ends in the middle of a line', `{"at":[1,0],"results":[${refused},${refused}]}`],
  ['has a result for no command', `{"at":[0,9],"results":[${refused},${refused}]}\n`],
  ['has two results for a command', `{"at":[0,0],"results":[${refused},${refused}]}\n`],
])('repeats the commands of an answer that %s', async (_how, body) => {
  answerFirst(1, (response) => response.writeHead(200, { 'Content-Type': LINES }).end(body))
  const sender = await openSender()
  const before = countCommands()
  const both = await Promise.all([sender.submit(quick), sender.submit(quick)])
  expect(both).toMatchObject([{ accepted: true }, { accepted: true }])
  expect(countCommands()).toBe(before + 2)
})

test.runIf(isLong)('keeps sending after a leader answers none of eight envelopes', async () => {
  const { first } = answerFirst(8, () => {})
  const sender = await openSender()
  const ended: Promise<unknown>[] = []
  for (let left = 7; left >= 0; left--) {
    ended.push(sender.submit({ ...quick, timeLeftMs: 500 }).catch((error: unknown) => error))
    await until('an envelope', () => first.left <= left)
  }
  const errors = await Promise.all(ended)
  expect(errors.every((error) => error instanceof OutcomeUnknown)).toBe(true)
  expect(await sender.submit(quick)).toMatchObject({ accepted: true })
})

test.runIf(isLong)('waits for a busy leader no longer than a second', async () => {
  answerFirst(1, (response) => response.writeHead(503).end('{"retryMs":2000000000}'))
  const sender = await openSender()
  expect(await sender.submit(quick)).toMatchObject({ accepted: true })
})
