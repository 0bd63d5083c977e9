import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { renderHtml } from '../../../src/server/email/email-page.ts'
import type { EmailContent } from '../../../src/server/email/template.ts'
import { disableByCommandLine } from '../../../src/server/cli/change-operators.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { totpCode } from '../../../src/server/auth/totp.ts'
import { unseal } from '../../../src/server/auth/sealed.ts'
import { requestWithdrawal } from '../support/staff-edge.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, signIn, type TestMember } from '../support/members.ts'
import { isLong } from '../../support/scale.ts'
import { priceUsdt } from '../../support/usdt-price.ts'
import { sessionCookie } from '../../support/operator-session.ts'

let edge: Edge
let member: TestMember
const cookies = new Map<string, string>()

async function operatorLogin(username: string, password: string, extra: object = {}) {
  return await edge.call('POST', '/api/operator/auth/login/', {
    body: { username, password, ...extra },
  })
}

type Options = { body?: unknown; headers?: Record<string, string> }

/** A call with the operator's cookie, and with our Origin unless another is given. */
const as = <const M extends string, const U extends string>(
  who: string,
  method: M,
  url: U,
  { body, headers = {} }: Options = {},
) =>
  edge.call(method, url, {
    ...(method === 'GET' ? {} : { body: body ?? {} }),
    headers: { cookie: cookies.get(who) ?? '', origin: edge.config.publicUrl, ...headers },
  })

beforeAll(async () => {
  edge = await openEdge({ OPERATOR_USERNAME: 'Chief', OPERATOR_PASSWORD: 'first of all operators' })
  for (const role of ['support', 'finance', 'admin'] as const) {
    const password = await addOperator(edge.db, role, role)
    cookies.set(role, sessionCookie(await operatorLogin(role, password)))
  }
  cookies.set('chief', sessionCookie(await operatorLogin('chief', 'first of all operators')))
  member = await addMember(edge, 'wanda')
  await fundMember(edge, member.no, 1000)
  await priceUsdt(edge.db)
})
afterAll(() => edge.close())

test('signs the configured operator in with an HttpOnly cookie', async () => {
  const { status, headers, body } = await operatorLogin('CHIEF', 'first of all operators')
  const chief = {
    username: 'chief',
    role: 'admin',
    totp_enrolled: false,
    passkeys: 0,
    must_change_password: true,
    idle_minutes: 30,
  }
  expect([status, body]).toEqual([200, chief])
  expect(String(headers['set-cookie'])).toMatch(
    /^twofold_operator=[\w-]{43}; Path=\/api\/operator; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  )
  for (const [username, password] of [
    ['chief', 'wrong'],
    ['nobody', 'first of all operators'],
  ]) {
    const wrong = await operatorLogin(username ?? '', password ?? '')
    expect([wrong.status, wrong.problem.code]).toEqual([401, 'login_failed'])
  }
  expect((await as('chief', 'GET', '/api/operator/auth/me')).body.username).toBe('chief')
})

test('requires our Origin for changes, and refuses members’ tokens', async () => {
  const url = '/api/operator/withdrawals/1/approve/'
  for (const origin of ['https://evil.example', 'null', `${edge.config.publicUrl}.evil.example`]) {
    const { status, problem } = await as('finance', 'POST', url, { headers: { origin } })
    expect([status, problem.code]).toEqual([403, 'wrong_origin'])
  }
  const without = await edge.call('POST', url, {
    body: {},
    headers: { cookie: cookies.get('finance') ?? '' },
  })
  expect([without.status, without.problem.code]).toEqual([403, 'wrong_origin'])
  const token = await edge.call('GET', '/api/operator/overview/', { token: member.access })
  expect(token.status).toBe(401)
  const headers = { cookie: cookies.get('admin') ?? '' }
  expect((await edge.call('GET', '/api/accounts/me/', { headers })).status).toBe(401)
})

test('lets support read, finance move money, and admins do everything', async () => {
  const no = await requestWithdrawal(edge, member, 3)
  const approve = `/api/operator/withdrawals/${no}/approve/` as const
  const suspend = `/api/operator/members/${member.no}/suspend/` as const
  const refused = [
    as('support', 'POST', approve),
    as('support', 'POST', '/api/operator/adjustments/'),
    as('finance', 'POST', suspend, { body: { reason: 'a good reason' } }),
    as('finance', 'POST', '/api/operator/catalogues/'),
    as('support', 'GET', '/api/operator/ledger/check/'),
  ]
  for (const answer of await Promise.all(refused)) {
    expect([answer.status, answer.problem.code]).toEqual([403, 'forbidden'])
  }
  const reads = ['overview/', 'members/', 'withdrawals', 'deposits/', 'deposits/unattributed/']
  const more = ['adjustments/', 'catalogues/', 'messages/', 'audit/', 'ledger/journals/']
  for (const path of [...reads, ...more]) {
    const { status } = await as('support', 'GET', `/api/operator/${path}`)
    expect([path, status]).toEqual([path, 200])
  }
  expect(
    (
      await as('admin', 'POST', `/api/operator/withdrawals/${no}/reject`, {
        body: { reason: 'test' },
      })
    ).status,
  ).toBe(200)
})

test('approves the displayed revision once, and audits it before and after', async () => {
  const no = await requestWithdrawal(edge, member, 50)
  const url = `/api/operator/withdrawals/${no}/approve/` as const
  const old = await as('finance', 'POST', url, { body: { revision: 7 } })
  expect([old.status, old.problem.code]).toEqual([409, 'old_revision'])
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => as(i % 2 ? 'finance' : 'admin', 'POST', url)),
  )
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  expect(done[0]?.body).toMatchObject({
    id: String(no),
    username: 'wanda',
    amount: '50.00',
    fee_amount: '1.00',
    net_amount: '49.00',
    status: 'approved',
    stage: 'approved',
  })
  const others = answers.filter(({ status }) => status !== 200)
  expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['wrong_state']))
  const { body: log } = await as('support', 'GET', '/api/operator/audit/?action=approve withdrawal')
  const entry = log.results.find(({ object }) => object === `withdrawal ${no}`)
  expect(entry).toMatchObject({ before: { stage: 'pending' }, after: { stage: 'approved' } })
})

test('needs two different operators above the limit', async () => {
  const no = await requestWithdrawal(edge, member, 150)
  const url = `/api/operator/withdrawals/${no}/approve/` as const
  const first = await as('finance', 'POST', url, { body: { revision: 1 } })
  expect([first.status, first.body.stage, first.body.approvals_needed]).toEqual([200, 'pending', 2])
  const again = await as('finance', 'POST', url)
  expect([again.status, again.problem.code]).toEqual([403, 'second_operator_required'])
  const second = await as('admin', 'POST', url)
  expect([second.status, second.body.stage]).toEqual([200, 'approved'])
  expect(second.body.approvals.map(({ operator }: { operator: string }) => operator)).toEqual([
    'finance',
    'admin',
  ])
})

test('returns everything on a rejection, and tells the member why', async () => {
  const balance = async () =>
    (await edge.call('GET', '/api/accounts/me/', { token: member.access })).body.wallet_balance
  const before = await balance()
  const no = await requestWithdrawal(edge, member, 10)
  const url = `/api/operator/withdrawals/${no}/reject/` as const
  expect((await as('finance', 'POST', url, { body: {} })).problem.errors?.reason).toBeDefined()
  const { body } = await as('finance', 'POST', url, { body: { reason: 'The address is wrong.' } })
  expect([body.status, body.stage, body.reason]).toEqual([
    'rejected',
    'rejected',
    'The address is wrong.',
  ])
  expect(await balance()).toBe(before)
  const again = await as('finance', 'POST', url, { body: { reason: 'The address is wrong.' } })
  expect([again.status, again.problem.code]).toEqual([409, 'wrong_state'])
  const { rows } = await sql<{ text: string }>`
    select text from emails where subject = 'Your withdrawal was rejected'
    order by no desc`.execute(edge.db)
  expect(rows[0]?.text).toContain('The address is wrong.')
  expect(
    (
      await as('finance', 'POST', '/api/operator/withdrawals/999/reject/', {
        body: { reason: 'none' },
      })
    ).status,
  ).toBe(404)
})

test('requires a reason, a second operator, and enough money for an adjustment', async () => {
  const form = { username: 'wanda', amount: '-5.25', reason: 'Credited twice' }
  const bad = [
    { ...form, amount: '1.001' },
    { ...form, amount: '0' },
    { ...form, reason: '' },
    { ...form, username: 'nobody' },
  ]
  for (const body of bad) {
    expect((await as('finance', 'POST', '/api/operator/adjustments/', { body })).status).toBe(400)
  }
  const asked = await as('finance', 'POST', '/api/operator/adjustments/', { body: form })
  expect([asked.status, asked.body.status, asked.body.amount]).toEqual([201, 'pending', '-5.25'])
  const url = `/api/operator/adjustments/${asked.body.id}/approve/` as const
  expect((await as('finance', 'POST', url)).problem.code).toBe('second_operator_required')
  expect((await as('admin', 'POST', url)).body).toMatchObject({
    status: 'approved',
    approved_by: 'admin',
  })
  expect((await as('chief', 'POST', url)).problem.code).toBe('wrong_state')
  const huge = { ...form, amount: '-999999' }
  const { body: more } = await as('finance', 'POST', '/api/operator/adjustments/', { body: huge })
  const refused = await as('admin', 'POST', `/api/operator/adjustments/${more.id}/approve/`)
  expect([refused.status, refused.problem.code]).toEqual([409, 'insufficient_balance'])
})

/** Usernames of the deposits that a search finds. */
const payersOf = async (search: string): Promise<string[]> =>
  (await as('support', 'GET', `/api/operator/deposits/?search=${search}`)).body.results.map(
    ({ username }: { username: string }) => username,
  )

test.runIf(isLong)('finds deposits by their address', async () => {
  const form = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const asked = await edge.call('POST', '/api/transactions/deposit_ustd/', {
    token: member.access,
    body: { cryptocurrency: 'USDT', ...form },
  })
  expect(asked.status).toBe(201)
  const { body } = await edge.call('GET', '/api/transactions/usdt_wallet_info/', {
    token: member.access,
  })
  expect(await payersOf(body.wallet_address)).toEqual(['wanda'])
  expect(await payersOf(body.wallet_address.toLowerCase())).toEqual([])
})

test('finds, shows, suspends, and reinstates members', async () => {
  const other = await addMember(edge, 'victor', 'wanda')
  const found = await as('support', 'GET', '/api/operator/members/?search=VICT')
  expect(found.body.results.map(({ username }) => username)).toEqual(['victor'])
  const shown = await as('support', 'GET', `/api/operator/members/${other.no}/`)
  expect(shown.body).toMatchObject({ sponsor: 'wanda', is_active: true, is_verified: true })
  const url = `/api/operator/members/${other.no}` as const
  const reason = { body: { reason: 'Under review' } }
  const suspended = await as('admin', 'POST', `${url}/suspend/`, reason)
  expect([suspended.body.is_active, typeof suspended.body.suspended_at]).toEqual([false, 'string'])
  expect((await edge.call('GET', '/api/accounts/me/', { token: other.access })).status).toBe(401)
  expect((await as('admin', 'POST', `${url}/suspend/`, reason)).problem.code).toBe(
    'already_suspended',
  )
  expect((await as('admin', 'POST', `${url}/reinstate/`, reason)).body.is_active).toBe(true)
  expect((await as('admin', 'POST', `${url}/reinstate/`, reason)).problem.code).toBe(
    'not_suspended',
  )
  expect((await signIn(edge, 'victor')).status).toBe(200)
  expect((await as('support', 'GET', '/api/operator/members/99999/')).status).toBe(404)
})

test('refuses an unsound catalog with the broken rule, and publishes a sound one', async () => {
  const { body: list } = await as('support', 'GET', '/api/operator/catalogues/')
  const plans = itemAt(list.results, 0).plans.map((plan) => ({
    name: plan.name,
    joining_fee: plan.joining_fee,
    level1: plan.level1,
    level2: plan.level2,
    sponsor_bonus: plan.sponsor_bonus,
    reentries: plan.reentries,
  }))
  const add = (changed: object) =>
    as('admin', 'POST', '/api/operator/catalogues/', {
      body: { note: 'A test', plans: [{ ...plans[0], ...changed }, ...plans.slice(1)] },
    })
  const greedy = await add({ level1: '0.60' })
  expect([greedy.status, greedy.problem.code]).toEqual([400, 'unsound_catalogue'])
  expect(greedy.problem.detail).toBe(
    'Bronze: the rewards and the sponsor bonus exceed the joining fee (1.10 against 1.00).',
  )
  const sound = await add({ level1: '0.40' })
  expect([sound.status, sound.body.version, sound.body.in_force, sound.body.note]).toEqual([
    201,
    '2',
    true,
    'A test',
  ])
  const { body: shown } = await edge.call('GET', '/api/accounts/plans/')
  expect(shown[0]?.level1).toBe('0.40')
})

test('receives contact messages, drops those of bots, and sends an answer once', async () => {
  const message = {
    name: '=HYPERLINK("http://evil")',
    email: 'visitor@example.org',
    subject: 'Question\r\nBcc: victim@example.org',
    message: '<script>alert(1)</script>\nHow does it work?',
  }
  const send = (over: object) =>
    edge.call('POST', '/api/accounts/contact/', { body: { ...message, ...over } })
  expect((await send({})).status).toBe(400)
  expect((await send({ subject: 'Question' })).status).toBe(201)
  expect((await send({ subject: 'Machine', website: 'http://spam.example' })).status).toBe(201)
  const { body: inbox } = await as('support', 'GET', '/api/operator/messages/?status=open')
  expect(inbox.results.map(({ subject }: { subject: string }) => subject)).toEqual(['Question'])
  const csv = await as('support', 'GET', '/api/operator/messages/?format=csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  const url = `/api/operator/messages/${inbox.results[0]?.id}/answer/` as const
  const answered = await as('support', 'POST', url, { body: { answer: 'Like this.' } })
  expect(answered.body).toMatchObject({ answer: 'Like this.', answered_by: 'support' })
  const again = await as('support', 'POST', url, { body: { answer: 'Like this.' } })
  expect([again.status, again.problem.code]).toEqual([409, 'already_answered'])
  const { rows } = await sql<{ content: EmailContent }>`
    select content from emails
    where kind = 'contact' and recipient = ${edge.config.supportEmail}`.execute(edge.db)
  expect(rows).toHaveLength(1)
  const html = renderHtml(rows[0]?.content as EmailContent)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script>')
})

test('shows the ledger by account, and an overview that adds up', async () => {
  const list = '/api/operator/ledger/journals/?account=wanda'
  const { body } = await as('support', 'GET', list)
  expect(body.count).toBeGreaterThan(5)
  // An entry may have several lines on the member's two accounts.
  expect(body.results).toHaveLength(body.count)
  const beyond = await as('support', 'GET', `${list}&page_size=1&page=${body.count + 1}` as const)
  expect(beyond.code).toBe('page_not_found')
  for (const { postings } of body.results) {
    const sums = new Map<string, number>()
    for (const { asset, amount } of postings) {
      sums.set(asset, (sums.get(asset) ?? 0) + Math.round(Number(amount) * 1e6))
    }
    expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([])
  }
  const { body: check } = await as('finance', 'GET', '/api/operator/ledger/check/')
  expect([check.ok, check.differences]).toEqual([true, []])
  const { body: overview } = await as('support', 'GET', '/api/operator/overview/')
  expect(overview.members.total).toBe(2)
  expect(overview.money.solvent).toBe(true)
  expect(overview.profiles[0]).toEqual({ plan: 'Bronze', active: 0, imported: 0, inactive: 2 })
})

test('protects the audit log even from the owner of the database', async () => {
  await expect(sql`update audit_entries set operator = 'x'`.execute(edge.db)).rejects.toThrow(
    /append-only/,
  )
  await expect(sql`delete from audit_entries`.execute(edge.db)).rejects.toThrow(/append-only/)
})

test('disables nobody who has yet to be added', async () => {
  const changes = '/api/operator/access-changes/'
  const body = { kind: 'add', username: 'notyet', role: 'support', reason: 'New here' }
  const { body: asked } = await as('admin', 'POST', changes, { body })
  const opening = { db: edge.db, openBook: () => Promise.resolve(edge.book) }
  expect(await disableByCommandLine(opening, 'notyet')).toBe('unknown')
  const { status } = await as('chief', 'POST', `${changes}${asked.id}/approve/`)
  expect(status).toBe(200)
})

test('accepts an app code once, and requires it in production', async () => {
  const started = await as('support', 'POST', '/api/operator/auth/totp/')
  expect(started.body.qr_code).toMatch(/^data:image\/svg\+xml;base64,/)
  const { totp_secret: sealed } = await edge.db
    .selectFrom('operators')
    .select('totp_secret')
    .where('username', '=', 'support')
    .executeTakeFirstOrThrow()
  const secret = unseal(edge.config.authSecret, sealed ?? Buffer.alloc(0))
  const step = BigInt(Math.floor(Date.now() / 30_000))
  const confirm = (code: string) =>
    as('support', 'POST', '/api/operator/auth/totp/confirm/', { body: { code } })
  expect((await confirm('000000x')).status).toBe(400)
  expect((await confirm(totpCode(secret, step))).status).toBe(200)
  expect((await as('support', 'GET', '/api/operator/auth/me/')).body.totp_enrolled).toBe(true)
  const password = 'irrelevant'
  expect((await operatorLogin('support', password, { totp: totpCode(secret, step) })).status).toBe(
    401,
  )
})

test('refuses the cookie after sign-out', async () => {
  const out = await as('chief', 'POST', '/api/operator/auth/logout/')
  expect(out.status).toBe(200)
  expect((await as('chief', 'GET', '/api/operator/overview/')).status).toBe(401)
})
