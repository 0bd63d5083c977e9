import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../support/poll.ts'
import type { Edge } from '../support/edge.ts'
import { addMember, emailedToken, fundMember, password, signIn } from '../support/members.ts'
import { depositCommands } from '../../support/deposits.ts'
import {
  finishClosings,
  startFinishingClosings,
} from '../../../src/server/own-data/finish-closings.ts'
import { behind } from '../support/behind.ts'
import { openStaffEdge, refusal, type StaffEdge } from '../support/staff-edge.ts'

// Exporting a member's data, and closing and reopening an account.

let staff: StaffEdge
let edge: Edge
beforeAll(async () => {
  staff = await openStaffEdge({ RATE_LIMITS: 'on' })
  ;({ edge } = staff)
})
afterAll(() => staff.close())

const reason = { body: { reason: 'Asked by email to come back' } }

test('exports a member’s data without secrets, at most five times a day', async () => {
  const sponsor = await addMember(edge, 'olga')
  await addMember(edge, 'nils', 'olga')
  await fundMember(edge, sponsor.no, 12)
  const message = { name: 'Olga', email: 'OLGA@example.org', subject: 'Fees', message: 'Why 2%?' }
  await edge.call('POST', '/api/accounts/contact/', { body: message })
  const take = () => edge.call('POST', '/api/accounts/data/', { token: sponsor.access, body: {} })
  const { status, body, text } = await take()
  expect(status).toBe(200)
  expect(body.account).toMatchObject({ username: 'olga', wallet_balance: '12.00' })
  expect(body.referrals.map(({ referred_user: { username } }) => username)).toEqual(['nils'])
  expect(body.ledger.map(({ amount }) => amount)).toEqual(['12.00'])
  expect(body.activity.map(({ type }) => type)).toContain('referral_joined')
  expect(body.sessions).toHaveLength(1)
  expect(body.contact_messages.map(({ subject }) => subject)).toEqual(['Fees'])
  expect(body.shortened).toEqual([])
  expect(text).not.toMatch(/password_hash|argon|totp_secret/i)
  for (let times = 1; times < 5; times++) expect((await take()).status).toBe(200)
  expect(refusal(await take())).toEqual([429, 'rate_limited'])
})

test('reports which lists were cut to fit into the file', async () => {
  const { access } = await addMember(edge, 'greta')
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Greta', 'greta@example.org', 'Again', 'Hello' from generate_series(1, 5001)`.execute(
    edge.db,
  )
  const { body } = await edge.call('POST', '/api/accounts/data/', { token: access, body: {} })
  expect(body.contact_messages).toHaveLength(5_000)
  expect(body.shortened).toEqual(['contact_messages'])
})

test('reports that a member has more profiles than the file', async () => {
  const { no, access: token } = await addMember(edge, 'dora')
  await sql`insert into profiles (no, member_no, plan, catalog_version, origin, public_id,
      created_at)
    select 1000000 + n, ${no}, 0, 1, 0, 'D' || n, now() from generate_series(1, 1000) n`.execute(
    edge.db,
  )
  const { body } = await edge.call('POST', '/api/accounts/data/', { token, body: {} })
  expect(body.account.profiles).toHaveLength(1_000)
  expect(body.shortened).toEqual(['profiles'])
})

test('exports the state of one moment, whatever happens meanwhile', async () => {
  const { no, access } = await addMember(edge, 'wanda')
  await fundMember(edge, no, 12)
  const taken = await edge.db.transaction().execute(async (tx) => {
    await sql`lock table member_views in access exclusive mode`.execute(tx)
    const taking = edge.call('POST', '/api/accounts/data/', { token: access, body: {} })
    await until('the export to wait', async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'member_views'::regclass`.execute(edge.db)
      return rows.length > 0
    })
    await fundMember(edge, no, 5)
    return { taking }
  })
  const { account, ledger } = (await taken.taking).body
  expect(account.wallet_balance).toBe('12.00')
  expect(ledger.map(({ balance_after: balance }) => balance)).toEqual(['12.00'])
})

test('closes an account with an emailed link, and lets support reopen it', async () => {
  const member = await addMember(edge, 'paula')
  const own = { token: member.access }
  await edge.call('POST', '/api/accounts/closing/', { ...own, body: {} })
  const token = await emailedToken(edge, 'paula@example.org')
  const asked = await edge.call('GET', '/api/accounts/closing/', own)
  expect(asked.body).toMatchObject({ possible: true, reopen_days: 30 })
  expect(Date.parse(asked.body.asked_until ?? '')).toBeGreaterThan(Date.now())
  const done = await edge.call('POST', '/api/accounts/closing/confirm/', {
    ...own,
    body: { token },
  })
  expect([done.status, done.body.detail]).toEqual([200, 'Your account is closed.'])
  expect((await edge.call('GET', '/api/accounts/me/', own)).status).toBe(401)
  expect(refusal(await signIn(edge, 'paula'))).toEqual([403, 'account_closed'])
  // A wrong password reveals nothing about it.
  expect(refusal(await signIn(edge, 'paula', 'wrong'))).toEqual([401, 'login_failed'])
  const shown = await staff.as('support', 'GET', `members/${member.no}/`)
  expect(shown.body).toMatchObject({ auto_upgrade: false, is_active: true })
  expect(shown.body.closed_at).not.toBeNull()
  const reopened = await staff.as('support', 'POST', `members/${member.no}/reopen/`, reason)
  expect([reopened.status, reopened.body.closed_at]).toEqual([200, null])
  expect((await signIn(edge, 'paula')).status).toBe(200)
  // After thirty days, only an admin may.
  await sql`insert into account_closings (member_no, expires_at, closed_at)
    values (${member.no}, now(), now() - interval '31 days')`.execute(edge.db)
  const reopen = (who: string) => staff.as(who, 'POST', `members/${member.no}/reopen/`, reason)
  for (const who of ['support', 'finance']) {
    expect(refusal(await reopen(who))).toEqual([403, 'forbidden'])
  }
  expect((await reopen('admin')).status).toBe(200)
})

test('keeps the account open while a deposit is on its way or awaits acceptance', async () => {
  const { access, no } = await addMember(edge, 'ramona')
  const own = { token: access }
  await edge.db
    .insertInto('deposit_addresses')
    .values({ member_no: no, address_index: 5_000, address: 'TForRosa' })
    .execute()
  const read = async () => {
    const { body } = await edge.call('GET', '/api/accounts/closing/', own)
    return [body.possible, body.deposits_coming]
  }
  expect(await read()).toEqual([true, 0])
  await sql`insert into incoming_transfers (network, txid, asset, log_index, from_address,
      to_address, amount, block_number, block_at, attributable)
    select 'devnet', repeat('ab', 32), 2, 0, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', address,
      5000000, 7, now(), true from deposit_addresses where member_no = ${no}`.execute(edge.db)
  expect(await read()).toEqual([false, 1])
  const asked = await edge.call('POST', '/api/accounts/closing/', { ...own, body: {} })
  expect(refusal(asked)).toEqual([409, 'closing_open_money'])
  await sql`delete from incoming_transfers`.execute(edge.db)
  expect(await read()).toEqual([true, 0])
  // It matched no request.
  const [, transfer] = depositCommands(no, 5, 99)
  if (!transfer) throw new Error('no transfer')
  await edge.book.submit({ command: transfer, by: { system: 'chain' } })
  expect(await read()).toEqual([false, 1])
})

test('leaves an account as it is if a deposit comes while it closes', async () => {
  const { access, no } = await addMember(edge, 'sven')
  const own = { token: access }
  await edge.db
    .insertInto('deposit_addresses')
    .values({ member_no: no, address_index: 5_001, address: 'TForSven' })
    .execute()
  await edge.call('POST', '/api/accounts/closing/', { ...own, body: {} })
  const token = await emailedToken(edge, 'sven@example.org')
  const comes = [
    sql`select from identities where member_no = ${no} for update`,
    sql`insert into incoming_transfers (network, txid, asset, log_index, from_address,
        to_address, amount, block_number, block_at, attributable)
      values ('devnet', repeat('cd', 32), 2, 0, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TForSven',
        5000000, 7, now(), true)`,
  ]
  const confirm = () =>
    edge.call('POST', '/api/accounts/closing/confirm/', { ...own, body: { token } })
  expect(refusal(await behind(edge.db, comes, confirm))).toEqual([409, 'closing_open_money'])
  const me = await edge.call('GET', '/api/accounts/me/', own)
  expect([me.status, me.body.auto_upgrade]).toEqual([200, true])
  await sql`delete from incoming_transfers`.execute(edge.db)
})

test('turns off auto upgrade of a closed account although its process died', async () => {
  const { access, no } = await addMember(edge, 'tara')
  const own = { token: access }
  await edge.call('POST', '/api/accounts/closing/', { ...own, body: {} })
  const token = await emailedToken(edge, 'tara@example.org')
  await edge.call('POST', '/api/accounts/closing/confirm/', { ...own, body: { token } })
  const isOn = async () => (await staff.as('support', 'GET', `members/${no}/`)).body.auto_upgrade
  expect(await isOn()).toBe(false)
  const command = { kind: 'set_auto_upgrade', member: no, on: true } as const
  await edge.book.submit({ command, by: { member: no } })
  expect(await isOn()).toBe(true)
  // A leader of an older version refuses this command. The next round tries again.
  const refusing = { ...edge.book, submit: () => Promise.reject(new Error('not allowed')) }
  await expect(finishClosings({ ...edge.context, book: refusing })).rejects.toThrow('not allowed')
  expect(await isOn()).toBe(true)
  const worker = startFinishingClosings(edge.context)
  await until('auto upgrade to be off', async () => !(await isOn()))
  await worker.stop()
})

test('cancels a closing link when the password changes', async () => {
  const { access } = await addMember(edge, 'quinn')
  await edge.call('POST', '/api/accounts/closing/', { token: access, body: {} })
  const token = await emailedToken(edge, 'quinn@example.org')
  const next = 'another long password'
  const change = { current_password: password, new_password: next, confirm_password: next }
  await edge.call('POST', '/api/accounts/change-password/', { token: access, body: change })
  const late = { token: access, body: { token } }
  const answer = await edge.call('POST', '/api/accounts/closing/confirm/', late)
  expect(refusal(answer)).toEqual([400, 'invalid_token'])
})
