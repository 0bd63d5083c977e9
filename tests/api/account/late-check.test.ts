import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AuthorityEnded } from '../../../src/server/authority/authority.ts'
import { endSessionOf } from '../../../src/server/auth/sessions.ts'
import { until } from '../../support/poll.ts'
import { sample } from '../../support/scale.ts'
import { behind, countWaiting } from '../support/behind.ts'
import { openEdge, openEdgeOn, type Answer, type Edge } from '../support/edge.ts'
import { requestWithdrawal } from '../support/staff-edge.ts'
import {
  addMember,
  emailedToken,
  fundMember,
  password,
  sessionOf,
  signIn,
  type TestMember,
} from '../support/members.ts'

// The ledger writer checks the session of a member's command, in the batch that would run it.
// Nothing is done once the session has ended, even if it ended a moment ago.

let edge: Edge
let names = 0
beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge.close())

type Ready = TestMember & { readonly profile: string; readonly publicId: string }

async function ready(): Promise<Ready> {
  const member = await addMember(edge, `late${++names}`)
  await fundMember(edge, member.no, 10)
  const { body } = await edge.call('GET', '/api/accounts/me/', { token: member.access })
  const [profile] = body.profiles
  return { ...member, profile: profile?.id ?? '', publicId: profile?.profile_id ?? '' }
}

const activate = (token: string, profile: string, key?: string, at = edge) =>
  at.call('POST', `/api/accounts/profiles/${profile}/wallet-activate/`, {
    token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })

const endOf = (token: string) =>
  sql`update sessions set ended_at = now() where no = ${sessionOf(token)}`

const codeOf = ({ status, problem }: Answer) => [status, problem.code]
const ENDED = [401, 'token_invalid']

test('activates nothing with an ended session, by number or by public id', async () => {
  const { access, username, profile, publicId } = await ready()
  await endOf(access).execute(edge.db)
  const before = edge.book.status().seq
  expect(codeOf(await activate(access, publicId))).toEqual(ENDED)
  // Nor does it tell whether a profile exists.
  expect(codeOf(await activate(access, 'ZZZZZZZZZZ'))).toEqual(ENDED)
  expect(codeOf(await activate(access, profile))).toEqual(ENDED)
  expect(codeOf(await activate(access, profile))).toEqual(ENDED)
  expect(edge.book.status().seq).toBe(before)
  const { body } = await signIn(edge, username)
  expect((await activate(body.access, profile)).status).toBe(200)
})

test('activates nothing if the session ends while the batch waits', async () => {
  const { access, profile } = await ready()
  const before = edge.book.status().seq
  const end = [sql`lock table batch_lock in exclusive mode`, endOf(access)]
  expect(codeOf(await behind(edge.db, end, () => activate(access, profile)))).toEqual(ENDED)
  expect(edge.book.status().seq).toBe(before)
})

type Calls = (member: Ready) => Promise<() => Promise<Answer>>

const post = (path: string, { access: token }: Ready, body: object = {}) =>
  edge.call('POST', `/api/${path}`, { token, body })

/** A withdrawal that the member may cancel, and a wallet for the next one. */
async function withdrawing(member: Ready): Promise<number> {
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  await sql`update identities set wallet_address = ${address}
    where member_no = ${member.no}`.execute(edge.db)
  return await requestWithdrawal(edge, member, 4)
}

const withCommands: [name: string, prepare: Calls][] = [
  [
    'a withdrawal',
    async (member) => {
      await withdrawing(member)
      const body = { amount: '4.00', payment_method: 'trx' }
      return () => post('rewards/withdrawals/', member, body)
    },
  ],
  [
    'a cancelation',
    async (member) => {
      const no = await withdrawing(member)
      return () => post(`rewards/withdrawals/${no}/cancel/`, member)
    },
  ],
  [
    'auto upgrade',
    ({ access: token }) => {
      const body = { auto_upgrade: false }
      return Promise.resolve(() => edge.call('PATCH', '/api/accounts/me/update/', { token, body }))
    },
  ],
]

test.each(withCommands)('does nothing about %s once the session has ended', async (_, prepare) => {
  const member = await ready()
  const call = await prepare(member)
  const before = edge.book.status().seq
  const end = [sql`lock table batch_lock in exclusive mode`, endOf(member.access)]
  expect(codeOf(await behind(edge.db, end, call))).toEqual(ENDED)
  expect(edge.book.status().seq).toBe(before)
})

test('turns auto upgrade off with the call that closes the account', async () => {
  const member = await addMember(edge, `late${++names}`)
  const token = member.access
  const upgrade = { auto_upgrade: true }
  await edge.call('PATCH', '/api/accounts/me/update/', { token, body: upgrade })
  await edge.call('POST', '/api/accounts/closing/', { token, body: {} })
  const link = { token: await emailedToken(edge, `${member.username}@example.org`) }
  const closed = await edge.call('POST', '/api/accounts/closing/confirm/', { token, body: link })
  expect(closed.status).toBe(200)
  const { rows } = await sql<{ on: boolean }>`
    select auto_upgrade as on from members where no = ${member.no}`.execute(edge.db)
  expect(rows).toEqual([{ on: false }])
})

/** What a batch that saw the session open still has. */
const holdShared = (session: bigint) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('session of a member', ${session}))`

const lookUp = (session: bigint) =>
  sql<{ found: { sessions: object | null } }>`
    select look_up(${[session]}::bigint[], '{}', '{}') as found`

const endings: [name: string, end: (member: Ready) => Promise<Answer>][] = [
  ['a sign-out', ({ refresh }) => edge.call('POST', '/api/auth/logout/', { body: { refresh } })],
  [
    'the end of this session',
    ({ access: token }) =>
      edge.call('DELETE', `/api/auth/sessions/${sessionOf(token)}/`, { token }),
  ],
  [
    'the end of all others',
    async ({ username }) => {
      const { body } = await signIn(edge, username)
      return await edge.call('DELETE', '/api/auth/sessions/', { token: body.access })
    },
  ],
  [
    'a new password',
    async ({ username }) => {
      const { body } = await signIn(edge, username)
      const next = `${password} 2`
      return await edge.call('POST', '/api/accounts/change-password/', {
        token: body.access,
        body: { current_password: password, new_password: next, confirm_password: next },
      })
    },
  ],
]

test.each(endings)('answers %s once the batch that saw the session is over', async (_, end) => {
  const member = await ready()
  const session = sessionOf(member.access)
  const { status } = await behind(edge.db, [lookUp(session)], () => end(member))
  expect(status).toBe(200)
  const { rows } = await lookUp(session).execute(edge.db)
  expect(rows[0]?.found.sessions).toBeNull()
})

test('ends a session at once, and answers its sign-outs after the batch', async () => {
  const { access, refresh } = await ready()
  const session = sessionOf(access)
  let answers = 0
  const signOut = async () => {
    const { status } = await edge.call('POST', '/api/auth/logout/', { body: { refresh } })
    answers += 1
    return status
  }
  const readEnd = sql<{ ended: boolean }>`
    select ended_at is not null as ended from sessions where no = ${session}`
  const { seen, signedOut } = await edge.db.transaction().execute(async (tx) => {
    await lookUp(session).execute(tx)
    const first = signOut()
    // Even if the batch hangs for longer than a call may take, the session is no longer open.
    await until(
      'the end of the session',
      async () => (await readEnd.execute(edge.db)).rows[0]?.ended,
    )
    const { status } = await edge.call('GET', '/api/accounts/me/', { token: access })
    // Another batch sees that it has ended, whether or not the sign-out waits.
    const { rows } = await lookUp(session).execute(edge.db)
    const found = rows[0]?.found.sessions
    return { seen: [answers, status, found], signedOut: Promise.all([first, signOut()]) }
  })
  expect(seen).toEqual([0, 401, null])
  expect(await signedOut).toEqual([200, 200])
})

test('a repeated sign-out waits for the batch, too', async () => {
  const { access, refresh } = await ready()
  const session = sessionOf(access)
  const signOut = () => edge.call('POST', '/api/auth/logout/', { body: { refresh } })
  const { status } = await behind(edge.db, [lookUp(session), endOf(access)], signOut)
  expect(status).toBe(200)
  // The batch of the first attempt still runs, and the session has ended.
  const again = await behind(edge.db, [holdShared(session)], signOut)
  expect(again.status).toBe(200)
})

test('doesn’t wait for the end of a session, and refuses what is sent with it', async () => {
  const { access, refresh, profile } = await ready()
  // After a refused call, the web process checks the session itself, too. It still sees it open.
  expect((await activate(access, '999')).status).toBe(404)
  const activated = await edge.db.transaction().execute(async (tx) => {
    await endSessionOf(tx, refresh)
    return [await activate(access, profile), await activate(access, profile)]
  })
  expect(activated.map(codeOf)).toEqual([ENDED, ENDED])
})

test('activates nothing with an expired session', async () => {
  const { access, profile } = await ready()
  await sql`update sessions set expires_at = now() where no = ${sessionOf(access)}`.execute(edge.db)
  expect(codeOf(await activate(access, profile))).toEqual(ENDED)
})

test('doesn’t repeat an answer to an ended session', async () => {
  const { access, username, profile } = await ready()
  const first = await activate(access, profile, 'repeated')
  expect(first.status).toBe(200)
  await endOf(access).execute(edge.db)
  expect(codeOf(await activate(access, profile, 'repeated'))).toEqual(ENDED)
  const { body } = await signIn(edge, username)
  expect((await activate(body.access, profile, 'repeated')).text).toBe(first.text)
})

test('runs no command with another member’s session', async () => {
  const [one, other] = [await ready(), await ready()]
  const { no: member, profile } = one
  const command = { kind: 'activate', member, profile: Number(profile) } as const
  const session = String(sessionOf(other.access))
  const stolen = { command, by: { member }, session }
  await expect(edge.book.submit(stolen)).rejects.toThrow(AuthorityEnded)
  await expect(edge.book.submit({ ...stolen, by: { system: 'x' } })).rejects.toThrow(AuthorityEnded)
})

test('sends nothing to the ledger writer for a session that it has refused', async () => {
  const { access, profile } = await ready()
  await endOf(access).execute(edge.db)
  let submitted = 0
  const { book } = edge
  const counting: Edge['book'] = {
    ...book,
    submit: (item) => {
      submitted += 1
      return book.submit(item)
    },
  }
  const context = { ...edge.context, book: counting }
  const other = await openEdgeOn(context, edge.databaseUrl, 'no build')
  onTestFinished(() => other.close())
  for (let i = 0; i < 3; i++) {
    expect(codeOf(await activate(access, profile, undefined, other))).toEqual(ENDED)
  }
  expect(submitted).toBe(1)
})

const counted: [string, string[], string | undefined][] = [
  ['atonce', ['1', '1', '1'], undefined],
  ['bypublicid', ['ZZZZZZZZZZ'], undefined],
  ['withabadkey', ['1'], 'x'.repeat(300)],
]
test.each(sample(counted, 3))(
  'counts an ended session once towards its member’s limits: %s',
  async (name, profiles, key) => {
    const limited = await openEdge({ RATE_LIMITS: 'on' })
    onTestFinished(() => limited.close())
    // No other test of this process has used these numbers.
    const first = (1_000 + ++names) * 1_000
    await sql`alter table sessions alter column no restart with ${sql.lit(first)}`.execute(
      limited.db,
    )
    const { access } = await addMember(limited, name)
    await endOf(access).execute(limited.db)
    for (let i = 0; i < 3; i++) {
      await Promise.all(profiles.map((profile) => activate(access, profile, key, limited)))
    }
    const { body } = await signIn(limited, name)
    const { headers } = await activate(body.access, '1', undefined, limited)
    // A new window may begin in between.
    expect(headers['ratelimit']).toMatch(/^"money";r=5[89];/)
  },
)

test('keeps an account open whose member withdraws while it closes', async () => {
  const { access, no } = await addMember(edge, 'udo')
  const own = { token: access }
  await edge.db
    .updateTable('identities')
    .set({ wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })
    .where('member_no', '=', no)
    .execute()
  await edge.call('POST', '/api/accounts/closing/', { ...own, body: {} })
  const token = await emailedToken(edge, 'udo@example.org')
  const { closing } = await edge.db.transaction().execute(async (tx) => {
    await sql`select from account_closings where member_no = ${no} for update`.execute(tx)
    const begun = edge.call('POST', '/api/accounts/closing/confirm/', { ...own, body: { token } })
    await until('the closing to wait', async () => (await countWaiting(edge.db)) > 0)
    await fundMember(edge, no, 10)
    const body = { amount: 10, payment_method: 'trx' }
    const asked = await edge.call('POST', '/api/rewards/withdrawals/', { ...own, body })
    expect(asked.status).toBe(201)
    return { closing: begun }
  })
  expect(codeOf(await closing)).toEqual([409, 'closing_open_money'])
  const { body } = await edge.call('GET', '/api/accounts/closing/', own)
  expect(body).toMatchObject({ withdrawing: '10.00', possible: false })
})
