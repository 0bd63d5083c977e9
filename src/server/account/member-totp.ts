import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import type { Db, Tx } from '../../db/types.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { recoveryCodeLetter, securityLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { seal, unseal } from './sealed.ts'
import { holdPayouts, type HoldSettings } from './security-change.ts'
import { findTotpStep, otpauthUri } from './totp.ts'

const recoveryCodes = 10
const wrongCode = 'The code is not valid.'

export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text)).toString('base64')}`

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Makes a secret and recovery codes; they count once a code of the app has been confirmed. */
export async function startTotp(db: Db, authSecret: string, member: number, username: string) {
  const secret = randomBytes(20)
  const codes = Array.from({ length: recoveryCodes }, () => randomBytes(8).toString('hex'))
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('people')
      .set({ totp_secret: seal(authSecret, secret), totp_last_step: null })
      .where('member_no', '=', member)
      .where('totp_confirmed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('totp_already_enabled')
    await tx.deleteFrom('recovery_codes').where('member_no', '=', member).execute()
    const rows = codes.map((code) => ({ hash: hashCode(code), member_no: member }))
    await tx.insertInto('recovery_codes').values(rows).execute()
  })
  const uri = otpauthUri(secret, username)
  return { otpauth_uri: uri, qr_code: qrCode(uri), recovery_codes: codes }
}

/** Switches the second factor on with the first code of the app. */
export async function confirmTotp(
  db: Db,
  authSecret: string,
  hold: HoldSettings,
  { no: member, session }: { no: number; session: bigint },
  code: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const person = await lockTotp(tx, member)
    if (person.confirmed) throw refuse('totp_already_enabled')
    if (!(await spendCode(tx, authSecret, member, person, code))) {
      throw refuseField('code', wrongCode)
    }
    await sql`update people set totp_confirmed_at = now() where member_no = ${member}`.execute(tx)
    // A password entered elsewhere proves nothing from now on.
    await sql`update sessions set stepped_up_at = 'epoch'
      where member_no = ${member} and no <> ${session} and ended_at is null`.execute(tx)
    await holdPayouts(tx, hold, member, 'totp_enabled')
    const letter = securityLetter(person.username, 'Two-step confirmation was set up', hold.hours)
    await enqueueMails(tx, [{ to: person.email, kind: 'security', letter }])
  })
}

export async function disableTotp(db: Db, hold: HoldSettings, member: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const person = await lockTotp(tx, member)
    if (!person.confirmed) throw refuse('totp_not_enabled')
    await tx
      .updateTable('people')
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
      .where('member_no', '=', member)
      .execute()
    await tx.deleteFrom('recovery_codes').where('member_no', '=', member).execute()
    await holdPayouts(tx, hold, member, 'totp_disabled')
    const letter = securityLetter(person.username, 'Two-step confirmation was removed', hold.hours)
    await enqueueMails(tx, [{ to: person.email, kind: 'security', letter }])
  })
}

/** Whether the code is the app's or an unused recovery code; either counts once. */
export async function takeSecondFactor(
  db: Db,
  authSecret: string,
  member: number,
  code: string,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const person = await lockTotp(tx, member)
    if (!person.confirmed) return false
    if (await spendCode(tx, authSecret, member, person, code)) return true
    return await spendRecoveryCode(tx, member, person, code)
  })
}

async function spendRecoveryCode(tx: Tx, member: number, person: Totp, code: string) {
  const { rows } = await sql<{ left: number }>`
    with used as (
      update recovery_codes set used_at = now()
      where hash = ${hashCode(code.toLowerCase())} and member_no = ${member} and used_at is null
      returning hash)
    select count(*)::int as left from recovery_codes
    where member_no = ${member} and used_at is null and hash <> (select hash from used)
    having exists (select from used)`.execute(tx)
  const [spent] = rows
  if (!spent) return false
  await tx
    .insertInto('security_events')
    .values({ member_no: member, kind: 'recovery_code' })
    .execute()
  const letter = recoveryCodeLetter(person.username, spent.left)
  await enqueueMails(tx, [{ to: person.email, kind: 'security', letter }])
  return true
}

export async function hasSecondFactor(db: Db, member: number): Promise<boolean> {
  const found = await db
    .selectFrom('people')
    .select('totp_confirmed_at')
    .where('member_no', '=', member)
    .executeTakeFirst()
  return found?.totp_confirmed_at instanceof Date
}

type Totp = {
  username: string
  email: string
  secret: Buffer | null
  last: bigint | null
  confirmed: boolean
}

async function lockTotp(tx: Tx, member: number): Promise<Totp> {
  const { rows } = await sql<Totp>`
    select username, email, totp_secret as secret, totp_last_step as last,
      totp_confirmed_at is not null as confirmed
    from people where member_no = ${member} for update`.execute(tx)
  const [person] = rows
  if (!person) throw refuse('not_found')
  return person
}

async function spendCode(tx: Tx, authSecret: string, member: number, totp: Totp, code: string) {
  if (!totp.secret) return false
  const step = findTotpStep(unseal(authSecret, totp.secret), code, totp.last)
  if (step === null) return false
  await tx
    .updateTable('people')
    .set({ totp_last_step: step })
    .where('member_no', '=', member)
    .execute()
  return true
}
