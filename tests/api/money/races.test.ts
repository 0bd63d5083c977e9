import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemAt, type AnswerAt } from '../../support/answer.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { followLog, startFollowing } from '../../model/follow-log.ts'
import { codeOf } from '../support/call-stage.ts'
import { openEdge, type Answer, type Edge } from '../support/edge.ts'
import { addPlainMembers, patiently, type PlainMember } from '../support/many-members.ts'
import { addMember, fundMember, signIn } from '../support/members.ts'
import { isLong, sample } from '../../support/scale.ts'

// Different simultaneous calls about the same thing. Other tests cover each call alone, and
// money-races fifty of one call. Here they meet.

const MANY = isLong ? 200 : 40
const ROUNDS = isLong ? 8 : 2

let edge: Edge
type Staff = <const U extends string>(
  path: U,
  body?: object,
) => Promise<AnswerAt<'POST', `/api/operator/${U}/`>>
const staff: Staff[] = []
beforeAll(async () => {
  edge = await openEdge()
  for (const username of ['ann', 'ben']) {
    const { headers } = await signInStaff(edge, username, 'admin')
    staff.push((path, body = {}) =>
      patiently(() => edge.call('POST', `/api/operator/${path}/`, { body, headers })),
    )
  }
})
afterAll(() => edge.close())

const ann: Staff = (path, body) => itemAt(staff, 0)(path, body)
const ben: Staff = (path, body) => itemAt(staff, 1)(path, body)

async function funded(dollars: number): Promise<PlainMember> {
  const [member] = await addPlainMembers(edge, 1)
  if (!member) throw new Error('nobody')
  await fundMember(edge, member.no, dollars)
  return member
}

const withdraw = (member: PlainMember, amount: number) =>
  member.call('POST', 'rewards/withdrawals/', { amount, payment_method: 'trx' })

const activate = (member: PlainMember) =>
  member.call('POST', `accounts/profiles/${member.profile}/wallet-activate/`, {})

const balance = async (member: PlainMember): Promise<string> =>
  (await member.call('GET', 'accounts/me/')).body.wallet_balance

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).toSorted()

test('accepts exactly five simultaneous withdrawals of a fifth of the balance', async () => {
  const member = await funded(25)
  const answers = await Promise.all(Array.from({ length: 40 }, () => withdraw(member, 5)))
  const done = answers.filter(({ status }) => status === 201)
  expect([done.length, await balance(member)]).toEqual([5, '0.00'])
  expect(new Set(statuses(answers))).toEqual(new Set([201, 400]))
})

test(`gives ${MANY} simultaneous members ${MANY} different seats`, async () => {
  const top = await funded(1)
  expect((await activate(top)).status).toBe(200)
  const many = await addPlainMembers(edge, MANY, top.no)
  await Promise.all(many.map(({ no }) => fundMember(edge, no, 1)))
  const answers = await Promise.all(many.map(activate))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const { rows } = await edge.context.pool.query(
    `select count(distinct (s.parent_no, s.side))::int as seats from seats s
     join profiles p on p.no = s.profile_no where p.member_no = any($1) and p.origin = 0`,
    [many.map(({ no }) => no)],
  )
  expect(rows).toEqual([{ seats: MANY }])
})

test('never spends one balance on both a withdrawal and an activation', async () => {
  const members = await Promise.all(Array.from({ length: isLong ? 12 : 6 }, () => funded(3)))
  await Promise.all(
    members.map(async (member) => {
      const answers = [withdraw(member, 3), activate(member), withdraw(member, 3)]
      const [first, joined, second] = await Promise.all(answers)
      const paid = [first, second].filter((answer) => answer?.status === 201)
      expect(paid.length + Number(joined?.status === 200)).toBeGreaterThan(0)
      expect(paid.length).toBeLessThanOrEqual(1)
      expect(Number(await balance(member))).toBeGreaterThanOrEqual(0)
    }),
  )
})

describe('ends each withdrawal once', () => {
  const ends: [string, (member: PlainMember, id: string) => Promise<Answer>[]][] = [
    [
      'its member cancels while an operator approves',
      (member, id) => [
        member.call('POST', `rewards/withdrawals/${id}/cancel/`, {}),
        ann(`withdrawals/${id}/approve`),
      ],
    ],
    [
      'two operators approve',
      (_member, id) => [ann(`withdrawals/${id}/approve`), ben(`withdrawals/${id}/approve`)],
    ],
    [
      'one operator approves it, the other a list with it',
      (_member, id) => [
        ann(`withdrawals/${id}/approve`),
        ben('withdrawals/approve', { items: [{ id, revision: 1 }] }),
      ],
    ],
  ]
  test.each(sample(ends, 2))('%s', async (_name, race) => {
    for (let i = 0; i < ROUNDS; i++) {
      const member = await funded(10)
      const { body } = await withdraw(member, 10)
      const answers = await Promise.all(race(member, body.id))
      const done = answers.filter(
        ({ status, text }) => status === 200 && !text.includes('"done":false'),
      )
      expect(done).toHaveLength(1)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused.filter(({ status }) => status !== 409)).toEqual([])
      expect(await balance(member)).toBe((await stageOf(member)) === 'approved' ? '0.00' : '10.00')
    }
  })

  test.runIf(isLong)('approves or rejects once when two operators disagree', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const member = await funded(10)
      const { body } = await withdraw(member, 10)
      const answers = await Promise.all([
        ann(`withdrawals/${body.id}/approve`),
        ben(`withdrawals/${body.id}/reject`, { reason: 'A good reason' }),
      ])
      expect(statuses(answers)[0]).toBe(200)
      expect(await balance(member)).toBe((await stageOf(member)) === 'rejected' ? '10.00' : '0.00')
    }
  })

  test('approves each withdrawal once when a list is approved many times', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => funded(10)))
    const asked = await Promise.all(members.map((member) => withdraw(member, 10)))
    const items = asked.map(({ body }) => ({ id: body.id, revision: 1 }))
    const answers = await Promise.all(
      Array.from({ length: isLong ? 50 : 12 }, (_, i) =>
        (i % 2 ? ann : ben)('withdrawals/approve', { items }),
      ),
    )
    const results = answers.flatMap(({ body }) => body.results)
    const done = results.filter((result) => result.done).map(({ id }) => id)
    expect(done.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
  })
})

const stageOf = async (member: PlainMember) =>
  (await member.call('GET', 'rewards/withdrawals/')).body.results[0]?.stage

test('pays to the address on file, or refuses, when that changes at the same time', async () => {
  for (let i = 0; i < ROUNDS; i++) {
    const member = await funded(10)
    const wallet = addressOfKey(newPrivateKey())
    const [asked, changed] = await Promise.all([
      withdraw(member, 10),
      member.call('PATCH', 'accounts/me/update/', { wallet_address: wallet }),
    ])
    expect(changed.status).toBe(200)
    const outcome = asked.status === 201 ? asked.body.wallet_address : asked.code
    expect([member.wallet, wallet, 'address_differs']).toContain(outcome)
    expect((await stageOf(member)) === undefined).toBe(outcome === 'address_differs')
  }
})

test('lets nothing succeed during or after a suspension', async () => {
  const member = await addMember(edge, 'stopped')
  const asMember = <const M extends string, const U extends string>(
    method: M,
    path: U,
    body?: object,
  ) => edge.call(method, `/api/${path}`, { token: member.access, ...(body ? { body } : {}) })
  await fundMember(edge, member.no, 20)
  const beside = Promise.all([
    signIn(edge, 'stopped'),
    edge.call('POST', '/api/auth/token/refresh/', { body: { refresh: member.refresh } }),
  ])
  const reason = { reason: 'A good reason' }
  expect((await ann(`members/${member.no}/suspend`, reason)).status).toBe(200)
  expect((await asMember('GET', 'accounts/me/')).status).toBe(401)
  const money = { amount: 5, payment_method: 'trx' }
  expect((await asMember('POST', 'rewards/withdrawals/', money)).status).toBe(401)
  expect((await signIn(edge, 'stopped')).status).toBe(403)
  const tokens = (await beside).flatMap((each) => (each.code ? [] : [each.body]))
  // Reinstating the member doesn't bring any of it back.
  expect((await ann(`members/${member.no}/reinstate`, reason)).status).toBe(200)
  for (const { access: token, refresh } of [...tokens, member]) {
    expect((await edge.call('GET', '/api/accounts/me/', { token })).status).toBe(401)
    const again = await edge.call('POST', '/api/auth/token/refresh/', {
      body: { refresh },
    })
    expect(again.status).toBe(401)
  }
})

test('accepts a recovery code and an app code once', async () => {
  const { access: token } = await addMember(edge, 'coder')
  const post = <const U extends string>(path: U, body: object = {}) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const { body: begun } = await post('totp')
  const confirming = Array.from({ length: 6 }, () =>
    post('totp/confirm', { code: codeOf(begun.otpauth_uri) }),
  )
  expect(statuses(await Promise.all(confirming)).filter((status) => status === 200)).toEqual([200])
  const [code] = begun.recovery_codes
  const recovering = Array.from({ length: 6 }, () => post('step-up', { code }))
  expect(statuses(await Promise.all(recovering))).toEqual([200, 400, 400, 400, 400, 400])
})

test('leaves rows, rules, and the independent model in agreement', async () => {
  const { db, pool } = edge.context
  const followed = startFollowing()
  expect(await followLog(pool, followed)).toBeGreaterThan(2 * MANY)
  const { differences } = await checkBook(db, pool)
  expect(differences.described).toEqual([])
  const seats = await db.selectFrom('seats').select(['profile_no', 'parent_no', 'side']).execute()
  const expected = followed.naive.profiles.filter(({ turn }) => turn > 0)
  expect(seats).toHaveLength(expected.length)
  const bySeat = new Map(seats.map((seat) => [seat.profile_no, seat]))
  const wrong = expected.filter(({ no, parent }) => {
    const seat = bySeat.get(no)
    const side = parent?.left?.no === no ? 0 : 1
    return seat?.parent_no !== (parent?.no ?? null) || (parent && seat.side !== side)
  })
  expect(wrong.map(({ no }) => no)).toEqual([])
})
