import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../support/answer.ts'
import { resealSecrets } from '../../../../src/server/auth/reseal.ts'
import { expireAccessChanges } from '../../../../src/server/rights/expire-access-changes.ts'
import {
  disableOperator,
  newestEntry,
  openStaffEdge,
  refusal,
  type StaffEdge,
} from '../../support/staff-edge.ts'

// Two admins add an operator, and neither can sign in as that operator: each has seen one half of
// the first password, and no stored data reveals the other.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const ask = async (username: string, kind = 'add', who = 'admin', key = 'one') => {
  const role = kind === 'add' ? 'admin' : undefined
  const body = { kind, username, role, reason: 'A new colleague' }
  const headers = { 'idempotency-key': key }
  return await staff.as(who, 'POST', 'access-changes/', { body, headers })
}
const approve = (asked: Answer<{ id: string }>) =>
  staff.as('deputy', 'POST', `access-changes/${asked.body.id}/approve/`)

const signIn = async (username: string, password: string): Promise<number> => {
  const body = { username, password }
  return (await staff.edge.call('POST', '/api/operator/auth/login/', { body })).status
}

/** The contents of the tables that a request touches, as text. */
async function storedText(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(c::text, ' ') from access_changes c)
      || (select string_agg(e::text, ' ') from audit_entries e)
      || coalesce((select string_agg(i::text, ' ') from idempotency i), '') as text`.execute(
    staff.edge.db,
  )
  return rows[0]?.text ?? ''
}

const sealedOf = async (username: string): Promise<boolean[]> => {
  const { rows } = await sql<{ sealed: boolean }>`
    select sealed_half is not null as sealed from access_changes where username = ${username}
    order by no`.execute(staff.edge.db)
  return rows.map(({ sealed }) => sealed)
}

test('signs in with both halves in order, and with nothing else', async () => {
  const [one, other] = [await ask('newcomer'), await ask('neighbour')]
  const first = one.body.first_password_half ?? ''
  expect(first).toMatch(/^[\w-]{16}$/)
  expect(await sealedOf('newcomer')).toEqual([true])
  const [two, another] = [await approve(one), await approve(other)]
  const second = two.body.second_password_half ?? ''
  expect(second).toMatch(/^[\w-]{16}$/)
  expect(one.body).not.toHaveProperty('second_password_half')
  expect(two.body).not.toHaveProperty('first_password_half')
  const wrong = [
    first,
    second,
    second + first,
    first + another.body.second_password_half,
    other.body.first_password_half + second,
  ]
  for (const password of wrong) expect(await signIn('newcomer', password)).toBe(401)
  expect(await signIn('newcomer', first + second)).toBe(200)
  expect(await sealedOf('newcomer')).toEqual([false])
  const stored = await storedText()
  for (const half of [first, second]) {
    expect(stored).not.toContain(half)
    expect(stored).not.toContain(Buffer.from(half).toString('hex'))
  }
})

test('shows each half once, and in no repeated answer or list', async () => {
  const asked = await ask('repeated', 'add', 'admin', 'a-key')
  const again = await ask('repeated', 'add', 'admin', 'a-key')
  expect(refusal(again)).toEqual([409, 'change_pending'])
  const { body: list } = await staff.as('deputy', 'GET', 'access-changes/?status=pending')
  expect(list.results[0]).toMatchObject({ id: asked.body.id, username: 'repeated' })
  for (const seen of [again.problem, list]) {
    expect(JSON.stringify(seen)).not.toMatch(/half/)
    expect(JSON.stringify(seen)).not.toContain(asked.body.first_password_half)
  }
  await approve(asked)
  const twice = await approve(asked)
  expect(refusal(twice)).toEqual([409, 'already_decided'])
  expect(twice.text).not.toMatch(/half/)
})

test('erases the halves of refused, withdrawn, or expired requests', async () => {
  const reason = { body: { reason: 'Not after all' } }
  const refused = await ask('refused')
  await staff.as('deputy', 'POST', `access-changes/${refused.body.id}/reject/`, reason)
  const taken = await ask('taken')
  await staff.as('admin', 'POST', `access-changes/${taken.body.id}/reject/`, reason)
  await staff.add('ended', 'support')
  const ended = await ask('ended', 'reset')
  expect(ended.body.first_password_half).toMatch(/^[\w-]{16}$/)
  await disableOperator(staff.edge, 'ended')
  const [old, young] = [await ask('old'), await ask('young')]
  await backdate(old.body.id, 169)
  await backdate(young.body.id, 167)
  await expireAccessChanges(staff.edge.context.db)
  expect(await newestEntry(staff.edge, 'operator old')).toEqual({
    operator: 'time limit',
    action: 'reject access change',
    reason: 'Nobody decided it within seven days.',
  })
  for (const [name, asked] of Object.entries({ refused, taken, ended, old })) {
    expect([name, await sealedOf(name)]).toEqual([name, [false]])
    expect(refusal(await approve(asked))).toEqual([409, 'already_decided'])
    expect(await signIn(name, asked.body.first_password_half ?? '')).toBe(401)
  }
  expect(await sealedOf('young')).toEqual([true])
  const kept = sql`update access_changes set approved = false, decided_by = 'deputy',
    decided_at = now() where no = ${young.body.id}`.execute(staff.edge.db)
  await expect(kept).rejects.toThrow(/access_changes_sealed_half/)
})

/** Makes a pending request this old. Its time is history, which only an owner can change. */
async function backdate(no: string, hours: number): Promise<void> {
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`alter table access_changes disable trigger access_changes_keep`.execute(tx)
    await sql`update access_changes set requested_at = now() - make_interval(hours => ${hours})
      where no = ${no}`.execute(tx)
    await sql`alter table access_changes enable trigger access_changes_keep`.execute(tx)
  })
}

test('doesn’t approve requests older than seven days', async () => {
  const asked = await ask('unattended')
  await backdate(asked.body.id, 169)
  expect(refusal(await approve(asked))).toEqual([409, 'change_outdated'])
  expect(await sealedOf('unattended')).toEqual([true])
  await backdate(asked.body.id, 167)
  expect((await approve(asked)).status).toBe(200)
})

test('keeps a half when the secret rotates, and needs a new request if it is lost', async () => {
  const { db, config } = staff.edge.context
  const asked = await ask('patient')
  const present = 'the secret of the server after it was changed'
  await resealSecrets(db, config.authSecret, present)
  expect(refusal(await approve(asked))).toEqual([409, 'change_outdated'])
  await resealSecrets(db, present, config.authSecret)
  const { body } = await approve(asked)
  const whole = `${asked.body.first_password_half}${body.second_password_half}`
  expect(await signIn('patient', whole)).toBe(200)
})

test('ends the old password and sessions on a reset only', async () => {
  await staff.add('forgetful', 'finance')
  const asked = await ask('forgetful', 'reset')
  expect((await staff.as('forgetful', 'GET', 'auth/me/')).status).toBe(200)
  const { body } = await approve(asked)
  expect((await staff.as('forgetful', 'GET', 'auth/me/')).status).toBe(401)
  const whole = `${asked.body.first_password_half}${body.second_password_half}`
  expect(await signIn('forgetful', whole)).toBe(200)
  const leaves = await ask('forgetful', 'disable')
  expect(leaves.body.first_password_half).toBeNull()
  expect((await approve(leaves)).body.second_password_half).toBeNull()
})

test('expires more requests at once than one transaction does', async () => {
  const { db } = staff.edge
  await sql`insert into access_changes (kind, username, role, requested_by, reason, requested_at)
    select 'role', 'many' || i, 'support', 'admin', 'Joins us', now() - interval '8 days'
    from generate_series(1, 201) as i`.execute(db)
  expect(await expireAccessChanges(db)).toBe(201)
})
