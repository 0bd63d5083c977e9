import { now, countAll } from '../../db/expressions.ts'
import { hash, randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../../db/types.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { recoveryCodeEmail, securityEmail, wrongCodeEmail } from '../email/email-templates.ts'
import {
  forgetWrongCodes,
  forgiveWrongCodes,
  countWrongCode,
  lockedSeconds,
  refuseLocked,
  type Enterer,
  type WrongCode,
} from './factor-guard.ts'
import {
  changeCredentials,
  confirmFactor,
  endPrepared,
  removeFactor,
  setCredentials,
  type LockedAccount,
} from './locked-account.ts'
import { seal } from './sealed.ts'
import { reportSecurityChange, reportSecurityEvent } from './security-change.ts'
import { endOtherStepUps, stepUp } from './sessions.ts'
import { findTotpStep, otpauthUri } from './totp.ts'
import { text } from '../../contract/texts/texts.ts'

const RECOVERY_CODES = 10
const wrongCode = text('code_wrong')

export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text)).toString('base64')}`

/** 128 bits, so a plain hash is as good as a slow one. Grouped for easy typing. */
const newRecoveryCode = (): string =>
  (randomBytes(16).toString('hex').match(/.{4}/g) ?? []).join('-')

/** Accepts a code in either case, with or without hyphens and spaces. */
const hashCode = (code: string): Buffer =>
  hash('sha256', code.toLowerCase().replace(/[\s-]/g, ''), 'buffer')

type Caller = { no: number; session: bigint }
type Settings = Pick<Config, 'authSecret' | 'publicUrl' | 'withdrawalHoldMs'>

/** Creates a secret and recovery codes. They count once the member confirms a code from the app. */
export async function startTotp(db: Db, authSecret: string, { no, session }: Caller) {
  const secret = randomBytes(20)
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const by = { call: 'startTotp', claim: { session } } as const
  const username = await changeCredentials(db, no, by, async (account) => {
    if (account.totp_confirmed_at) throw reject('totp_already_enabled')
    await removeFactor(account)
    await setCredentials(account, { totp_secret: seal(authSecret, secret) })
    const rows = codes.map((code) => ({ hash: hashCode(code), member_no: no }))
    await account.tx.insertInto('recovery_codes').values(rows).execute()
    return account.username
  })
  const uri = otpauthUri(secret, username)
  return { otpauth_uri: uri, qr_code: qrCode(uri), recovery_codes: codes }
}

/** Turns on the second factor with the app's first code, and ends every other session. */
export async function confirmTotp(
  db: Db,
  settings: Settings,
  { no, session }: Caller,
  code: string,
): Promise<void> {
  const by = { call: 'confirmTotp', claim: { session } } as const
  await changeCredentials(db, no, by, async (account) => {
    if (account.totp_confirmed_at) throw reject('totp_already_enabled')
    const step = await findTotpStep(account.tx, settings.authSecret, account, code)
    if (step === null) throw rejectField('code', wrongCode)
    await confirmFactor(account, step)
    await endPrepared(account, session)
    await reportFactorChange(account, settings, 'totp_enabled')
  })
}

/** Turns off the second factor, and ends step-ups in other sessions. */
export async function disableTotp(
  db: Db,
  settings: Settings,
  { no, session }: Caller,
): Promise<void> {
  const by = { call: 'disableTotp', claim: { session } } as const
  await changeCredentials(db, no, by, async (account) => {
    if (!account.totp_confirmed_at) throw reject('totp_not_enabled')
    await removeFactor(account)
    await endOtherStepUps(account.tx, no, session)
    await reportFactorChange(account, settings, 'totp_disabled')
  })
}

/** Holds payouts and emails the member. */
const reportFactorChange = (
  account: LockedAccount,
  config: Settings,
  kind: 'totp_enabled' | 'totp_disabled',
): Promise<void> =>
  reportSecurityChange(account, config, kind, (holdHours) =>
    securityEmail(account, kind, holdHours),
  )

type Verdict = 'right' | 'wrong' | { lockedSeconds: number }

/**
 * Accepts the app's code or an unused recovery code, once each, as the session's proof. Refuses and
 * counts any other code, no matter who enters it or how slowly.
 */
export async function verifySecondFactor(
  db: Db,
  settings: Settings,
  { no, session }: Caller,
  code: string,
): Promise<void> {
  const by = { call: 'stepUp', claim: { session } } as const
  const verdict = await changeCredentials(db, no, by, async (account) => {
    const judged = await judgeCode(account, settings, { member: no, session }, code)
    if (judged === 'right') await stepUp(account.tx, session)
    return judged
  })
  // Reject outside the transaction, so that the count of the wrong code commits.
  if (typeof verdict === 'object') throw refuseLocked(verdict.lockedSeconds)
  if (verdict === 'wrong') throw rejectField('code', text('totp_required'))
}

async function judgeCode(
  account: LockedAccount,
  settings: Settings,
  enterer: Enterer,
  code: string,
): Promise<Verdict> {
  const { tx } = account
  // Recovery codes still work while the app's codes are locked. At 128 bits nobody can guess one.
  if (account.totp_confirmed_at && (await spendRecoveryCode(account, settings, code))) {
    await forgetWrongCodes(tx, enterer)
    return 'right'
  }
  const locked = await lockedSeconds(tx, enterer)
  if (locked !== null) return { lockedSeconds: locked }
  const step = account.totp_confirmed_at
    ? await findTotpStep(tx, settings.authSecret, account, code)
    : null
  if (step === null) {
    await reportWrongCode(account, settings, await countWrongCode(tx, enterer))
    return 'wrong'
  }
  await setCredentials(account, { totp_last_step: step })
  await forgiveWrongCodes(tx, enterer)
  return 'right'
}

async function reportWrongCode(
  account: LockedAccount,
  settings: Settings,
  { first, lockedHours }: WrongCode,
): Promise<void> {
  if (!first && lockedHours === null) return
  const { tx, member_no: member, email: to } = account
  const kind = lockedHours === null ? 'wrong_code' : 'factor_locked'
  const content = wrongCodeEmail(account, lockedHours)
  await reportSecurityEvent(settings, { tx, member, to, kind, content })
}

async function spendRecoveryCode(
  account: LockedAccount,
  settings: Settings,
  code: string,
): Promise<boolean> {
  const { tx, member_no: member, email: to } = account
  const spent = await tx
    .with('used', (db) =>
      db
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('hash', '=', hashCode(code))
        .where('member_no', '=', member)
        .where('used_at', 'is', null)
        .returning('hash'),
    )
    .selectFrom('recovery_codes')
    .select(countAll.as('left'))
    .where('member_no', '=', member)
    .where('used_at', 'is', null)
    .where('hash', '<>', (eb) => eb.selectFrom('used').select('used.hash'))
    .having((eb) => eb.exists(eb.selectFrom('used').select('used.hash')))
    .executeTakeFirst()
  if (!spent) return false
  const content = recoveryCodeEmail(account, spent.left)
  await reportSecurityEvent(settings, { tx, member, to, kind: 'recovery_code', content })
  return true
}

const confirmedTotp = compileOnce((db, { member }: Given<{ member: number }>) =>
  db.selectFrom('identities').select('totp_confirmed_at').where('member_no', '=', member),
)

export async function hasSecondFactor(db: Db, member: number): Promise<boolean> {
  const found = await confirmedTotp.first(db, { member })
  return found?.totp_confirmed_at instanceof Date
}
