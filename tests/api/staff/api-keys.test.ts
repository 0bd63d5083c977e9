import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorApi } from '../../../src/contract/routes.ts'
import { addOperator, resetOperator } from '../../../src/server/staff/operators.ts'
import { behind } from '../support/behind.ts'
import { addMember } from '../support/members.ts'
import { newestEntry, openStaffEdge, refusal, type StaffEdge } from '../support/staff-edge.ts'

// Keys of programs: what they may do, and that they never do anything that needs a person.

let staff: StaffEdge
const secrets = { support: '', finance: '', admin: '' }
type Role = keyof typeof secrets
const roles: Role[] = ['support', 'finance', 'admin']

beforeAll(async () => {
  staff = await openStaffEdge()
  for (const role of roles) secrets[role] = (await add(`${role}-sync`, role)).secret
})
afterAll(() => staff.close())

async function add(name: string, role: Role) {
  const body = { name, role, days: 30 }
  const answer = await staff.as('admin', 'POST', 'api-keys/', { body })
  expect(answer.status).toBe(201)
  return { id: answer.body.api_key.id, secret: answer.body.secret }
}

/** A call with only a key: no cookie, no Origin. */
const by = <const M extends string, const U extends string>(
  token: string,
  method: M,
  path: U,
  body?: object,
) => staff.edge.call(method, `/api/operator/${path}`, { token, ...(body && { body }) })

type Name = keyof typeof operatorApi
const names = Object.keys(operatorApi) as Name[]
const rank = (role: string): number => roles.findIndex((each) => each === role)

const pathOf = (name: Name): string =>
  operatorApi[name].path
    .replace('/api/operator/', '')
    .replace(':queue', 'messages')
    .replace(':item', 'regions')
    .replace(':name', 'no_such_alert')
    .replace(/:\w+/g, '99999999')

const people = /^\/api\/operator\/(auth|access-changes|api-keys|operators|queues)\//

const subjectOf = (name: Name): string => operatorApi[name].path.split('/')[3] ?? ''
const approved = new Set(names.filter((name) => name.startsWith('approve')).map(subjectOf))
/** Steps of four-eyes approvals that need no step-up: changes of whatever has an approval. */
const ofTwo: Name[] = names.filter((name) => {
  const { method, stepUp } = operatorApi[name]
  return !stepUp && method !== 'GET' && approved.has(subjectOf(name))
})
/** Calls that would let a program sign a member out or look into the account. */
const ofMembers: Name[] = ['viewAsMember', 'endMemberSessions']
const REFUSALS = ['not_authenticated', 'token_invalid', 'forbidden', 'step_up_required']

/** A role's expected error for a key; empty if there is none. */
function refusalOf(name: Name, role: Role): string {
  const { path, access, stepUp } = operatorApi[name]
  if (people.test(path) || ofTwo.includes(name) || ofMembers.includes(name))
    return 'not_authenticated'
  if (rank(role) < rank(access)) return 'forbidden'
  return stepUp ? 'step_up_required' : ''
}

/** The actual error, unless it comes from the request itself. */
async function tryWith(name: Name, role: Role): Promise<string> {
  const answer = await by(secrets[role], operatorApi[name].method, pathOf(name))
  const code = answer.status < 400 ? '' : refusal(answer)[1]
  return REFUSALS.includes(code) || answer.status >= 500 ? code : ''
}

describe('lets each key make the calls of its role that need no step-up', () => {
  const called = names.filter((name) => operatorApi[name].access !== 'visitor')
  test.each(called)('%s', async (name) => {
    const wanted = roles.map((role) => refusalOf(name, role))
    expect(await Promise.all(roles.map((role) => tryWith(name, role)))).toEqual(wanted)
  })
})

test('knows the steps of every four-eyes approval', () => {
  expect(ofTwo).toEqual(
    expect.arrayContaining([
      'rejectAdjustment',
      'returnCatalogDraft',
      'startWhatIf',
      'discardMemberImport',
      'skipImportRows',
      'discardImportCorrection',
    ]),
  )
  expect(ofTwo).not.toContain('addMemberNote')
})

test('exports nothing', async () => {
  const answer = await by(secrets.admin, 'GET', 'members/?format=csv')
  expect(refusal(answer)).toEqual([403, 'step_up_required'])
})

test('names the key in the audit log, and records its last use', async () => {
  const member = await addMember(staff.edge, 'wanda')
  const body = { note: 'Synchronized.' }
  const answer = await by(secrets.support, 'POST', `members/${member.no}/notes/`, body)
  expect(answer.status).toBe(201)
  const entry = await newestEntry(staff.edge, `member ${member.no}`)
  expect(entry?.operator).toBe('key:support-sync')
  const { body: keys } = await staff.as('admin', 'GET', 'api-keys/')
  const used = keys.find(({ name }) => name === 'support-sync')?.last_used_at
  expect(Date.now() - Date.parse(used ?? '')).toBeLessThan(60_000)
})

/** The effect of another admin's approval on a new admin's key: the key and its answers. */
async function keyOfLosing(who: string, change: object) {
  await staff.add(who, 'admin')
  const form = { name: `${who}-sync`, role: 'admin', days: 30 }
  const { body: key } = await staff.as(who, 'POST', 'api-keys/', { body: form })
  expect((await by(key.secret, 'GET', 'members/')).status).toBe(200)
  const body = { username: who, reason: 'Moves to another team.', ...change }
  const asked = await staff.as('admin', 'POST', 'access-changes/', { body })
  const done = await staff.as('deputy', 'POST', `access-changes/${asked.body.id}/approve/`)
  expect(done.status).toBe(200)
  return key.secret
}

test('ends a key for good when its admin loses the right', async () => {
  const disabled = await keyOfLosing('leaving', { kind: 'disable' })
  const demoted = await keyOfLosing('moving', { kind: 'role', role: 'finance' })
  const entry = await newestEntry(staff.edge, 'key moving-sync')
  expect(entry).toMatchObject({ operator: 'deputy', action: 'revoke API key' })
  await staff.edge.db
    .updateTable('operators')
    .set({ role: 'admin', disabled_at: null })
    .where('username', 'in', ['leaving', 'moving'])
    .execute()
  for (const token of [disabled, demoted]) {
    expect(refusal(await by(token, 'GET', 'members/'))).toEqual([401, 'token_invalid'])
  }
})

const addKey = async (who: string) => {
  const form = { name: `${who}-sync`, role: 'admin', days: 30 }
  return (await staff.as(who, 'POST', 'api-keys/', { body: form })).body.secret
}

test.each<[string, string, (who: string) => Promise<unknown>]>([
  ['a reset', 'resetter', (who) => resetOperator(staff.edge.db, who)],
  [
    'a demotion and a promotion',
    'riser',
    async (who) => {
      await addOperator(staff.edge.db, who, 'finance')
      await addOperator(staff.edge.db, who, 'admin')
    },
  ],
])('ends a key for good with %s at the command line', async (_what, who, rewrite) => {
  await staff.add(who, 'admin')
  const secret = await addKey(who)
  expect((await by(secret, 'GET', 'members/')).status).toBe(200)
  await rewrite(who)
  expect(refusal(await by(secret, 'GET', 'members/'))).toEqual([401, 'token_invalid'])
  expect(await newestEntry(staff.edge, `key ${who}-sync`)).toEqual({
    operator: 'command line',
    action: 'revoke API key',
    reason: 'The operator got a new password.',
  })
})

test('ends a key with a reset in the console', async () => {
  const secret = await keyOfLosing('stolen', { kind: 'reset' })
  expect(refusal(await by(secret, 'GET', 'members/'))).toEqual([401, 'token_invalid'])
})

test('adds no key for an operator who is reset meanwhile', async () => {
  await staff.add('racer', 'admin')
  const ended = [
    sql`select 1 from operators where username = 'racer' for update`,
    sql`update operator_sessions set ended_at = now() where operator = 'racer'`,
  ]
  const form = { name: 'racer-sync', role: 'admin', days: 30 }
  const late = await behind(staff.edge.db, ended, () =>
    staff.as('racer', 'POST', 'api-keys/', { body: form }),
  )
  expect(refusal(late)).toEqual([401, 'token_invalid'])
})

test('emails the alert address about a new key, with no link in its name', async () => {
  await staff.add('keysmith', 'admin')
  const form = { name: 'evil.example', role: 'support', days: 30 }
  expect((await staff.as('keysmith', 'POST', 'api-keys/', { body: form })).status).toBe(201)
  const { rows } = await sql<{ subject: string; text: string }>`select subject, text from emails
    where recipient = ${staff.edge.config.alertEmail} and subject like 'Staff: keysmith %'
  `.execute(staff.edge.db)
  expect(rows.map(({ subject }) => subject)).toEqual([
    'Staff: keysmith added the API key “evil.example” (support)',
  ])
  expect(rows[0]?.text).toContain('evil.\u2060example')
})

test('works only while the operator who added it is an admin', async () => {
  await staff.add('by-hand', 'admin')
  const form = { name: 'by-hand-sync', role: 'support', days: 30 }
  const { body: key } = await staff.as('by-hand', 'POST', 'api-keys/', { body: form })
  const losses = [{ role: 'finance' } as const, { role: 'admin', disabled_at: new Date() } as const]
  for (const loss of losses) {
    const query = staff.edge.db.updateTable('operators').set(loss)
    await query.where('username', '=', 'by-hand').execute()
    expect(refusal(await by(key.secret, 'GET', 'members/'))).toEqual([401, 'token_invalid'])
  }
})

test('keeps the limit of keys under two simultaneous requests', async () => {
  const { body: before } = await staff.as('admin', 'GET', 'api-keys/')
  const inForce = before.filter(({ revoked_at: revoked }) => revoked === null)
  const room = 50 - inForce.length
  const asked = Array.from({ length: room + 3 }, (_, i) =>
    staff.as('admin', 'POST', 'api-keys/', {
      body: { name: `many-${i}`, role: 'support', days: 1 },
    }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(room)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  await staff.edge.db.deleteFrom('api_keys').where('name', 'like', 'many-%').execute()
})

test('refuses revoked, expired, and wrong keys', async () => {
  const { id, secret } = await add('short-lived', 'support')
  expect((await by(secret, 'GET', 'members/')).status).toBe(200)
  await staff.as('admin', 'POST', `api-keys/${id}/revoke/`)
  const late = await add('expired', 'support')
  await staff.edge.db
    .updateTable('api_keys')
    .set({ expires_at: new Date() })
    .where('name', '=', 'expired')
    .execute()
  for (const token of [secret, late.secret, `${secrets.admin}x`, secrets.admin.slice(0, -1)]) {
    expect(refusal(await by(token, 'GET', 'members/'))).toEqual([401, 'token_invalid'])
  }
  expect((await newestEntry(staff.edge, 'key short-lived'))?.action).toBe('revoke API key')
})

test('gives no access to members’ calls, and appears in no list', async () => {
  const answer = await staff.edge.call('GET', '/api/accounts/me/', { token: secrets.admin })
  expect(refusal(answer)).toEqual([401, 'token_invalid'])
  const looks = [
    await staff.as('admin', 'GET', 'api-keys/'),
    await staff.as('admin', 'GET', 'audit/'),
  ]
  for (const { text } of looks) {
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  }
  const { rows } = await staff.edge.context.pool.query<{ row: string }>(
    'select k::text as row from api_keys k',
  )
  expect(rows.some(({ row }) => Object.values(secrets).some((each) => row.includes(each)))).toBe(
    false,
  )
})

test.each(['admin-sync', 'Admin-Sync'])('no other key is ever named %s', async (name) => {
  const body = { name, role: 'support', days: 1 }
  const answer = await staff.as('admin', 'POST', 'api-keys/', { body })
  expect(answer.problem.errors).toEqual({
    name: ['A key has or had this name. Choose another one.'],
  })
})

test('lets an admin’s key read the plan draft but not change it', async () => {
  const { body: list } = await by(secrets.admin, 'GET', 'catalogues/')
  const plans = list.results[0]?.plans.map(
    ({ name, joining_fee, level1, level2, sponsor_bonus, reentries }) => {
      return { name, joining_fee, level1, level2, sponsor_bonus, reentries }
    },
  )
  const body = { note: 'By a person', plans }
  const draft = await staff.as('admin', 'POST', 'catalogue-drafts/', { body })
  expect(draft.status).toBe(201)
  const path = `catalogue-drafts/${draft.body.id}/` as const
  const before = await by(secrets.admin, 'GET', path)
  expect(before.status).toBe(200)
  for (const [method, end] of [
    ['PATCH', ''],
    ['POST', 'discard/'],
    ['POST', 'return/'],
  ] as const) {
    const answer = await by(secrets.admin, method, `${path}${end}`, { ...body, revision: 1 })
    expect(refusal(answer)).toEqual([401, 'not_authenticated'])
  }
  expect((await by(secrets.admin, 'GET', path)).text).toBe(before.text)
})
