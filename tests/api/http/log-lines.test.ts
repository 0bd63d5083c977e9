import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../../src/server/startup/log.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import {
  addMember,
  disputeToken,
  fundMember,
  emailedToken,
  password,
  signIn,
  type TestMember,
} from '../support/members.ts'

// A complete log: enough to know who did what, and nothing that could be abused.

let edge: Edge
let anna: TestMember
const written: string[] = []
type Line = { level: number; time: number; msg?: string; [field: string]: unknown }
const lines = (): Line[] =>
  written
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
beforeAll(async () => {
  const log = openLog({ logLevel: 'trace', part: 'all' }, { write: (text) => written.push(text) })
  edge = await openEdge({}, undefined, log)
  anna = await addMember(edge, 'anna')
})
afterAll(() => edge.close())

test('logs who did what, the result, and which member signed in', async () => {
  await edge.call('GET', '/api/accounts/me/', { token: anna.access })
  await signIn(edge, 'anna', 'not the password')
  await signIn(edge, 'nobody at all')
  await edge.call('GET', '/api/accounts/me/', { address: '203.0.113.9' })
  const page = '/api/accounts/statement/?from=2026-01-01&to=2026-12-31&format=html'
  await edge.call('GET', page, { token: anna.access })
  const all = lines()
  expect(all.filter(({ level }) => level >= 50)).toEqual([])
  const member = `member:${anna.no}`
  const answered = { part: 'all', msg: 'answered', method: 'GET', route: '/api/accounts/me/' }
  expect(all).toContainEqual(expect.objectContaining({ ...answered, status: 200, caller: member }))
  const refused = { ...answered, status: 401, caller: '203.0.113.9' }
  expect(all).toContainEqual(expect.objectContaining(refused))
  const signIns = all.filter(({ msg }) => msg === 'sign-in')
  expect(signIns.map(({ right }) => right)).toEqual([true, false, false])
  expect(signIns.map(({ member: who }) => who)).toEqual([anna.no, anna.no, null])
  expect(all.every(({ time }) => Math.abs(time - Date.now()) < 60_000)).toBe(true)
})

test('logs who disputed an event, because a restored database may not know', async () => {
  const { no: member } = await addMember(edge, 'berta')
  const headers = { 'user-agent': 'Another device' }
  await edge.call('POST', '/api/auth/login/', { body: { username: 'berta', password }, headers })
  const token = await disputeToken(edge, 'berta@example.org')
  expect((await edge.call('POST', `/api/accounts/not-me/${token}/`)).status).toBe(200)
  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'account disputed', member }))
})

const breaks = ['a\r\n{"level":50,"msg":"forged"}', '\u001b[2Jb', '"}\n{"level":60', 'c\u2028d']

test('lets callers neither break log lines nor control a terminal', async () => {
  const before = lines().length
  for (const text of breaks) {
    const coded = encodeURIComponent(text)
    const headers = { 'user-agent': coded, 'x-request-id': coded, 'x-forwarded-for': coded }
    await edge.call('GET', `/api/${coded}/?q=${coded}`, { headers })
    await edge.call('GET', `/api/accounts/verify-email/${coded}/`)
    await edge.call('POST', '/api/auth/login/', { body: { username: text, password: text } })
    await edge.call('POST', '/api/auth/register/', { body: { username: text, email: text } })
    edge.context.log.warn({ err: new Error(text), said: text, [text]: text }, text)
  }
  expect(lines().length).toBeGreaterThanOrEqual(before + 5 * breaks.length)
  const text = written.join('')
  expect(lines().filter(({ msg }) => msg === 'forged')).toEqual([])
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('logs no password, token, email, or wallet, even in errors', async () => {
  const wallet = addressOfKey(newPrivateKey())
  const token = anna.access
  await edge.call('PATCH', '/api/accounts/me/update/', { token, body: { wallet_address: wallet } })
  await fundMember(edge, anna.no, 20)
  const money = { amount: 5, payment_method: 'trx', payment_details: wallet }
  await edge.call('POST', '/api/rewards/withdrawals/', { token, body: money })
  await edge.call('POST', '/api/auth/token/refresh/', { body: { refresh: anna.refresh } })
  const body = { email: 'anna@example.org' }
  await edge.call('POST', '/api/accounts/forgot-password/', { body })
  const link = await emailedToken(edge, body.email)
  await edge.call('GET', `/api/accounts/verify-email/${link}/`)
  await edge.call('POST', `/api/auth/login/?password=${encodeURIComponent(password)}`, { body: {} })
  // Errors repeat their input: a refused row, an address, a recipient.
  const twice = sql`insert into identities (member_no, username, email, referral_code)
    values (${anna.no}, ${'anna'}, ${body.email}, ${'X'})`
  const refused = await twice.execute(edge.db).catch((error: unknown) => error)
  const key = `tfk_${randomBytes(32).toString('base64url')}`
  edge.context.log.error(new Error(`refused ${key}`))
  const told = new Error(`550 <${body.email}> unknown; ${wallet}; Bearer ${token}; /reset/${link}`)
  const uri = 'postgresql://twofold:hunter2hunter2@db.internal/twofold'
  edge.context.log.error({ err: refused, more: [told, { told, uri }], token }, `at ${told.message}`)
  edge.context.log.error({ err: told, [link]: 1 })
  edge.context.log.error(new Error(`\n${told.message}`))
  edge.context.log.error({ err: told, headers: { authorization: `Bearer ${token}` } }, uri)
  const text = written.join('')
  const secrets = [key, password, token, anna.refresh, body.email, wallet, link, 'hunter2hunter2']
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).toContain('550 <[email]> unknown; [address]; Bearer [token]; /reset/[token]')
  expect(text).toContain('postgresql://[hidden]@db.internal/twofold')
})

test('blames nothing of ours when a caller leaves in the middle of a body', async () => {
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = edge.app.server.address() as AddressInfo
  const before = lines().length
  const socket = connect(port, '127.0.0.1')
  const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 20', '', '{']
  socket.write(['POST /api/auth/login/ HTTP/1.1', ...head].join('\r\n'))
  const [incoming] = (await once(edge.app.server, 'request')) as [IncomingMessage]
  socket.destroy()
  // Not `once`, which fails with the error that we want to see.
  await new Promise((resolve) => incoming.on('close', resolve))
  await edge.call('GET', '/api/accounts/plans/')
  const after = lines().slice(before)
  expect(after).toContainEqual(expect.objectContaining({ msg: 'answered' }))
  expect(after.filter(({ level }) => level > 30)).toEqual([])
})
