import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_DOWNLOADS, rateLimits } from '../../../src/contract/fields/limits.ts'
import { sendStatement } from '../../../src/server/history/render-statement.ts'
import type { StatementAnswer } from '../../../src/server/history/statement.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'

// A statement may have 10,000 lines, which are work to read and to render.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' })
})
afterAll(() => edge.close())

const url = '/api/accounts/statement/?from=2026-01-01&to=2026-12-31'

test('refuses a member’s seventh statement at a time before reading its lines', async () => {
  const { access: token } = await addMember(edge, 'hasty')
  const { answers, first } = await edge.db.transaction().execute(async (tx) => {
    await sql`lock table postings in access exclusive mode`.execute(tx)
    const sent = Array.from({ length: MAX_DOWNLOADS + 1 }, () => edge.call('GET', url, { token }))
    return { answers: sent, first: (await Promise.race(sent)).status }
  })
  expect(first).toBe(429)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array<number>(MAX_DOWNLOADS).fill(200), 429])
})

test('limits the statements of a member in a minute', async () => {
  const { access: token } = await addMember(edge, 'steady')
  const { most } = rateLimits.statements
  // The minute may end while we ask.
  const codes: (string | undefined)[] = []
  while (codes.at(-1) !== 'rate_limited' && codes.length <= 2 * most) {
    codes.push((await edge.call('GET', url, { token })).code)
  }
  expect(codes.at(-1)).toBe('rate_limited')
  expect(codes.length).toBeGreaterThan(most)
})

const entry = {
  at: '2026-03-01T00:00:00.000Z',
  journal: '7',
  description: 'Deposit',
  text: { code: 'line_deposit' as const, params: {} },
  amount: '1.00',
  balance: '1.00',
}

/** How often other work gets its turn while a statement of so many lines is rendered. */
async function turnsOf(lines: number, format: 'json' | 'csv' | 'html'): Promise<number> {
  const statement: StatementAnswer = {
    username: 'steady',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    opening_balance: '0.00',
    closing_balance: '1.00',
    entries: Array.from({ length: lines }, () => entry),
  }
  const app = fastify()
  app.get('/', (_, reply) => sendStatement(reply, statement, { format, language: 'en' }))
  await app.ready()
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  expect((await app.inject('/')).statusCode).toBe(200)
  isOver = true
  return turns
}

test.each(['json', 'csv', 'html'] as const)(
  'lets other requests have their turn while it renders %s',
  async (format) => {
    await turnsOf(1, format)
    expect(await turnsOf(10_000, format)).toBeGreaterThan((await turnsOf(1, format)) + 2)
  },
)
