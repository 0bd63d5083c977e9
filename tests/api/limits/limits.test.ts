import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { errorsOf } from '../../../src/contract/call-errors.ts'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { until } from '../../support/poll.ts'
import { isLong, sample } from '../../support/scale.ts'
import { openEdge, type Answer, type Edge } from '../support/edge.ts'
import { bare, withSlash } from '../refusals/general-refusals.ts'
import { addMember, password, signIn } from '../support/members.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { meantBy, saidBy } from '../refusals/refusal-cases.ts'
import { useUp } from './use-up.ts'
import { windowHasTime } from './window-has-time.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' })
})
afterAll(() => edge.close())

const login = (username: string, address: string) =>
  edge.call('POST', '/api/auth/login', { body: { username, password: 'wrong' }, address })

/** The statuses of six requests for one mailbox, each from another address. */
const forgot = async (email: string, network: string) => {
  const statuses = []
  for (let i = 0; i < 6; i++) {
    const { status } = await edge.call('POST', '/api/accounts/forgot-password/', {
      body: { email },
      address: `${network}.${i + 1}`,
    })
    statuses.push(status)
  }
  return statuses.toSorted()
}

test('allows five sign-ins a minute per account, in any spelling of its name', async () => {
  await addMember(edge, 'target')
  const names = ['target', 'TARGET', ' target ', 'Target', 'target', 'tARGET', 'target']
  // A new window may begin in between, and two windows allow ten, never fourteen.
  let last: Answer | undefined
  for (let i = 0; i < 14 && last?.status !== 429; i++) {
    last = await login(names[i % names.length] ?? '', `198.51.100.${i + 1}`)
  }
  expect(last?.problem.code).toBe('rate_limited')
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect(last?.headers['ratelimit-policy']).toBe('"signInAccount";q=5;w=60')
  expect(String(last?.headers['ratelimit'])).toMatch(/^"signInAccount";r=0;t=\d+$/)
})

/** The lowest number of calls left after five with a key. They may span two windows. */
async function leftAfterFive(token: string, network: string, from: (i: number) => number) {
  const left: number[] = []
  for (let i = 1; i <= 5; i++) {
    const address = `${network}.${from(i)}`
    const { headers } = await edge.call('GET', '/api/operator/members/', { token, address })
    left.push(Number(/^"general";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]))
  }
  return Math.min(...left)
}

test('counts a key as one caller from any address, and key guesses by address', async () => {
  const { headers } = await signInStaff(edge, 'keeper', 'admin')
  const body = { name: 'counted', role: 'support', days: 1 }
  const added = await edge.call('POST', '/api/operator/api-keys/', { headers, body })
  const { secret } = added.body
  const most = rateLimits.general.most
  expect(await leftAfterFive(secret, '198.51.103', (i) => i)).toBeLessThanOrEqual(most - 3)
  expect(await leftAfterFive(`${secret}x`, '198.51.104', () => 1)).toBeLessThanOrEqual(most - 3)
})

test('counts an IPv6 /64 as one caller and ignores X-Forwarded-For', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 14; i++) {
    const { status } = await edge.call('POST', '/api/accounts/forgot-password/', {
      body: { email: `a${i}@example.org` },
      address: `2001:db8:1:2:${i + 1}::${i + 1}`,
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
    })
    statuses.push(status)
  }
  // A new window may begin in between, and two windows allow ten, never fourteen.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10)
  expect(statuses).toContain(429)
})

test('limits known and unknown mailboxes equally, across many addresses', async () => {
  await windowHasTime()
  expect(await forgot('target@example.org', '198.18.1')).toEqual(
    await forgot('nobody@example.org', '198.18.2'),
  )
  expect(await forgot('third@example.org', '198.18.3')).toContain(429)
})

test('doesn’t limit other callers', async () => {
  const { status } = await edge.call('GET', '/api/auth/check-username/?username=free', {
    address: '192.0.2.200',
  })
  expect(status).toBe(200)
})

test('counts per member, and returns the remaining calls', async () => {
  const form = { username: 'counted', email: 'counted@example.org', password, password2: password }
  const { headers } = await edge.call('POST', '/api/auth/register/', {
    body: form,
    address: '192.0.2.201',
  })
  expect(headers['ratelimit-policy']).toBe('"registration";q=10;w=3600')
  expect((await signIn(edge, 'counted')).status).toBe(403)
})

/** How many of so many tries pass before the limit. */
async function letThrough(tries: number, ask: (i: number) => Promise<Answer>): Promise<number> {
  const answers = []
  for (let i = 0; i < tries; i++) answers.push(await ask(i))
  return answers.filter(({ status }) => status !== 429).length
}

test('keeps the holder of a token from guessing passwords or flooding mailboxes', async () => {
  const { access: token } = await addMember(edge, 'holder')
  const guess = { new_password: 'a better horse', confirm_password: 'a better horse' }
  // A new window may begin in between, and two windows allow ten, never fourteen.
  const guessed = await letThrough(14, (i) =>
    edge.call('POST', '/api/accounts/change-password/', {
      token,
      body: { current_password: `guess ${i}`, ...guess },
    }),
  )
  expect(guessed).toBeLessThanOrEqual(10)
  const asked = await letThrough(14, (i) =>
    edge.call('PATCH', '/api/accounts/me/update/', {
      token,
      body: { email: `victim${i % 7}@example.org` },
    }),
  )
  expect(asked).toBeLessThanOrEqual(10)
  const same = { email: 'holder@example.org' }
  const unchanged = await edge.call('PATCH', '/api/accounts/me/update/', { token, body: same })
  expect(unchanged.status).toBe(200)
})

const WALLETS = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH']

test.runIf(isLong)('limits new wallet addresses, and their security emails', async () => {
  await windowHasTime()
  const { access: token } = await addMember(edge, 'mover')
  const change = (wallet_address: string | null | undefined) =>
    edge.call('PATCH', '/api/accounts/me/update/', { token, body: { wallet_address } })
  const countEmails = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from emails
      where recipient = 'mover@example.org' and kind = 'security'`.execute(edge.db)
    return rows[0]?.count ?? 0
  }
  const before = await countEmails()
  const { most } = rateLimits.newWallet
  for (let i = 0; i < most; i++) {
    expect((await change(WALLETS[i % 2])).status).toBe(200)
    expect((await change(WALLETS[i % 2])).status).toBe(200)
  }
  expect(await countEmails()).toBe(before + most)
  const refused = await change(WALLETS[most % 2])
  expect(refused.problem.code).toBe('rate_limited')
  expect(refused.headers['ratelimit-policy']).toBe(`"newWallet";q=${most};w=3600`)
  // Nothing else is limited: neither the same address again, nor removing it, nor another field.
  expect((await change(WALLETS[(most + 1) % 2])).status).toBe(200)
  for (let i = 0; i < 10; i++) expect((await change(null)).status).toBe(200)
  expect(await countEmails()).toBe(before + most + 1)
  expect((await change(WALLETS[0])).status).toBe(429)
  expect(await countEmails()).toBe(before + most + 1)
})

test.runIf(isLong)('limits the emails about new devices, but not the sign-ins', async () => {
  const { no } = await addMember(edge, 'roamer')
  const countOf = async (table: 'dispute_links' | 'security_events') => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}
      where member_no = ${no} and kind = 'new_device'`.execute(edge.db)
    return rows[0]?.count
  }
  for (let i = 0; i < 12; i++) {
    await sql`delete from rate_limits where name = 'signInAccount'`.execute(edge.db)
    const headers = { 'user-agent': `Device ${i}` }
    const body = { username: 'roamer', password }
    const { status } = await edge.call('POST', '/api/auth/login/', { body, headers })
    expect(status).toBe(200)
  }
  expect([await countOf('security_events'), await countOf('dispute_links')]).toEqual([12, 10])
  await sql`update dispute_links set happened_at = now() - interval '61 minutes'
    where member_no = ${no}`.execute(edge.db)
  await sql`delete from rate_limits where name = 'signInAccount'`.execute(edge.db)
  await edge.call('POST', '/api/auth/login/', {
    body: { username: 'roamer', password },
    headers: { 'user-agent': 'One more' },
  })
  expect(await countOf('dispute_links')).toBe(11)
})

test('limits password changes, and their security emails', async () => {
  const { no, access: token } = await addMember(edge, 'changer')
  const words = [password, `${password} too`]
  const change = async (i: number) => {
    await sql`delete from rate_limits where name = 'stepUp'`.execute(edge.db)
    const [current_password, next] = i % 2 === 0 ? words : words.toReversed()
    const body = { current_password, new_password: next, confirm_password: next }
    return await edge.call('POST', '/api/accounts/change-password/', { token, body })
  }
  const age = (minutes: number) =>
    sql`update security_events set at = now() - make_interval(mins => ${minutes})
      where member_no = ${no}`.execute(edge.db)
  // Refused ones don't count, so a thief's guesses can't keep the owner out.
  for (let i = 0; i < 6; i++) expect((await change(1)).status).toBe(400)
  for (let i = 0; i < 5; i++) expect((await change(i)).status).toBe(200)
  await age(50)
  const refused = await change(5)
  expect(refused.problem.code).toBe('rate_limited')
  expect(Math.abs(Number(refused.headers['retry-after']) - 600)).toBeLessThan(30)
  await age(61)
  expect((await change(5)).status).toBe(200)
})

test.runIf(isLong)(
  'limits changes of auto upgrade per member and hour, and writes no command without one',
  async () => {
    const { access: token, no } = await addMember(edge, 'upgrader')
    const save = (auto_upgrade: boolean, first_name?: string) =>
      edge.call('PATCH', '/api/accounts/me/update/', { token, body: { auto_upgrade, first_name } })
    const countCommands = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int from commands
      where kind = 'set_auto_upgrade' and (input->>'member')::int = ${no}`.execute(edge.db)
      return rows[0]?.count ?? 0
    }
    expect((await save(false)).body.auto_upgrade).toBe(false)
    expect((await save(true)).body.auto_upgrade).toBe(true)
    const before = await countCommands()
    const { most } = rateLimits.autoUpgrade
    for (let i = 0; i < 2 * most + 1; i++) expect((await save(true, 'Una')).status).toBe(200)
    expect(await countCommands()).toBe(before)
    // A new window may begin in between.
    let [changes, last] = [0, await save(false)]
    while (last.status === 200 && changes < 2 * most) {
      changes++
      last = await save(changes % 2 === 1, `Una ${changes}`)
    }
    expect(last.problem.code).toBe('rate_limited')
    expect(last.headers['ratelimit-policy']).toBe(`"autoUpgrade";q=${most};w=3600`)
    expect(await countCommands()).toBe(before + changes)
    // A refused form changes nothing at all.
    const me = await edge.call('GET', '/api/accounts/me/', { token })
    expect(me.body).toMatchObject({ first_name: `Una ${changes - 1}` })
  },
)

test.runIf(isLong)('limits how many refresh tokens a session adds, without ending it', async () => {
  const { access, refresh: first } = await addMember(edge, 'refresher')
  let token = first
  const exchange = (refresh: string, i: number) =>
    edge.call('POST', '/api/auth/token/refresh/', {
      body: { refresh },
      address: `198.51.${i % 250}.9`,
    })
  const { most, seconds } = rateLimits.tokenRefresh
  let last = await exchange(token, 0)
  // A new window may begin in between.
  for (let i = 1; i < 2 * most + 1 && last.status !== 429; i++) {
    token = last.body.refresh
    last = await exchange(token, i)
  }
  expect(last.problem.code).toBe('rate_limited')
  expect(last.headers['ratelimit-policy']).toBe(`"tokenRefresh";q=${most};w=${seconds}`)
  expect((await edge.call('GET', '/api/accounts/me/', { token: access })).status).toBe(200)
  const other = await addMember(edge, 'refresher-two')
  expect((await exchange(other.refresh, 0)).status).toBe(200)
  // The refused token still works in the next window.
  vi.setSystemTime(Date.now() + seconds * 1000)
  onTestFinished(() => void vi.useRealTimers())
  expect((await exchange(token, 0)).status).toBe(200)
})

test.runIf(isLong)('emails a known address about a few registrations', async () => {
  await addMember(edge, 'known-one')
  for (let i = 0; i < 14; i++) {
    const form = { username: `copy${i}`, email: 'Known-One@example.org', password }
    const { status } = await edge.call('POST', '/api/auth/register/', {
      body: { ...form, password2: password },
      address: `198.18.9.${i + 1}`,
    })
    expect(status).toBe(201)
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from emails where recipient = 'known-one@example.org'
      and subject = 'You already have an account'`.execute(edge.db)
  // The member's own registration sent the mailbox its first email.
  expect(rows[0]?.count).toBeGreaterThanOrEqual(4)
  expect(rows[0]?.count).toBeLessThanOrEqual(10)
})

test('allows six hash look-ups a minute per member', async () => {
  const member = await addMember(edge, 'looksup')
  const look = () =>
    edge.call('POST', '/api/transactions/verify_and_approve_deposit/1/', {
      token: member.access,
      body: { transaction_hash: 'ab'.repeat(32) },
    })
  let last: Answer | undefined
  // A new window may begin in between, and two windows allow twelve, never more.
  for (let i = 0; i < 13 && last?.status !== 429; i++) {
    last = await look()
  }
  expect(last?.problem.code).toBe('rate_limited')
  expect(last?.headers['ratelimit-policy']).toBe('"verification";q=6;w=60')
})

test('limits registrations per IPv6 /48 and in total', async () => {
  await windowHasTime()
  await useUp(edge.db, 'registrationNetwork', { kind: 'address', address: '2001:db8:77::/48' })
  const ask = (name: string, address: string) => {
    const form = { username: name, email: `${name}@example.org`, password, password2: password }
    return edge.call('POST', '/api/auth/register/', { body: form, address })
  }
  const inside = await ask('crowd1', '2001:db8:77:ffff::1')
  expect([inside.status, inside.problem.code]).toEqual([429, 'rate_limited'])
  expect((await ask('crowd2', '2001:db8:78::1')).status).toBe(201)
  await useUp(edge.db, 'registrationsOfAll', { kind: 'typed', typed: 'everyone' })
  for (const name of ['crowd3', 'crowd4']) {
    const refused = await ask(name, '198.51.100.77')
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
  }
  const { rows } = await sql<{ subject: string }>`
    select subject from emails where recipient = ${edge.config.alertEmail}
      and subject like 'Alert: %'`.execute(edge.db)
  expect(rows.map(({ subject }) => subject)).toEqual(['Alert: Too many registrations'])
})

test('refuses excess requests from any caller to each rate-limited call', async () => {
  const address = '192.0.2.250'
  const ask = async (name: CallName, slash: string) => {
    const { url, body: raw, method } = withSlash(bare(name), slash)
    const headers = { 'content-type': 'application/json' }
    const options = raw === undefined ? {} : { raw, headers }
    return await edge.call(method, url, { ...options, address })
  }
  const counted = (Object.keys(api) as CallName[]).filter((name) => api[name].limit !== null)
  expect(counted).toEqual((Object.keys(api) as CallName[]).filter((name) => refusesOften(name)))
  for (const name of counted) {
    for (const slash of sample(['/', ''], 2)) {
      // A window may end at any moment. Then we use up the next one.
      const useUp = async () => {
        const asked = await ask(name, slash)
        if (asked.status === 429) return asked
        for (let i = 0; i < rateLimits.general.most; i++) await ask('listPlans', '/')
        return null
      }
      const answer = await until('the limit of the address', useUp, { deadlineMs: 120_000 })
      expect([name, saidBy(answer, {})]).toEqual([name, meantBy('rate_limited', {})])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['ratelimit-policy']).toBe('"general";q=600;w=60')
    }
  }
})

const refusesOften = (name: CallName): boolean => errorsOf(name).includes('rate_limited')

test.each(['/log/checkpoint', '/status', '/transparency', '/transparency/solvency'])(
  'counts requests for %s by the caller’s address',
  async (path) => {
    const { headers } = await edge.app.inject({ method: 'GET', url: path })
    expect(headers['ratelimit-policy']).toBe('"general";q=600;w=60')
  },
)
