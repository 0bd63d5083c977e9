import { afterAll, beforeAll, expect, test } from 'vitest'
import { importSome } from '../../../src/server/imports/run-imports.ts'
import { csvFile } from '../support/makers/import-makers.ts'
import { addMember, disputeToken, emailedToken } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// The owner of a mailbox can take an account back for 72 hours after its address was changed. An
// import doesn't give the address away meanwhile.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
  const raised = { kind: 'raise_rules', version: 2 } as const
  await staff.edge.book.submit({ command: raised, by: { system: 'rules' } })
})
afterAll(() => staff.close())

/** A thief moves a member's account to another mailbox. */
async function rob(username: string) {
  const { access: token } = await addMember(staff.edge, username)
  const email = `thief.of.${username}@example.org`
  await staff.edge.call('PATCH', '/api/accounts/me/update/', { token, body: { email } })
  const link = await emailedToken(staff.edge, email)
  await staff.edge.call('POST', `/api/accounts/verify-email/${link}/`)
  return email
}

const file = (username: string) => ({
  body: csvFile(
    'username,email,sponsor,plans,side',
    `again-${username},${username}@example.org,,,`,
  ),
})

const dispute = async (username: string) => {
  const token = await disputeToken(staff.edge, `${username}@example.org`, 'was changed')
  return await staff.edge.call('POST', `/api/accounts/not-me/${token}/`)
}

const emailOf = async (username: string) => {
  const rows = await staff.edge.db
    .selectFrom('identities')
    .select('email')
    .where('username', '=', username)
    .execute()
  return rows.map(({ email }) => email)
}

test('refuses a file with an address that was replaced', async () => {
  await rob('replaced')
  const { body } = await staff.as('admin', 'POST', 'member-imports/check/', file('replaced'))
  expect(body.problems).toMatchObject([{ column: 'email' }])
})

test('gives an account back although an approved import has its address', async () => {
  const { body } = await staff.as('admin', 'POST', 'member-imports/', file('approved'))
  await rob('approved')
  await staff.as('deputy', 'POST', `member-imports/${body.id}/approve/` as const)
  while (await importSome(staff.edge.context));
  expect(await emailOf('again-approved')).toEqual([])
  expect((await dispute('approved')).status).toBe(200)
  expect(await emailOf('approved')).toEqual(['approved@example.org'])
})
