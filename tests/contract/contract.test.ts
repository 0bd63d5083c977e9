import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { cryptoIn, email, newPassword, usdIn } from '../../src/contract/fields/fields.ts'
import { emailPattern } from '../../src/contract/fields/limits.ts'
import { isPage } from '../../src/contract/pages.ts'
import { edgeRefusals, ruleText, statusOf } from '../../src/contract/refusals/refusals.ts'
import { english, readIssue } from '../../src/contract/texts/texts.ts'
import { api } from '../../src/contract/routes.ts'
import { requestTo } from '../../src/contract/call.ts'
import { describeClientCalls, describeOperations } from '../../scripts/reference/client-types.ts'
import { describeApi } from '../../src/server/reference/openapi.ts'

describe('accepts only plain decimals as amounts', () => {
  const good: [unknown, string][] = [
    ['12.50', '12.50'],
    [12.5, '12.5'],
    ['0', '0'],
    [3, '3'],
    ['0.01', '0.01'],
    ['999999999.99', '999999999.99'],
  ]
  test.each(good)('%j', (value, text) => expect(usdIn.parse(value)).toBe(text))

  const bad = [
    -1,
    1e-7,
    1e21,
    Number.NaN,
    Infinity,
    '0x10',
    '1,000',
    '１２',
    ' 3 ',
    '3.',
    '.5',
    '3e0',
    '+3',
    true,
    null,
    [],
    {},
    '3.001',
    3.001,
    '03',
    '1'.repeat(40),
    '-0',
    '',
    undefined,
    '3\n',
  ]
  test.each(bad)('%j', (value) => {
    const result = usdIn.safeParse(value)
    expect(readIssue(result.error?.issues[0]?.message ?? '').code).toBe('amount_invalid')
  })

  test('accepts six decimals for coins', () => {
    expect(cryptoIn.parse('0.000001')).toBe('0.000001')
    expect(cryptoIn.safeParse('0.0000001').success).toBe(false)
  })
})

test('accepts exactly one mailbox as an email address', () => {
  const good = ['a@b.org', 'a.b+c@sub.example.org', 'A_b-c%d@x-y.example.com']
  expect(good.filter((text) => !email.safeParse(text).success)).toEqual([])
  const bad = [
    'a',
    'a@b',
    '@b.org',
    'a@',
    'a b@c.org',
    'a@b.org, c@d.org',
    '"a b"@c.org',
    'a@b.org\r\nBcc: c@d.org',
    'a..b@c.org',
    '.a@b.org',
    'a.@b.org',
    'a@-b.org',
    'a@b-.org',
    'a(x)@b.org',
    'a@[127.0.0.1]',
    'ä@b.org',
    '<a@b.org>',
    'a@b.org>',
    `${'a'.repeat(249)}@b.org`,
  ]
  expect(bad.filter((text) => email.safeParse(text).success)).toEqual([])
})

test('matches adversarial texts quickly with every pattern', () => {
  const texts = [
    'a'.repeat(50_000),
    `${'a.'.repeat(25_000)}@`,
    `a@${'a-'.repeat(25_000)}`,
    `a@${'a.'.repeat(25_000)}`,
  ]
  // Processor time, which doesn't depend on the machine's other work.
  const started = process.cpuUsage()
  for (const text of texts) {
    emailPattern.test(text)
    email.safeParse(text)
    usdIn.safeParse('1'.repeat(50_000))
  }
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
})

test('counts a password’s characters as typed, spaces included', () => {
  expect(newPassword.parse(' eight 8 ')).toBe(' eight 8 ')
  expect(newPassword.safeParse('a'.repeat(129)).success).toBe(false)
  expect(newPassword.safeParse('\0'.repeat(9)).success).toBe(false)
})

test('builds a call’s request', () => {
  expect(requestTo(api.getTree, { query: { profile_id: 'BR-1' } })).toEqual({
    method: 'GET',
    url: '/api/tree/visualization/?profile_id=BR-1',
    body: undefined,
  })
  expect(requestTo(api.verifyEmail, { params: { token: 'a/b?c' } }).url).toBe(
    '/api/accounts/verify-email/a%2Fb%3Fc/',
  )
  const login = requestTo(api.login, { body: { username: 'a', password: 'b' } })
  expect(login.body).toBe('{"username":"a","password":"b"}')
})

test('gives every call schemas, a trailing slash, and named parameters', () => {
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(api).toSorted())
  for (const [name, { path }] of Object.entries(api)) {
    expect(path).toMatch(/^\/api\/[\w/:-]+\/$/)
    const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key)
    const { params } = calls[name as keyof typeof calls] as { params?: { shape: object } }
    expect([name, Object.keys(params?.shape ?? {})]).toEqual([name, named])
  }
  expect(new Set(Object.values(api).map(({ method, path }) => `${method} ${path}`)).size).toBe(
    Object.keys(api).length,
  )
})

test('limits every money call, and lets it take a key', () => {
  const money = Object.entries(api).filter(([, { money: moves }]) => moves)
  expect(money.map(([name]) => name).toSorted()).toEqual([
    'acceptDeposit',
    'acceptUnattributed',
    'activateProfile',
    'approveAdjustment',
    'approveWithdrawal',
    'cancelWithdrawal',
    'markWithdrawalSent',
    'operatorAcceptUnattributed',
    'rejectAdjustment',
    'rejectWithdrawal',
    'requestAdjustment',
    'requestDeposit',
    'requestWithdrawal',
    'verifyDeposit',
  ])
  // Verification has the tighter limit of calls that send requests to the network.
  const others = money.filter(([, { limit }]) => limit !== 'money')
  expect(others.map(([name, { limit }]) => [name, limit])).toEqual([
    ['verifyDeposit', 'verification'],
  ])
})

test('writes refusals as sentences with a status', () => {
  for (const { status, text } of Object.values(edgeRefusals)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toBe('')
  }
  expect(statusOf('already_active')).toBe(409)
  expect(english(ruleText({ code: 'minimum_withdrawal' }))).toBe('Minimum withdrawal is $3')
})

test('knows the web app’s pages by path', () => {
  const known = [
    '/',
    '/plan',
    '/plan/',
    '/welcome',
    '/Welcome',
    '/verify-email',
    '/verify-email/x',
    '/operator/a/b',
  ]
  expect(known.filter((path) => !isPage(path))).toEqual([])
  const unknown = [
    '/Plan',
    '/nothing',
    '/reset-password',
    '/verify-emails',
    '/plan/x',
    '//',
    '/api',
  ]
  expect(unknown.filter(isPage)).toEqual([])
})

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('keeps docs/openapi.json and the client’s types up to date (npm run openapi)', async () => {
  const document = describeApi()
  expect(JSON.parse(read('docs/openapi.json'))).toEqual(document)
  expect(read('packages/client/src/calls.ts')).toBe(describeClientCalls())
  expect(read('packages/client/src/operations.ts')).toBe(await describeOperations(document))
})
