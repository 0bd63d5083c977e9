import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { productHooks } from '../../src/server/app/batch-hooks.ts'
import { openBook } from '../../src/server/book/book.ts'
import { openEdge, openEdgeOn, type Answer, type Edge } from '../api/support/edge.ts'
import { addMember, fundMember, type TestMember } from '../api/support/members.ts'
import { openPostgresProxy } from '../support/wire/tcp-proxy.ts'

// We render a command's answer after its COMMIT. These tests kill the process or the database in
// between, change the underlying rows, and repeat the key.

const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
let edge: Edge
let names = 0

beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

/** A member with ten dollars and a payout address. */
async function payee(sponsor?: TestMember): Promise<TestMember> {
  const member = await addMember(edge, `payee${++names}`, sponsor?.username)
  await fundMember(edge, member.no, 10)
  await edge.db
    .updateTable('identities')
    .set({ wallet_address: address })
    .where('member_no', '=', member.no)
    .execute()
  return member
}

type Asked<U extends string = string> = {
  member: TestMember
  path: U
  body?: unknown
  key: string
}

const ask = <const U extends string>(at: Edge, { member, path, body, key }: Asked<U>) =>
  at.call('POST', `/api/${path}`, {
    token: member.access,
    headers: { 'idempotency-key': key },
    ...(body === undefined ? {} : { body }),
  })

const withdrawal = (member: TestMember, key: string): Asked<'rewards/withdrawals/'> => ({
  member,
  path: 'rewards/withdrawals/',
  body: { amount: 5, payment_method: 'trx' },
  key,
})

async function activation(member: TestMember, key: string) {
  const { body } = await edge.call('GET', '/api/accounts/me/', { token: member.access })
  const path = `accounts/profiles/${body.profiles[0]?.id}/wallet-activate/` as const
  return { member, path, key }
}

/** A second process. The connections of its ledger writer and all others can be cut separately. */
async function openProcess(onConnect: (client: PoolClient) => void = () => {}) {
  const { config } = edge.context
  const proxy = await openPostgresProxy(edge.databaseUrl)
  const own = { connectTimeoutMs: 30_000, onError: () => {} }
  const bookPool = openPool({ ...own, connectionString: edge.databaseUrl, name: 'their book' })
  bookPool.on('connect', onConnect)
  const pool = openPool({ ...own, connectionString: proxy.urlOf(edge.databaseUrl), name: 'theirs' })
  const log = pino({ level: 'silent' })
  const writing = { db: openKysely(bookPool), pool: bookPool, log }
  const book = await openBook({ ...writing, hooks: productHooks(config) })
  const db = openKysely(pool)
  const context = { ...edge.context, pool, db, read: db, book }
  const opened = await openEdgeOn(context, edge.databaseUrl, 'no build')
  onTestFinished(async () => {
    await opened.close()
    await book.close()
    await Promise.all([pool.end(), bookPool.end()])
    await proxy.stop()
  })
  return { edge: opened, book, proxy }
}

/** What is stored for a key: a receipt, or the answer. */
async function storedFor(key: string): Promise<string[]> {
  const row = await edge.db
    .selectFrom('idempotency')
    .select('answer')
    .where('key', '=', key)
    .executeTakeFirst()
  return Object.keys(row?.answer ?? {})
}

/** Cuts everything except the ledger writer at the moment of its COMMIT, as if the process died. */
async function loseAnswer(asked: Asked): Promise<Answer> {
  const { edge: their, book, proxy } = await openProcess()
  book.onCommitted(() => {
    proxy.setRefusing(true)
    proxy.cut()
  })
  return await ask(their, asked)
}

test('reports an unknown outcome when the answer is unreadable', async () => {
  const asked = withdrawal(await payee(), 'gone')
  const lost = await loseAnswer(asked)
  expect([lost.status, lost.problem.code]).toEqual([503, 'outcome_unknown'])
  expect(await storedFor('gone')).toEqual(['done'])
})

test('repeats the answer as it was then, whatever has happened since', async () => {
  const member = await payee()
  const asked = withdrawal(member, 'since')
  await loseAnswer(asked)
  const { body: list } = await edge.call('GET', '/api/rewards/withdrawals/', {
    token: member.access,
  })
  const path = `rewards/withdrawals/${list.results[0]?.id}/cancel/` as const
  const cancelled = await ask(edge, { member, path, key: 'cancel' })
  expect(cancelled.body.stage).toBe('cancelled')
  const repeated = await ask(edge, asked)
  expect([repeated.status, repeated.body.stage, repeated.body.revision]).toEqual([
    201,
    'pending',
    1,
  ])
  expect(repeated.body.processed_date).toBeNull()
  expect(await storedFor('since')).toEqual(['body'])
})

test('answers a repeated activation with the balance right after it', async () => {
  const member = await payee()
  const asked = await activation(member, 'balance')
  await loseAnswer(asked)
  await fundMember(edge, member.no, 3)
  const repeated = await ask(edge, asked)
  expect([repeated.status, repeated.body.wallet_balance]).toEqual([200, '9.00'])
  expect(repeated.body.profile).toMatchObject({ active: true, board: { filled: 0 } })
})

test('gives one answer to two processes that repeat a key simultaneously', async () => {
  const asked = await activation(await payee(), 'twice')
  await loseAnswer(asked)
  const { edge: other } = await openProcess()
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => {
      for (;;) {
        const answer = await ask(i % 2 === 0 ? edge : other, asked)
        if (answer.code !== 'idempotency_in_progress') return answer
        // These calls need no socket, so they would keep the database's answer waiting.
        await setImmediate()
      }
    }),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await storedFor('twice')).toEqual(['body'])
})

test('repeats the first answer byte for byte, whatever has changed', async () => {
  const member = await payee()
  const asked = withdrawal(member, 'bytes')
  const first = await ask(edge, asked)
  const path = `rewards/withdrawals/${first.body.id}/cancel/` as const
  expect((await ask(edge, { member, path, key: 'bytes-cancel' })).status).toBe(200)
  const { edge: other } = await openProcess()
  const repeats = [await ask(edge, asked), await ask(other, asked)]
  expect(repeats.map(({ status, text }) => [status, text])).toEqual([
    [201, first.text],
    [201, first.text],
  ])
})

test('repeats a refusal with its code and figures', async () => {
  const member = await payee()
  const asked = { ...withdrawal(member, 'refused'), body: { amount: 50, payment_method: 'trx' } }
  const first = await ask(edge, asked)
  await fundMember(edge, member.no, 100)
  const repeated = await ask(edge, asked)
  expect([repeated.status, repeated.problem.code]).toEqual([400, 'insufficient_balance'])
  expect(repeated.problem.detail).toBe(first.problem.detail)
})

/** A pool’s statements, whether each ran in a batch, and each batch from begin to commit. */
function watchBatches() {
  const seen: { text: string; inBatch: boolean }[] = []
  const batches: string[][] = []
  const watch = (client: PoolClient): void => {
    let inBatch = false
    let transaction: string[] = []
    const query = client.query.bind(client)
    const record = (first: unknown, ...rest: never[]) => {
      const said = typeof first === 'string' ? first : (first as { text: string }).text
      // The query builder quotes names.
      const text = said.replaceAll('"', '')
      if (text.includes('lock_book(')) inBatch = true
      seen.push({ text, inBatch })
      if (text === 'begin') transaction = []
      transaction.push(text)
      if (text === 'commit' && inBatch) batches.push(transaction)
      if (text === 'commit' || text === 'rollback') inBatch = false
      return query(first as never, ...rest)
    }
    Object.assign(client, { query: record })
  }
  return { seen, batches, watch }
}

test('computes no answer between the lock and the COMMIT', async () => {
  const { seen, watch } = watchBatches()
  const { edge: their } = await openProcess(watch)
  const member = await payee()
  expect((await ask(their, await activation(member, 'counted'))).status).toBe(200)
  expect((await ask(their, withdrawal(member, 'counted too'))).status).toBe(201)
  const batches = seen.filter(({ inBatch }) => inBatch).map(({ text }) => text)
  expect(batches.filter((text) => text.includes('insert into commands'))).toHaveLength(2)
  // Boards and notes appear only in answers. Emails need only names and addresses.
  const forAnswers = /join withdrawal_notes|catalogs|seats as below|update idempotency/
  expect(batches.filter((text) => forAnswers.test(text))).toEqual([])
  const reads = batches.filter((text) => /^\s*select\b/i.test(text))
  const usual = /lock_book|from (commands|batches)|identities|pg_notify/
  expect(reads.filter((text) => !usual.test(text))).toEqual([])
})

test('sends four statements for a batch of activations with keys', async () => {
  const top = await payee()
  const below: TestMember[] = []
  for (let i = 0; i < 6; i++) below.push(await payee(top))
  const { batches, watch } = watchBatches()
  // It starts last, so its batches don't catch up with others.
  const { edge: their } = await openProcess(watch)
  const activate = async (member: TestMember) =>
    await ask(their, await activation(member, `trips of ${member.username}`))
  expect((await activate(top)).status).toBe(200)
  expect(batches.map(({ length }) => length)).toEqual([4])
  const answers = await Promise.all(below.map(activate))
  expect(answers.map(({ status }) => status)).toEqual(below.map(() => 200))
  expect(batches.at(-1)).toHaveLength(4)
  expect(Math.max(...batches.map(({ length }) => length))).toBe(4)
})
