import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addOperator, resetOperator } from '../../../src/server/staff/operators.ts'
import type { Authenticator } from '../support/authenticator.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'
import {
  addOperatorPasskey,
  addPasskey,
  answerOperatorStepUp,
  operatorSignInByPasskey,
  signInByPasskey,
} from '../support/passkeys.ts'
import { refusal, signInStaff } from '../support/staff-edge.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { countWaiting } from '../support/behind.ts'
import { operatorHeaders } from '../../support/operator-session.ts'

// Operators' passkeys: a second factor, a sign-in, and a step-up.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterEach(() => {
  edge.config.production = false
})
afterAll(() => edge.close())

type Headers = Record<string, string>

const refused = [400, 'passkey_refused']

async function auditOf(operator: string): Promise<string[]> {
  const rows = await edge.db
    .selectFrom('audit_entries')
    .select('action')
    .where('operator', '=', operator)
    .orderBy('no')
    .execute()
  return rows.map(({ action }) => action)
}

const sessionOf = async (device: Authenticator): Promise<Headers> =>
  operatorHeaders(await operatorSignInByPasskey(edge, device), edge.config.publicUrl)

const forgetProof = (operator: string) =>
  edge.db
    .updateTable('operator_sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('operator', '=', operator)
    .execute()

const remove = (headers: Headers, id: string) =>
  edge.call('DELETE', `/api/operator/auth/passkeys/${id}/`, { headers })

/** A production operator with their own password and a passkey, and no app. */
async function enrol(username: string, role: 'support' | 'admin' = 'support') {
  const { headers, password } = await signInStaff(edge, username, role)
  const added = await addOperatorPasskey(edge, headers)
  const change = { must_change_password: false }
  await edge.db.updateTable('operators').set(change).where('username', '=', username).execute()
  return { ...added, headers, password }
}

test('counts as the second factor that production requires', async () => {
  const { headers, password } = await signInStaff(edge, 'fresh', 'support')
  edge.config.production = true
  const overview = (who: Headers) => edge.call('GET', '/api/operator/overview/', { headers: who })
  expect(refusal(await overview(headers))).toEqual([403, 'totp_enrolment_required'])
  const { device } = await addOperatorPasskey(edge, headers)
  expect(refusal(await overview(headers))).toEqual([403, 'password_change_required'])
  const change = { must_change_password: false }
  await edge.db.updateTable('operators').set(change).where('username', '=', 'fresh').execute()
  expect((await overview(headers)).status).toBe(200)
  // From now on, the password alone isn't enough.
  const body = { username: 'fresh', password }
  const login = await edge.call('POST', '/api/operator/auth/login/', { body })
  expect(refusal(login)).toEqual([403, 'passkey_required'])
  const wrong = await edge.call('POST', '/api/operator/auth/login/', {
    body: { ...body, password: 'wrong' },
  })
  expect(refusal(wrong)).toEqual([401, 'login_failed'])
  const signedIn = await operatorSignInByPasskey(edge, device)
  expect(signedIn.body).toMatchObject({ username: 'fresh', totp_enrolled: false, passkeys: 1 })
  expect((await overview(await sessionOf(device))).status).toBe(200)
  expect(await auditOf('fresh')).toEqual(['sign in', 'add passkey', 'sign in', 'sign in'])
  const { rows } = await sql<{ subject: string }>`select subject from emails
    where subject like 'Staff: fresh%' order by no`.execute(edge.db)
  expect(rows.map(({ subject }) => subject)).toEqual(['Staff: fresh added a passkey'])
})

test('requires the passkey, not the password, for a step-up in production', async () => {
  const { headers, password, device } = await enrol('prover', 'admin')
  edge.config.production = true
  await forgetProof('prover')
  const stepUp = await edge.call('POST', '/api/operator/auth/step-up/', {
    headers,
    body: { password },
  })
  expect(refusal(stepUp)).toEqual([403, 'passkey_required'])
  // With only the cookie, no one can add an app or a passkey.
  for (const path of ['totp', 'totp/confirm', 'passkeys/options'] as const) {
    const body = { code: '000000' }
    const answer = await edge.call('POST', `/api/operator/auth/${path}/`, { headers, body })
    expect(refusal(answer)).toEqual([403, 'step_up_required'])
  }
  const answer = await answerOperatorStepUp(edge, headers, device)
  const by = (who: Headers) =>
    edge.call('POST', '/api/operator/auth/step-up/passkey/', { headers: who, body: answer })
  const elsewhere = await sessionOf(device)
  expect(refusal(await by(elsewhere))).toEqual([400, 'passkey_expired'])
  expect((await by(headers)).status).toBe(200)
  const start = await edge.call('POST', '/api/operator/auth/totp/', { headers, body: {} })
  expect(start.status).toBe(200)
  // A colleague's passkey proves nothing for this session.
  edge.config.production = false
  const { device: theirs } = await enrol('colleague')
  const foreign = await edge.call('POST', '/api/operator/auth/step-up/passkey/', {
    headers,
    body: await answerOperatorStepUp(edge, headers, theirs),
  })
  expect(refusal(foreign)).toEqual(refused)
})

/** A change that needs a step-up, and changes nothing. */
const startTotp = (headers: Headers) =>
  edge.call('POST', '/api/operator/auth/totp/', { headers, body: {} })

test('ends the step-ups of other sessions when a passkey is removed', async () => {
  const { headers, passkey, device } = await enrol('mover')
  const laptop = await sessionOf(device)
  expect((await startTotp(laptop)).status).toBe(200)
  expect((await remove(headers, passkey.id)).status).toBe(200)
  expect(refusal(await startTotp(laptop))).toEqual([403, 'step_up_required'])
  expect((await startTotp(headers)).status).toBe(200)
})

test('refuses a step-up by a passkey that its owner removes meanwhile', async () => {
  const { headers, passkey, device } = await enrol('remover')
  const laptop = await sessionOf(device)
  await forgetProof('remover')
  const body = await answerOperatorStepUp(edge, laptop, device)
  const { late } = await edge.db.transaction().execute(async (tx) => {
    await sql`select from operator_sessions where operator = 'remover' for update`.execute(tx)
    const begun = edge.call('POST', '/api/operator/auth/step-up/passkey/', {
      headers: laptop,
      body,
    })
    await until('the step-up to wait', async () => (await countWaiting(edge.db)) > 0)
    await sql`delete from passkeys where no = ${BigInt(passkey.id)}`.execute(edge.db)
    return { late: begun }
  })
  expect(refusal(await late)).toEqual(refused)
  for (const session of [laptop, headers]) {
    expect(refusal(await startTotp(session))).toEqual([403, 'step_up_required'])
  }
})

test('keeps the last second factor in production', async () => {
  const { headers, passkey } = await enrol('keeper')
  const { passkey: second } = await addOperatorPasskey(edge, headers)
  edge.config.production = true
  expect((await remove(headers, second.id)).status).toBe(200)
  expect(refusal(await remove(headers, passkey.id))).toEqual([409, 'last_second_factor'])
  const { body } = await edge.call('GET', '/api/operator/auth/passkeys/', { headers })
  expect(body).toHaveLength(1)
  // With an app, the last passkey may be removed.
  await edge.db
    .updateTable('operators')
    .set({ totp_confirmed_at: new Date() })
    .where('username', '=', 'keeper')
    .execute()
  expect((await remove(headers, passkey.id)).status).toBe(200)
  expect((await auditOf('keeper')).slice(-2)).toEqual(['remove passkey', 'remove passkey'])
})

test.runIf(isLong)('keeps passkeys of members and operators apart', async () => {
  const { access } = await addMember(edge, 'both')
  const { device: members } = await addPasskey(edge, access)
  const { device: operators } = await enrol('both')
  expect(refusal(await operatorSignInByPasskey(edge, members))).toEqual(refused)
  expect(refusal(await signInByPasskey(edge, operators))).toEqual(refused)
  expect((await operatorSignInByPasskey(edge, operators)).status).toBe(200)
})

test('removes passkeys when an operator’s access ends', async () => {
  const { device, headers } = await enrol('leaver')
  await edge.db
    .updateTable('operators')
    .set({ disabled_at: new Date() })
    .where('username', '=', 'leaver')
    .execute()
  expect(refusal(await operatorSignInByPasskey(edge, device))).toEqual(refused)
  const { device: lost } = await enrol('loser')
  await resetOperator(edge.db, 'loser')
  expect(refusal(await operatorSignInByPasskey(edge, lost))).toEqual(refused)
  // The old passkey gives no one access again.
  await addOperator(edge.db, 'leaver', 'support')
  expect(refusal(await operatorSignInByPasskey(edge, device))).toEqual(refused)
  expect((await edge.call('GET', '/api/operator/auth/me/', { headers })).status).toBe(401)
})

test('refuses sign-ins and changes that other websites start', async () => {
  const { headers, passkey } = await enrol('targeted')
  const foreign = { origin: 'https://evil.example' }
  const ask = async (path: 'options/' | '', body: object = {}) =>
    refusal(
      await edge.call('POST', `/api/operator/auth/login/passkey/${path}`, {
        headers: foreign,
        body,
      }),
    )
  expect(await ask('options/')).toEqual([403, 'wrong_origin'])
  const crossed = { ...headers, ...foreign }
  expect(refusal(await remove(crossed, passkey.id))).toEqual([403, 'wrong_origin'])
  const renamed = await edge.call('PATCH', `/api/operator/auth/passkeys/${passkey.id}/`, {
    headers: crossed,
    body: { name: 'Theirs' },
  })
  expect(refusal(renamed)).toEqual([403, 'wrong_origin'])
})

test('reports a copied passkey to the alert mailbox and the audit log', async () => {
  const { headers } = await signInStaff(edge, 'copied', 'finance')
  const { device } = await addOperatorPasskey(edge, headers)
  expect((await operatorSignInByPasskey(edge, device, { signCount: 3 })).status).toBe(200)
  expect(refusal(await operatorSignInByPasskey(edge, device, { signCount: 2 }))).toEqual(refused)
  expect((await auditOf('copied')).at(-1)).toBe('refuse copied passkey')
})

test.runIf(isLong)('counts as the second factor in the readiness checklist', async () => {
  const { headers } = await enrol('first-admin', 'admin')
  const item = async () => {
    const { body } = await edge.call('GET', '/api/operator/go-live/', { headers })
    return body.items.find(({ name }) => name === 'two_admins')
  }
  const before = await item()
  await signInStaff(edge, 'second-admin', 'admin')
  expect((await item())?.evidence).toContain('second-admin')
  await enrol('third-admin', 'admin')
  expect((await item())?.done).toBe(true)
  expect(before?.evidence).not.toContain('first-admin')
})
