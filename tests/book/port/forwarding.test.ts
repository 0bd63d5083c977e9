/** The ledger port: what an envelope may hold, who may send one, and what comes back. */
import { once } from 'node:events'
import { link, mkdtemp } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { DatabaseError } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reject, Rejection } from '../../../src/contract/refusals/reject.ts'
import { text } from '../../../src/contract/texts/texts.ts'
import { openKysely } from '../../../src/db/pool.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import {
  BookUnavailable,
  DatabaseRefuses,
  DoneElsewhere,
  KeyInProgress,
  KeyReused,
  NotLeader,
  NotRecorded,
  OutcomeUnknown,
} from '../../../src/server/book/submission.ts'
import type { Admit } from '../../../src/server/forward/allowed-commands.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { listenAt } from '../../../src/server/forward/listen.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { findSender, ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { readResult } from '../../../src/server/forward/read-result.ts'
import { encodeResult, MOST_BYTES, MOST_ITEMS } from '../../../src/server/forward/wire.ts'
import { decodeError, encodeError, WireError } from '../../../src/server/forward/wire-errors.ts'
import { PayoutsPaused } from '../../../src/server/payout/record-payouts.ts'
import { newSubmissionId } from '../../../src/server/book/submission.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { anyNumber } from '../../support/matching.ts'
import { isLong } from '../../support/scale.ts'

const secrets = { ledgerSecrets: { web: ['a secret of this test'], chain: ['another one'] } }
const token = ledgerToken(secrets, 'web')
const tokens = ledgerTokens(secrets)
/** This file is about envelopes. `ledger-port.test.ts` tests what each role may submit. */
const admit: Admit = (_sender, item) => item
const by = { system: 'test' }
const register = { kind: 'register', sponsor: 1 } as const
const log = pino({ level: 'silent' })
const known = { epoch: 7, address: 'http://127.0.0.1:9' }
let database: TestDatabase
let book: Book
let address: string
let stop: () => Promise<void>
let isOpen = true
let isStopping = false

beforeAll(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log })
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  stop = await serveLedger({
    book,
    leading: { isOpen: () => isOpen, isStopping: () => isStopping, known: () => known },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens,
    admit,
    tls: null,
    log,
  })
})
afterAll(async () => {
  await stop()
  await book.close()
  await database.close()
})

/** What the writer answers to an envelope of commands. */
type Envelope = { results: { done?: { seq: number } }[] }

const post = async (body: string, bearer = token) => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/commands`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as Envelope }
}
const item = (more: object = {}) => ({
  id: newSubmissionId(),
  timeLeftMs: 5_000,
  command: register,
  by,
  ...more,
})
const envelope = (...items: object[]) => JSON.stringify({ epoch: 7, items })
const countCommands = async (): Promise<number> => book.status().seq

test('answers the commands of an envelope in order', async () => {
  const refused = item({ command: { kind: 'activate', member: 99, profile: 99 } })
  const { status, body } = await post(envelope(item(), refused, item()))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    epoch: 7,
    results: [{ done: { receipt: null } }, { refusal: { code: 'not_found' } }, { done: {} }],
  })
  expect(body.results[2]?.done?.seq).toBe(Number(body.results[0]?.done?.seq) + 1)
})

test('runs a repeated id once', async () => {
  const one = item()
  const before = await countCommands()
  const [first, second] = await Promise.all([post(envelope(one)), post(envelope(one))])
  expect(second?.body).toEqual(first?.body)
  const { body } = await post(envelope({ ...one, again: true }))
  expect(body.results).toEqual([{ first: null }])
  expect(await countCommands()).toBe(before + 1)
})

test.each([
  ['more than 500 commands', () => envelope(...Array.from({ length: MOST_ITEMS + 1 }, item)), 400],
  ['more than 1 MiB', () => ' '.repeat(MOST_BYTES + 1), 413],
  ['no commands', () => envelope(), 400],
  ['no JSON', () => '{', 400],
])('refuses an envelope with %s', async (_what, body, status) => {
  const before = await countCommands()
  expect((await post(body())).status).toBe(status)
  expect(await countCommands()).toBe(before)
})

test.each([
  ['an unknown kind', item({ command: { kind: 'print_money' } })],
  ['no id', item({ id: undefined })],
  ['words for an amount', item({ command: { kind: 'expire_deposits', blockAt: 'now' } })],
  ['a field too many', item({ command: { ...register, extra: 1 } })],
  ['nothing at all', null],
])('refuses a command with %s, and runs the others', async (_what, odd) => {
  const before = await countCommands()
  const { status, body } = await post(envelope(item(), { ...odd }, item()))
  expect(status).toBe(200)
  // Nothing of it was done, which a sender of another version has to know.
  const refused = { error: { code: 'book_unavailable' } }
  expect(body.results).toMatchObject([{ done: {} }, refused, { done: {} }])
  expect(await countCommands()).toBe(before + 2)
})

test('accepts 500 commands at once', async () => {
  const { status, body } = await post(envelope(...Array.from({ length: MOST_ITEMS }, () => item())))
  expect([status, body.results.length]).toEqual([200, MOST_ITEMS])
})

test('refuses a wrong token before it reads anything', async () => {
  const other = { ledgerSecrets: { web: ['another secret'], chain: [] } }
  expect((await post(envelope(item()), ledgerToken(other, 'web'))).status).toBe(401)
  expect((await post(envelope(item()), ledgerToken(secrets, null))).status).toBe(401)
  expect((await post(envelope(item()), '')).status).toBe(401)
  expect(findSender(undefined, tokens)).toBeUndefined()
  expect(findSender(`Bearer ${token}`, { web: ['other', token], chain: [] })).toBe('web')
})

test('drops a command whose caller has given up', async () => {
  const before = await countCommands()
  const { body } = await post(envelope(item({ timeLeftMs: 0 })))
  expect(body.results).toMatchObject([{ error: { code: 'book_unavailable' } }])
  expect(await countCommands()).toBe(before)
})

test.runIf(isLong)('passes on that the database can’t write', async () => {
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
    create trigger refuse before insert on commands execute function refuse()`)
  const first = post(envelope(item({ timeLeftMs: 4_000 })))
  await expect.poll(() => book.status().isRefusing).toBe(true)
  // It waits behind the batch that is tried again and again.
  const { body } = await post(envelope(item({ timeLeftMs: 500 })))
  expect(body.results).toMatchObject([{ error: { code: 'database_refuses' } }])
  await first
  await database.pool.query('drop function refuse cascade')
  expect((await post(envelope(item()))).body.results).toMatchObject([{ done: {} }])
})

test('names the leader when it doesn’t lead, and reports that it is stopping', async () => {
  isOpen = false
  expect(await post(envelope(item()))).toEqual({ status: 409, body: known })
  isStopping = true
  expect(await post(envelope(item()))).toEqual({
    status: 503,
    body: { retryMs: anyNumber },
  })
  isOpen = true
  isStopping = false
  // A sender that has heard of a later epoch knows more than we do.
  const late = JSON.stringify({ epoch: 8, items: [item()] })
  expect((await post(late)).status).toBe(409)
})

test('holds commands while no leader accepts them, and follows a redirect', async () => {
  const port = await freePort()
  const place = { listen: { host: '127.0.0.1', port }, address: `http://127.0.0.1:${port}` }
  let redirects = 0
  const stopOther = await serveLedger({
    book,
    leading: {
      isOpen: () => false,
      isStopping: () => redirects++ === 0,
      known: () => ({ epoch: 7, address }),
    },
    place,
    tokens,
    admit,
    tls: null,
    log,
  })
  await database.pool.query(
    `update ledger_leader set epoch = 6, address = $1, alive_address = $1`,
    [place.address],
  )
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  try {
    // This test's book writes only while no ledger process leads, so it is redirected in vain.
    const submitted = forwarded.submit({ command: register, by, timeLeftMs: 1_000 })
    const error: unknown = await submitted.catch((failed: unknown) => failed)
    expect(error).toBeInstanceOf(Error)
    expect(redirects).toBeGreaterThan(1)
  } finally {
    await forwarded.close()
    await stopOther()
  }
})

test('never reports as undone what an earlier leader may have done', async () => {
  const id = newSubmissionId()
  const answers = [null, { error: { code: 'book_unavailable', message: 'too late' } }]
  const bodies: string[] = []
  const leader = http.createServer((request, response) => {
    void textOf(request).then((body) => {
      bodies.push(body)
      const answer = answers[Math.min(bodies.length, answers.length) - 1]
      // The first one dies after it has read the command.
      if (!answer) return request.socket.destroy()
      return response.end(JSON.stringify({ epoch: 7, results: [answer] }))
    })
  })
  const port = await freePort()
  leader.listen(port, '127.0.0.1')
  await database.pool.query(
    `update ledger_leader set epoch = epoch + 1, address = $1, alive_address = $1`,
    [`http://127.0.0.1:${port}`],
  )
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  try {
    const submitted = forwarded.submit({ id, again: false, command: register, by, timeLeftMs: 900 })
    await expect(submitted).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(bodies.length).toBeGreaterThan(1)
  } finally {
    await forwarded.close()
    leader.closeAllConnections()
    leader.close()
  }
})

/** A sender, and how often it has queried the leader in the database. */
async function openCounted() {
  let asked = 0
  const db = openKysely(database.pool, () => (asked += 1))
  const sender = await openForwardedBook({ db, log, token, tls: null })
  return { sender, asked: () => asked }
}

test('doesn’t look for the leader for commands whose callers have given up', async () => {
  await database.pool.query(
    `update ledger_leader set epoch = epoch + 1, address = null, alive_address = null`,
  )
  const [left, waiting] = [await openCounted(), await openCounted()]
  const leader = http.createServer()
  try {
    const given = left.sender.submit({ command: register, by, timeLeftMs: 100 })
    await expect(given).rejects.toBeInstanceOf(BookUnavailable)
    // The rounds of one whose caller still waits are the clock for the other.
    const answered = waiting.sender.submit({ command: register, by })
    const rounds = (count: number): Promise<true> => {
      const from = waiting.asked()
      return until('more rounds', () => waiting.asked() >= from + count)
    }
    await rounds(2)
    const before = left.asked()
    await rounds(10)
    expect(left.asked()).toBe(before)
    const refusal = { code: 'not_found' }
    leader.listen(0, '127.0.0.1')
    await once(leader, 'listening')
    leader.on('request', (_request, response: http.ServerResponse) => {
      response.end(JSON.stringify({ epoch: 7, results: [{ refusal }] }))
    })
    const { port } = leader.address() as AddressInfo // it listens on TCP
    await database.pool.query(
      `update ledger_leader set epoch = epoch + 1, address = $1, alive_address = $1`,
      [`http://127.0.0.1:${port}`],
    )
    expect(await answered).toEqual({ accepted: false, refusal })
  } finally {
    await left.sender.close()
    await waiting.sender.close()
    leader.closeAllConnections()
    leader.close()
  }
})

test('takes over the socket of a killed ledger process', async () => {
  const folder = await mkdtemp(join(await scratchDirectory(), 'ledger-socket-'))
  const path = join(folder, 'ledger')
  const killed = net.createServer()
  await once(killed.listen(join(folder, 'of another name')), 'listening')
  await link(join(folder, 'of another name'), path)
  killed.close()
  await once(killed, 'close')
  const server = http.createServer()
  await listenAt(server, { listen: { path }, address: `unix:${path}` })
  // One that still answers keeps its own.
  const second = listenAt(http.createServer(), { listen: { path }, address: `unix:${path}` })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  server.close()
})

test.each([
  new NotLeader('x'),
  new BookUnavailable('x'),
  new DatabaseRefuses('x'),
  new OutcomeUnknown('x'),
  new KeyReused('x'),
  new KeyInProgress('x'),
  new DoneElsewhere('x'),
  new NotRecorded('x'),
  new PayoutsPaused('x'),
  Object.assign(new DatabaseError('x', 1, 'error'), { code: '23505', constraint: 'a_key' }),
])('passes $name to the caller unchanged', (error) => {
  const sent: unknown = JSON.parse(JSON.stringify(encodeError(error)))
  const read = decodeError(WireError.parse(sent))
  expect(read).toBeInstanceOf(error.constructor)
  expect(read.message).toBe('x')
  if (!(error instanceof DatabaseError)) return
  expect(read).toMatchObject({ code: '23505', constraint: 'a_key' })
})

test('passes a refusal to the caller unchanged', () => {
  const errors = { amount: [text('amount_invalid')] }
  const members = { next_allowed_at: '2026-01-01T00:00:00.000Z' }
  const refusal = reject('rate_limited', { errors, retryAfterSeconds: 7, members })
  const sent = JSON.parse(encodeResult(refusal)) as { error: object } // our own JSON
  const read = readResult(sent)
  expect(read).toBeInstanceOf(Rejection)
  expect(read).toEqual(refusal)
  expect(readResult(JSON.parse(encodeResult(reject('forbidden'))))).toEqual(reject('forbidden'))
  for (const newer of [{ reason: 'moon_phase' }, { text: { code: 'moon_phase', params: {} } }]) {
    expect(readResult({ error: { ...sent.error, ...newer } })).toBeInstanceOf(BookUnavailable)
  }
})

test('reports a bug as an ordinary error', () => {
  const read = decodeError(WireError.parse(encodeError(new TypeError('x'))))
  expect(read.constructor).toBe(Error)
})
