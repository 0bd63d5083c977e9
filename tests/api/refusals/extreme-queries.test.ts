import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { calls } from '../../../src/contract/calls.ts'
import type { CallContract } from '../../../src/contract/endpoint.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { isLong } from '../../support/scale.ts'
import { openStaffEdge, requestWithdrawal, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'

// Every list of the contract, with values at and beyond the limits of its columns. The values pass
// the schema, so that only the list itself can refuse them.

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'lister')
  await fundMember(staff.edge, member.no, 50)
  await requestWithdrawal(staff.edge, member, 5)
  await sql`insert into contact_messages (name, email, subject, message)
    values ('Ann', 'ann@example.org', 'Hi', 'Hello?')`.execute(staff.edge.db)
})
afterAll(() => staff.close())

const numbers = [
  '0',
  '-1',
  '999999999',
  '2147483647',
  '2147483648',
  '99999999999',
  '999999999999999999',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(60),
  '1e9',
  '0x10',
  ' 7',
]
const pairs = ['9223372036854775807:1', '1:99999999999', '1:', ':', '-5:1', `${'9'.repeat(18)}:7`]
const moments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '-004800-01-01T00:00:00Z',
]
const extremes = [...numbers, ...pairs, ...moments, 'zzz']
/** Values for non-cursors: searches, ids, dates. */
const values = ['-1', '2147483648', '9'.repeat(18), ...moments.slice(0, 3), 'İ', '%']

type Query = Record<string, string>
const shapeOf = (name: CallName): Record<string, z.ZodType> =>
  (calls[name] as CallContract).query?.shape ?? {}

const lists = (Object.keys(api) as CallName[]).filter((name) => api[name].method === 'GET')
const asked = lists.filter((name) => Object.keys(shapeOf(name)).length > 0)

/** The sorts of a list, and none. */
const sortsOf = (name: CallName): Query[] =>
  ['newest', 'oldest', 'username', 'balance']
    .filter((sort) => shapeOf(name)['sort']?.safeParse(sort).success)
    .map((sort): Query => ({ sort }))
    .concat({})

function queriesOf(name: CallName): Query[] {
  const { after, ...others } = shapeOf(name)
  const followed = after
    ? sortsOf(name).flatMap((sort) => extremes.map((value): Query => ({ ...sort, after: value })))
    : []
  const other = Object.keys(others).flatMap((field) =>
    values.map((value): Query => ({ [field]: value })),
  )
  return [...followed, ...other]
}

async function ask(name: CallName, query: Query) {
  const { access, path } = api[name]
  const url = `${path.replace(/:\w+/g, String(member.no))}?${new URLSearchParams(query)}` as const
  if (access === 'visitor' || access === 'member') {
    return await staff.edge.call('GET', url, access === 'member' ? { token: member.access } : {})
  }
  return await staff.as('admin', 'GET', url.replace('/api/operator/', ''))
}

test.runIf(isLong)('never answers a list query with a 5xx', async () => {
  expect(asked.length).toBeGreaterThan(30)
  const faults = []
  // Otherwise a ninth of them, a different one for each list.
  for (const [at, name] of asked.entries()) {
    for (const query of queriesOf(name).filter((_, no) => isLong || no % 9 === at % 9)) {
      const { status } = await ask(name, query)
      if (status >= 500) faults.push([name, query, status])
    }
  }
  expect(faults).toEqual([])
})

test('refuses an impossible cursor under its field', async () => {
  const numbered = [
    'listMembers',
    'operatorListWithdrawals',
    'operatorListDeposits',
    'operatorListProfiles',
  ] as const
  const more = ['listCatalogs', 'listMessages', 'listJournals', 'listAuditEntries'] as const
  for (const name of [...numbered, ...more]) {
    for (const after of ['2147483648', '99999999999', '9'.repeat(60), '-1', '1e9']) {
      const { status, problem } = await ask(name, { after })
      expect([name, after, status, Object.keys(problem.errors ?? {})]).toEqual([
        name,
        after,
        400,
        ['after'],
      ])
    }
  }
})
