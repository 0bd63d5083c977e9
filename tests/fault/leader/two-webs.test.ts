/**
 * Two web processes at once, while the leader changes. An act that may happen once happens once,
 * whichever process gets the request, and however often its answer is lost.
 */
import { Agent, request as ask } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openEdge, type Edge } from '../../api/support/edge.ts'
import { csvFile } from '../../api/support/makers/import-makers.ts'
import { addMember, fundMember, type TestMember } from '../../api/support/members.ts'
import { signInStaff } from '../../api/support/staff-edge.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { AUTH_SECRET, leaderOf, startLedger, startWeb, type LedgerProcess } from './ledger-fleet.ts'

const ROUNDS = 20
const PUBLIC_URL = 'http://localhost:3000'
const limits = { APPROVAL_LIMIT_USD: '100', APPROVAL_DAY_LIMIT_USD: '100000' }
const settings = { RATE_LIMITS: 'off', AUTH_COST: 'low', PUBLIC_URL, ...limits }

let database: TestDatabase
let edge: Edge
let fleet: LedgerProcess[] = []
let webs: LedgerProcess[] = []
const staff = new Map<string, Record<string, string>>()
const members: TestMember[] = []
const agent = new Agent({ keepAlive: true })

type Answer = { status: number; body: Record<string, unknown> }
type Sent = { headers?: Record<string, string>; body?: unknown; loseAnswer?: boolean }

/** A POST to one of the processes. To lose the answer, it disconnects once the request is sent. */
async function post(web: number, path: string, sent: Sent = {}): Promise<Answer | null> {
  const { headers = {}, body = {}, loseAnswer = false } = sent
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
  const request = ask(`${webs[web % webs.length]?.address}/api/${path}`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  request.on('error', (error) => (loseAnswer ? resolve(null) : reject(error)))
  request.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => {
      resolve({
        status: response.statusCode ?? 0,
        body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
      })
    })
  })
  request.end(JSON.stringify(body), () => {
    if (loseAnswer) setImmediate(() => request.destroy())
  })
  return await promise
}

const asStaff = (who: string): Record<string, string> => ({
  origin: PUBLIC_URL,
  ...staff.get(who),
})
const asMember = (i: number, key: string): Record<string, string> => ({
  authorization: `Bearer ${members[i]?.access}`,
  'idempotency-key': key,
})

const statuses: number[] = []

/** Repeats until there is a definite answer. */
async function settle(web: number, path: string, sent: Sent): Promise<Answer> {
  return await until('an answer', async () => {
    const answer = await post(web, path, sent)
    if (!answer) return null
    statuses.push(answer.status)
    const isOpen = answer.status === 503 || answer.body.code === 'idempotency_in_progress'
    return isOpen ? null : answer
  })
}

/** Stops, kills, or keeps the leader, and starts a replacement. */
async function disturb(round: number): Promise<void> {
  if (round % 3 === 2) return
  const { address, epoch } = await leaderOf(database)
  const old = fleet.find((ledger) => ledger.address === address)
  if (!old) throw new Error('no leader')
  await old.kill(round % 3 === 0 ? 'SIGTERM' : 'SIGKILL')
  await until('the next leader', async () => (await leaderOf(database)).epoch > epoch)
  fleet = [...fleet.filter((ledger) => ledger !== old), await startLedger(database, limits)]
}

async function countCommands(kind: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from commands where kind = $1',
    [kind],
  )
  return rows[0]?.n ?? 0
}

async function requestWithdrawal(member: number, amount: number, key: string): Promise<string> {
  const body = { amount, payment_method: 'trx' }
  const { body: made } = await settle(0, 'rewards/withdrawals/', {
    headers: asMember(member, key),
    body,
  })
  return String(made.id)
}

const isFine = (answers: readonly (Answer | null)[]): boolean =>
  answers.every((answer) => answer === null || answer.status < 500 || answer.status === 503)

async function scene(round: number): Promise<void> {
  const [one, two] = [2 * round, 2 * round + 1]
  const before = await Promise.all(
    ['approve_withdrawal', 'approve_adjustment', 'request_withdrawal'].map(countCommands),
  )
  const small = await requestWithdrawal(one, 20, `small ${round}`)
  const large = await requestWithdrawal(one, 150, `large ${round}`)
  const gift = { username: 'member0', amount: '5', reason: 'a gift' }
  const asked = await settle(1, 'operator/adjustments/', {
    headers: { ...asStaff('finance'), 'idempotency-key': `gift ${round}` },
    body: gift,
  })
  const file = csvFile('username,email', `import${round},import${round}@example.org`)
  const proposed = await settle(0, 'operator/member-imports/', {
    headers: asStaff('admin'),
    body: file,
  })
  expect(proposed).toMatchObject({ status: 201, body: { state: 'proposed' } })
  const everywhere = (path: string, who: readonly string[], more: Sent = {}) =>
    who.flatMap((name) =>
      webs.map((_, web) => post(web, path, { headers: asStaff(name), ...more })),
    )
  const ten = { amount: 10, payment_method: 'trx' }
  const eleven = { amount: 11, payment_method: 'trx' }
  const [answers, keyed] = await Promise.all([
    Promise.all([
      ...everywhere(`operator/withdrawals/${small}/approve/`, ['finance', 'admin']),
      ...everywhere(`operator/withdrawals/${large}/approve/`, ['finance', 'admin', 'deputy']),
      ...everywhere(`operator/adjustments/${String(asked.body.id)}/approve/`, ['admin', 'deputy']),
      ...everywhere(`operator/member-imports/${String(proposed.body.id)}/approve/`, ['deputy']),
      ...everywhere(`operator/member-imports/${String(proposed.body.id)}/discard/`, ['admin']),
      post(0, 'rewards/withdrawals/', {
        headers: asMember(two, `lost ${round}`),
        body: ten,
        loseAnswer: true,
      }),
    ]),
    Promise.all([
      settle(0, 'rewards/withdrawals/', { headers: asMember(two, `key ${round}`), body: ten }),
      settle(1, 'rewards/withdrawals/', { headers: asMember(two, `key ${round}`), body: eleven }),
      settle(1, 'rewards/withdrawals/', { headers: asMember(one, `key ${round}`), body: ten }),
      settle(1, 'rewards/withdrawals/', { headers: asMember(two, `lost ${round}`), body: ten }),
    ]),
    disturb(round),
  ])
  expect(isFine(answers)).toBe(true)
  // Of two bodies with one key, only one counts. Another member's key is a different key.
  expect(keyed.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409])
  const finishing = [
    ...['finance', 'admin'].map((who) => [`operator/withdrawals/${small}/approve/`, who] as const),
    ...['finance', 'admin'].map((who) => [`operator/withdrawals/${large}/approve/`, who] as const),
    [`operator/adjustments/${String(asked.body.id)}/approve/`, 'admin'] as const,
  ]
  for (const [path, who] of finishing) await settle(1, path, { headers: asStaff(who) })
  const after = await Promise.all(
    ['approve_withdrawal', 'approve_adjustment', 'request_withdrawal'].map(countCommands),
  )
  // One approval for the small withdrawal, two for the large one, and five requests in all.
  expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([3, 1, 5])
  const { rows } = await database.pool.query<{ decided: boolean; n: number }>(
    `select i.state in ('approved', 'discarded') as decided,
       (select count(*)::int from audit_entries
       where object = 'import ' || i.no and action in ('approve import', 'discard import')) as n
     from member_imports i where no = $1`,
    [proposed.body.id],
  )
  expect(rows).toEqual([{ decided: true, n: 1 }])
}

// Starting four processes takes long.
describe.runIf(isLong)('two web processes and two ledger processes', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    edge = await openEdge({ ...settings, AUTH_SECRET }, undefined, pino({ level: 'silent' }), {
      database,
    })
    await edge.book.submit({
      command: { kind: 'raise_rules', version: 2 },
      by: { system: 'rules' },
    })
    for (const [name, role] of [
      ['finance', 'finance'],
      ['admin', 'admin'],
      ['deputy', 'admin'],
    ] as const) {
      staff.set(name, (await signInStaff(edge, name, role)).headers)
    }
    // Two per round, since ten withdrawals may be open.
    for (let i = 0; i < 2 * ROUNDS; i++) {
      const member = await addMember(edge, `member${i}`)
      await fundMember(edge, member.no, 1_000)
      members.push(member)
    }
    const at = { wallet_address: addressOfKey(newPrivateKey()), hold_until: null }
    await edge.db.updateTable('identities').set(at).execute()
    await edge.book.close()
    fleet = await Promise.all([startLedger(database, limits), startLedger(database, limits)])
    webs = await Promise.all([startWeb(database, settings), startWeb(database, settings)])
  })
  afterAll(async () => {
    agent.destroy()
    await Promise.all([...webs, ...fleet].map((each) => each.kill('SIGKILL')))
    await edge.close()
  })

  test('counts simultaneous calls to two web processes once, across leader changes', async () => {
    for (let round = 0; round < ROUNDS; round++) await scene(round)
    expect((await checkBook(database.db, database.pool)).differences.described).toEqual([])
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  })
})
