import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, password, type TestMember } from '../support/members.ts'
import { operatorHeaders } from '../../support/operator-session.ts'

// A stranger's sign-in attempts count for that account's sign-in and for nothing else.

let edge: Edge
let member: TestMember
let operatorPassword: string
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' })
  member = await addMember(edge, 'victim-iii')
  operatorPassword = await addOperator(edge.db, 'olivia', 'finance')
})
afterAll(() => edge.close())

let caller = 0
/** Each sign-in comes from a new address, so that no limit by address interferes. */
const signIn = (username: string, path = '/api/auth/login/', word = 'wrong') => {
  caller++
  const address = `198.18.${Math.floor(caller / 250)}.${(caller % 250) + 1}`
  return edge.call('POST', path, { body: { username, password: word }, address })
}

/** Uses up every limit of these names, in the current window and the next. */
const useUp = async (names: readonly string[], path?: string): Promise<number[]> => {
  const statuses = []
  for (const name of names) {
    for (let i = 0; i < 11; i++) statuses.push((await signIn(name, path)).status)
  }
  return statuses
}

test('counts sign-ins separately from step-ups and everything else', async () => {
  const { no } = member
  const typed = [
    `step-up:${no}`,
    `totp:${no}`,
    `member:${no}`,
    `${no}`,
    'operator:olivia',
    'operator-step-up:olivia',
    'operator-totp:olivia',
  ]
  await useUp(typed)
  await useUp([`member:${no}`, 'victim-iii'], '/api/operator/auth/login/')
  const proof = { token: member.access, body: { password } }
  expect((await edge.call('POST', '/api/auth/step-up/', proof)).status).toBe(200)
  expect((await signIn('victim-iii', '/api/auth/login/', password)).status).toBe(200)
  const path = '/api/operator/auth/login/'
  const entered = await signIn('olivia', path, operatorPassword)
  expect(entered.status).toBe(200)
  const headers = operatorHeaders(entered, edge.config.publicUrl)
  const proved = await edge.call('POST', '/api/operator/auth/step-up/', {
    headers,
    body: { password: operatorPassword },
  })
  expect(proved.status).toBe(200)
})

test('counts all spellings of a name as one', async () => {
  const spellings = ['vİctim-iii', 'victim-İii', 'victim-iİİ', 'VICTIM-III', 'victim-iii\u0307']
  const before = await signIn('vİctim-iii', '/api/auth/login/', password)
  expect([before.status, before.problem.code]).toEqual([401, 'login_failed'])
  // Two windows allow ten guesses at the account and never more, in any spelling.
  const judged = (await useUp(['victim-iii', 'VICTIM-III', 'Victim-iii'])).filter(
    (status) => status === 401,
  )
  expect(judged.length).toBeLessThanOrEqual(10)
  for (const name of spellings) {
    const answer = await signIn(name, '/api/auth/login/', password)
    expect([401, 429]).toContain(answer.status)
  }
})

test('counts second-factor guesses separately from password guesses', async () => {
  const holder = await addMember(edge, 'holder')
  for (let i = 0; i < 11; i++) {
    await edge.call('POST', '/api/auth/totp/confirm/', {
      token: holder.access,
      body: { code: '000000' },
    })
  }
  const proof = { token: holder.access, body: { password } }
  expect((await edge.call('POST', '/api/auth/step-up/', proof)).status).toBe(200)
})

test('keeps password resets available despite other emails', async () => {
  const body = { email: 'victim-iii@example.org' }
  const ask = <const U extends string>(path: U, i: number) =>
    edge.call('POST', `/api/accounts/${path}/`, { body, address: `198.18.9.${i}` })
  for (let i = 1; i <= 11; i++) await ask('resend-verification', i)
  expect((await ask('forgot-password', 99)).status).toBe(200)
})

test('stores nothing that a caller typed', async () => {
  await signIn('my secret password 42')
  const rows = await edge.db.selectFrom('rate_limits').select('caller').execute()
  const callers = rows.map(({ caller: each }) => each)
  expect(callers.filter((each) => /secret|victim|olivia:/.test(each))).toEqual([])
  expect(callers.every((each) => /^(address|member|operator|typed):/.test(each))).toBe(true)
})
