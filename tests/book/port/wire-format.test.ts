/** The ledger port between two versions: what the one before wrote, and what it can't know yet. */
import { once } from 'node:events'
import http from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'
import { readCall } from '../../../src/server/book/batch-hook.ts'
import {
  DatabaseRefuses,
  BookUnavailable,
  OutcomeUnknown,
  type Result,
} from '../../../src/server/book/submission.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { readItem } from '../../../src/server/forward/read-item.ts'
import { readResult } from '../../../src/server/forward/read-result.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import {
  OLDEST_PROTOCOL,
  PROTOCOL,
  PROTOCOL_HEADER,
  readAnswer,
  readLine,
} from '../../../src/server/forward/wire.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { portItems } from './port-items.ts'
import { readWireRecord, results, writeWireRecord } from './wire-record.ts'

const recorded = readWireRecord()
const log = pino({ level: 'silent' })
const register = { command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } } as const
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

/** The names and types of everything within, without the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]): [string, unknown] => [name, shapeOf(each)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

test('reads every item of the previous version', async () => {
  const hooks = productHooks(await configOf({ DATA_DIR: await scratchDirectory() }))
  expect(Object.keys(recorded.items).toSorted()).toEqual(Object.keys(portItems).toSorted())
  for (const item of Object.values(recorded.items)) {
    const read = readItem(item)
    // As the log would have it: nothing was dropped or made up.
    expect(JSON.parse(JSON.stringify(read, asText))).toEqual(item)
    // Throws for an input that the hook can't read.
    if (read.hook) readCall(hooks, read, read.hook)
  }
})

/** Errors by their kind. A bug of the leader's is an ordinary error to its senders. */
const comparable = (result: Result | Error): unknown =>
  result instanceof Error ? result.constructor.name.replace('TypeError', 'Error') : result

const asText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

test.each(Object.entries(results))('reads the result “%s” of the previous version', (name, was) => {
  expect(comparable(readResult(recorded.results[name]))).toEqual(comparable(was))
})

test('reads results as the previous version sends them', () => {
  const { whole, line } = recorded.answers
  expect(readAnswer(JSON.stringify(whole))).toMatchObject({ at: [0, 1] })
  expect(readLine(JSON.stringify(line))).toMatchObject({ at: [2, 0] })
  for (const { results: each } of [
    readAnswer(JSON.stringify(whole)),
    readLine(JSON.stringify({ ...line, lsn: '0/1' })),
  ]) {
    expect(each.map((result) => comparable(readResult(result)))).toMatchObject([
      { accepted: true, replayed: false },
      { accepted: false, refusal: { code: 'not_found' } },
    ])
  }
})

test('sends nothing that the previous version doesn’t know', () => {
  expect(shapeOf(writeWireRecord())).toEqual(shapeOf(recorded))
})

test('treats unknown answers of a newer leader safely', () => {
  const [done, first] = [recorded.results.done, recorded.results['done before']]
  expect(readResult({ ...done, lsn: '0/1' })).toEqual(readResult(done))
  expect(readResult({ ...first, lsn: '0/1' })).toEqual(readResult(first))
  expect(readResult({ error: { code: 'not_found', message: 'x', hint: 'y' } })).toBeInstanceOf(
    BookUnavailable,
  )
  expect(readResult({ error: { code: 'moon_phase' } })).toBeInstanceOf(BookUnavailable)
  expect(readResult({ refusal: { code: 'moon_phase' } })).toBeInstanceOf(BookUnavailable)
  expect(readResult({ refusal: { code: 'on_hold' } })).toBeInstanceOf(BookUnavailable)
  // This may be a command that is done.
  expect(readResult({ finished: true })).toBeInstanceOf(OutcomeUnknown)
})

const secrets = { ledgerSecrets: { web: ['a secret of this test'], chain: ['another one'] } }
const token = ledgerToken(secrets, 'web')

/** Makes an address the leader's, as far as senders know. */
const lead = (address: string) =>
  database.pool.query(
    `update ledger_leader set epoch = epoch + 1, address = $1, alive_address = $1`,
    [address],
  )

test('refuses another protocol before reading any command', async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let submitted = 0
  const stop = await serveLedger({
    book: {
      submit: () => {
        submitted += 1
        return Promise.reject(new BookUnavailable('x'))
      },
    },
    leading: {
      isOpen: () => true,
      isStopping: () => false,
      known: () => ({ epoch: 1_000, address }),
    },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens: ledgerTokens(secrets),
    admit: (_sender, item) => item,
    tls: null,
    log,
  })
  const statusOf = async (protocol: string | null): Promise<number> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(protocol === null ? {} : { [PROTOCOL_HEADER]: protocol }),
    }
    const body = JSON.stringify({ epoch: 1, items: [recorded.items.register] })
    const { status } = await fetch(`${address}/commands`, { method: 'POST', headers, body })
    return status
  }
  try {
    expect([await statusOf(String(PROTOCOL + 1)), await statusOf('0')]).toEqual([426, 426])
    expect(submitted).toBe(0)
    expect([await statusOf(String(PROTOCOL)), await statusOf(null)]).toEqual([200, 200])
    expect(submitted).toBe(2)
  } finally {
    await stop()
  }
})

/** A leader of the previous version, or of this one. It gives every command the same result. */
async function startLeader(newest: 1 | 2) {
  const seen: { protocol: number; items: Record<string, unknown>[] }[] = []
  const answer: { result: object | undefined } = { result: recorded.results.done }
  const leader = http.createServer(async (request, response) => {
    const { items } = JSON.parse(await textOf(request)) as { items: Record<string, unknown>[] }
    const protocol = Number(request.headers[PROTOCOL_HEADER.toLowerCase()])
    seen.push({ protocol, items })
    if (newest > 1) response.setHeader(PROTOCOL_HEADER, newest)
    if (protocol > newest) return response.writeHead(426).end('{}')
    return response.end(JSON.stringify({ epoch: 1, results: items.map(() => answer.result) }))
  })
  await once(leader.listen(0, '127.0.0.1'), 'listening')
  const stop = (): void => leader.close().closeAllConnections()
  onTestFinished(stop)
  const at = leader.address()
  await lead(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`)
  return { seen, answer, stop }
}

const activation = {
  command: { kind: 'activate', member: 2, profile: 3 },
  by: { member: 2 },
  session: '7',
} as const

test('leaves a session unchecked only for a leader that checks it', async () => {
  const newer = await startLeader(2)
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  onTestFinished(() => forwarded.close())
  // It learns from the first answer what the leader does.
  expect(forwarded.checksSessions()).toBe(false)
  expect(await forwarded.submit(register)).toMatchObject({ accepted: true })
  expect(forwarded.checksSessions()).toBe(true)
  await forwarded.submit(activation)
  expect(newer.seen.map(({ protocol }) => protocol)).toEqual([1, 2])
  expect(newer.seen[1]?.items[0]).toMatchObject({ session: '7', by: { member: 2 } })

  newer.stop()
  const older = await startLeader(1)
  const asked = [forwarded.submit(activation), forwarded.submit(register)]
  const [refused, done] = await Promise.allSettled(asked)
  expect(refused).toMatchObject({ status: 'rejected' })
  expect(done).toMatchObject({ status: 'fulfilled', value: { accepted: true } })
  // It ran no command whose session it would have ignored.
  const ran = older.seen.filter(({ protocol }) => protocol === 1)
  expect(ran.flatMap(({ items }) => items).filter(({ session }) => session !== undefined)).toEqual(
    [],
  )
  expect(forwarded.checksSessions()).toBe(false)
})

test('remembers that the leader’s database refused to write, until it writes again', async () => {
  const leader = await startLeader(2)
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  onTestFinished(() => forwarded.close())
  leader.answer.result = { error: { code: 'database_refuses', message: 'the disk is full' } }
  await expect(forwarded.submit(register)).rejects.toBeInstanceOf(DatabaseRefuses)
  expect(forwarded.status().isRefusing).toBe(true)
  leader.answer.result = recorded.results.done
  await forwarded.submit(register)
  expect(forwarded.status().isRefusing).toBe(false)
})

test('keeps no command waiting for one whose session the leader can’t check', async () => {
  const older = await startLeader(1)
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  onTestFinished(() => forwarded.close())
  // A newer leader may have done the activation before this one took over.
  const asked = [{ ...activation, again: true }, register].map((each) => forwarded.submit(each))
  const [unknown, done] = await Promise.allSettled(asked)
  expect(unknown).toMatchObject({ status: 'rejected', reason: { name: 'OutcomeUnknown' } })
  expect(done).toMatchObject({ status: 'fulfilled', value: { accepted: true } })
  expect(older.seen.map(({ protocol }) => protocol)).toEqual([2, 1])
})

test.each([{ by: { system: 'chain' } }, { session: 7 }, { session: '7x' }, { session: null }])(
  'reads no session from %j',
  (more) => {
    const item = { ...recorded.items.activate, session: '7', ...more }
    expect(() => readItem(item)).toThrow('the session of an item is malformed')
  },
)

/** A suspension whose reason has so many characters. */
function suspension(length: number): object {
  const input = { by: { operator: 'ann', requestId: 'r1' }, reason: 'x'.repeat(length) }
  return { ...recorded.items.activate, hook: { name: 'suspend-member', input } }
}

test('reads no text of a hook that no form accepts', () => {
  expect(readItem(suspension(5_000)).hook?.name).toBe('suspend-member')
  expect(() => readItem(suspension(10_001))).toThrow('the hook of an item is malformed')
})

test.each([400, 426])('reports a command refused with %s as not done', async (status) => {
  const protocols: unknown[] = []
  const leader = http.createServer((request, response) => {
    protocols.push(request.headers[PROTOCOL_HEADER.toLowerCase()])
    response.writeHead(status).end('{"protocols":[2,2]}')
  })
  await once(leader.listen(0, '127.0.0.1'), 'listening')
  const at = leader.address()
  await lead(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`)
  const forwarded = await openForwardedBook({ db: database.db, log, token, tls: null })
  try {
    await expect(forwarded.submit(register)).rejects.toThrow('of another version')
    await expect(forwarded.submit(register)).rejects.toBeInstanceOf(BookUnavailable)
    expect(protocols).toEqual([String(OLDEST_PROTOCOL), String(OLDEST_PROTOCOL)])
    // What an earlier leader may have done stays unknown.
    const again = forwarded.submit({ ...register, again: true, timeLeftMs: 500 })
    await expect(again).rejects.toBeInstanceOf(OutcomeUnknown)
  } finally {
    await forwarded.close()
    leader.closeAllConnections()
    leader.close()
  }
})
