import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPasskey, signInByPasskey } from '../support/passkeys.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, disputeToken, emailedToken, signIn } from '../support/members.ts'
import { disputeCalls, mine, next, theirs } from './dispute-calls.ts'

// How far back a "This wasn't me" link undoes what was added to an account, and what it leaves.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const other = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'
const { call, update, dispute, reset, enableTotp, stepUp, age, moveBack } = disputeCalls(() => edge)

const columnsOf = (username: string) =>
  edge.db
    .selectFrom('identities')
    .select(['wallet_address', 'totp_confirmed_at'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

test('undoes what was added since the first event that leads up to the disputed one', async () => {
  const { access, no } = await addMember(edge, 'patient')
  await update({ wallet_address: mine }, access)
  await moveBack(no)
  const { device } = await addPasskey(edge, access, 'The thief’s')
  await enableTotp(access)
  await age(no, 70)
  await stepUp(no)
  await update({ wallet_address: theirs }, access)
  await age(no, 70)
  await update({ wallet_address: other }, access)
  const told = await disputeToken(edge, 'patient@example.org', 'wallet address')
  expect((await dispute(told)).body).toMatchObject({ passkeys: 0, second_factor: false })
  expect(await columnsOf('patient')).toMatchObject({
    wallet_address: mine,
    totp_confirmed_at: null,
  })
  expect((await signInByPasskey(edge, device)).problem.code).toBe('passkey_refused')
})

test('leaves no address if nothing shows that the thief didn’t set it', async () => {
  const { access, no } = await addMember(edge, 'renewed')
  await update({ wallet_address: mine }, access)
  await moveBack(no)
  // By the end, the owner's address and the thief's first ones are forgotten.
  for (let change = 0; change < 10; change += 1) {
    if (change > 0) await age(no, 23)
    await update({ wallet_address: change % 2 ? other : theirs }, access)
  }
  await dispute(await disputeToken(edge, 'renewed@example.org', 'wallet address'))
  expect((await columnsOf('renewed')).wallet_address).toBeNull()
  const link = await emailedToken(edge, 'renewed@example.org')
  await reset(link, next)
  const { body } = await signIn(edge, 'renewed', next)
  const form = { amount: 10, payment_method: 'trx' }
  const { problem } = await call('POST', 'rewards/withdrawals', form, body.access)
  expect(problem.text?.code).toBe('wallet_address_missing')
})

test('leaves no address from just before the events that we still know', async () => {
  const { access, no } = await addMember(edge, 'visited')
  await update({ wallet_address: theirs }, access)
  for (let visit = 0; visit < 3; visit += 1) {
    await age(no, 60)
    await update({ email: `next${visit}@example.org` }, access)
  }
  await dispute(await disputeToken(edge, 'visited@example.org', 'was requested'))
  expect((await columnsOf('visited')).wallet_address).toBeNull()
})

test('tells the member which older ways to sign in remain', async () => {
  const { access, no } = await addMember(edge, 'watchful')
  const { device: old } = await addPasskey(edge, access, 'Old')
  await enableTotp(access)
  await moveBack(no)
  await stepUp(no)
  // The owner's own, but one that a thief could have added before signing in from a new device.
  const { device: young } = await addPasskey(edge, access, 'Young')
  await age(no, 48)
  await update({ email: 'elsewhere@example.org' }, access)
  const { body } = await dispute(await disputeToken(edge, 'watchful@example.org', 'was requested'))
  expect(body).toMatchObject({ passkeys: 1, second_factor: true })
  expect(body.text.code).toBe('account_secured_check')
  expect((await signInByPasskey(edge, young)).problem.code).toBe('passkey_refused')
  expect((await signInByPasskey(edge, old)).status).toBe(200)
  const { rows } = await sql<{ text: string }>`select text from emails
    where recipient = 'watchful@example.org' and kind = 'recovery'`.execute(edge.db)
  expect(rows.at(-1)?.text).toContain('You can still sign in with your passkey.')
  expect(rows.at(-1)?.text).toContain('Two-step verification is still on')
})

test('never restores an address that was replaced within three days', async () => {
  const { access, no } = await addMember(edge, 'repaired')
  await update({ wallet_address: mine }, access)
  await age(no, 80)
  await update({ wallet_address: theirs }, access)
  await age(no, 20)
  await update({ wallet_address: mine }, access)
  await age(no, 10)
  await update({ email: 'other@example.org' }, access)
  await dispute(await disputeToken(edge, 'repaired@example.org', 'was requested'))
  expect((await columnsOf('repaired')).wallet_address).toBe(mine)
})

test('keeps a second factor from before the events that lead up to the disputed one', async () => {
  const { access, no } = await addMember(edge, 'settled')
  await enableTotp(access)
  await age(no, 73)
  await stepUp(no)
  await update({ wallet_address: theirs }, access)
  await dispute(await disputeToken(edge, 'settled@example.org', 'wallet address'))
  expect((await columnsOf('settled')).totp_confirmed_at).not.toBeNull()
})

test('removes a second factor that could be disputed at the event, even days later', async () => {
  const { access, no } = await addMember(edge, 'traveler')
  await enableTotp(access)
  await age(no, 71)
  await stepUp(no)
  await update({ wallet_address: theirs }, access)
  await age(no, 71)
  await dispute(await disputeToken(edge, 'traveler@example.org', 'wallet address'))
  expect((await columnsOf('traveler')).totp_confirmed_at).toBeNull()
})
