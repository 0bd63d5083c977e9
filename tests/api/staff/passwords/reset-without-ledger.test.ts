import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../../src/server/book/book.ts'
import { openPool } from '../../../../src/db/pool.ts'
import { productHooks } from '../../../../src/server/app/batch-hooks.ts'
import { resetByCommandLine } from '../../../../src/server/cli/change-operators.ts'
import { startEndingApprovals } from '../../../../src/server/leader/end-approvals.ts'
import { readDue } from '../../../../src/server/payout/due-withdrawals.ts'
import { until } from '../../../support/poll.ts'
import { addMember, fundMember } from '../../support/members.ts'
import {
  newestEntry,
  openStaffEdge,
  requestWithdrawal,
  type StaffEdge,
} from '../../support/staff-edge.ts'

// Resetting and disabling an operator works without the ledger. What the operator approved is not
// paid, and the leader withdraws the approvals as soon as it can.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

async function newApproval(who: string): Promise<number> {
  await staff.add(who, 'finance')
  const owner = await addMember(staff.edge, `${who}m`)
  await fundMember(staff.edge, owner.no, 30)
  const no = await requestWithdrawal(staff.edge, owner, 20)
  const { body } = await staff.as(who, 'POST', `withdrawals/${no}/approve/`)
  expect(body.stage).toBe('approved')
  return no
}

const dueNow = async () => (await readDue(staff.edge.db, ['TRX', 'USDT'], 100)).map(({ no }) => no)

const noLedger = () => Promise.reject(new Error('no ledger runs'))

test('ends the approvals of operators whose reset or disabling found no ledger', async () => {
  const { edge } = staff
  const [first, second] = [await newApproval('lost-a'), await newApproval('lost-b')]
  const third = await newApproval('lost-c')
  expect(await dueNow()).toEqual([first, second, third])
  const tools = { db: edge.db, openBook: noLedger }
  expect(await resetByCommandLine(tools, 'lost-a')).toMatchObject({
    approvals: { later: 'no ledger runs' },
  })
  expect(await dueNow()).toEqual([second, third])

  await edge.book.close()
  const body = { kind: 'reset', username: 'lost-b', reason: 'A stolen password' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body })
  const done = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
  expect([done.status, typeof done.body.second_password_half]).toEqual([200, 'string'])
  const form = { kind: 'disable', username: 'lost-c', reason: 'A thief' }
  const { body: wanted } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  const disabled = await staff.as('deputy', 'POST', `access-changes/${wanted.id}/approve/`)
  expect([disabled.status, disabled.body.status]).toEqual([200, 'approved'])
  expect(await dueNow()).toEqual([])

  const pool = openPool({ connectionString: edge.databaseUrl, name: 'later ledger' })
  const { log, stopping } = edge.context
  const db = edge.db
  const book = await openBook({ db, pool, log, hooks: productHooks(edge.config) })
  const ending = startEndingApprovals({ db, book, log, stopping }, () => true)
  await until('the approvals to end', async () => {
    const { rows } = await sql`select 1 from approval_endings`.execute(db)
    return rows.length === 0
  })
  await ending.stop()
  for (const no of [first, second, third]) {
    const { body: shown } = await staff.as('admin', 'GET', `withdrawals/${no}/`)
    expect(shown).toMatchObject({ stage: 'pending', approvals: [] })
  }
  expect(await newestEntry(edge, `withdrawal ${second}`)).toEqual({
    operator: 'deputy',
    action: 'withdraw approval',
    reason: 'The operator got a new password.',
  })
  await book.close()
  await pool.end()
})
