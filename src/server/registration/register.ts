import { reservedUsernames } from '../../contract/fields/reserved-usernames.ts'
import type { Db } from '../../db/types.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import type { Context } from '../context.ts'
import { findAccepted, type Accepted } from '../readiness/acceptances.ts'
import { rejectField, rejectFields } from '../../contract/refusals/reject.ts'
import { alreadyRegisteredEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { withMinDuration } from '../auth/min-duration.ts'
import { hashPassword, isPassword } from '../passwords/password.ts'
import { findPasswordFault } from '../passwords/password-rules.ts'
import { findByEmail, findSponsor, isCodeTaken, isUsernameTaken } from '../auth/credentials.ts'
import { newReferralCode } from '../auth/referral-code.ts'
import {
  emailVerification,
  findRecent,
  insertRegistration,
  recordEmailed,
  type Pending,
} from './registrations.ts'
import { answerText, text, type Text } from '../../contract/texts/texts.ts'

export type Registration = {
  username: string
  email: string
  password: string
  referral_code?: string | null | undefined
  language?: Pending['language'] | undefined
} & Accepted

export type RegistrationLimits = {
  /** Counts one registration toward the global limit. Refuses if there are too many. */
  countAll: () => Promise<void>
  /** The caller's network. A resend request from the same network applies to this registration. */
  network: string
  /** Counts a look at the password of an earlier registration. False if there were too many. */
  mayRepeat: () => Promise<boolean>
  /** Whether the mailbox may get one more registration email. */
  mayEmail: () => Promise<boolean>
}

const taken = text('username_taken')
// Registering takes at least this long, whichever email it sends.
const FLOOR_MS = 150

/**
 * Stores a registration until its mailbox is verified. From the outside, a known address looks like
 * any other. Only its owner gets a different email.
 */
export async function register(
  { db, config }: Pick<Context, 'db' | 'config'>,
  form: Registration,
  limits: RegistrationLimits,
) {
  const { username, email, password } = form
  const sponsor = form.referral_code ? await findSponsor(db, form.referral_code) : undefined
  const isSponsorKnown = !form.referral_code || sponsor !== undefined
  const wanted = isSponsorKnown ? (sponsor?.member_no ?? HOUSE) : null
  // In this order, a simultaneous repetition of the form can't make its own name look taken.
  const faults = await findFaults(db, form)
  const earlier = await findEarlier(db, form, wanted, limits.mayRepeat)
  if (earlier) return answerOf(earlier)
  const texts = await findAccepted(db, form)
  const errors = { ...faults, ...texts.errors }
  if (Object.keys(errors).length > 0) throw rejectFields(errors)
  if (form.referral_code && !sponsor)
    throw rejectField('referral_code', text('referral_code_unknown'))
  await limits.countAll()
  const pending = {
    username,
    email,
    password_hash: await hashPassword(password),
    referral_code: await newUnusedCode(db),
    sponsor_no: sponsor?.member_no ?? HOUSE,
    accepted: texts.accepted,
    network: limits.network,
    language: form.language ?? config.brand.language,
  }
  const isKept = await withMinDuration(config.authCost === 'low' ? 0 : FLOOR_MS, () =>
    keep(db, config.publicUrl, pending, limits.mayEmail),
  )
  if (isKept) return answerOf(pending)
  const simultaneous = await findEarlier(db, form, pending.sponsor_no, limits.mayRepeat)
  if (simultaneous) return answerOf(simultaneous)
  throw rejectField('username', taken)
}

type Registered = Pick<Pending, 'username' | 'email' | 'referral_code'>

const answerOf = ({ username, email, referral_code }: Registered) => ({
  ...answerText(text('registered')),
  user: { username, email, referral_code },
})

/**
 * The registration that the same person has just made with the same form, if its answer was lost.
 * Otherwise, their own registration would keep them from their name. The password proves it, and is
 * compared whatever the email, so that the time doesn't tell whose name it is.
 */
async function findEarlier(
  db: Db,
  { username, email, password }: Registration,
  sponsor: number | null,
  mayRepeat: () => Promise<boolean>,
): Promise<Registered | undefined> {
  const recent = await findRecent(db, username)
  if (!recent || !(await mayRepeat())) return undefined
  if (!(await isPassword(password, recent.password_hash))) return undefined
  const isSame = recent.email.toLowerCase() === email.toLowerCase() && recent.sponsor_no === sponsor
  return isSame ? recent : undefined
}

async function findFaults(db: Db, form: Registration): Promise<Record<string, Text[]>> {
  const errors: Record<string, Text[]> = {}
  const { username, email, password } = form
  const reserved = reservedUsernames.includes(username.toLowerCase())
  if (reserved || (await isUsernameTaken(db, username))) errors['username'] = [taken]
  const fault = findPasswordFault(password, [username, email])
  if (fault) errors['password'] = [fault]
  return errors
}

/** False if another registration has the name. */
async function keep(
  db: Db,
  publicUrl: string,
  pending: Parameters<typeof insertRegistration>[1],
  mayEmail: () => Promise<boolean>,
): Promise<boolean> {
  const isAllowed = await mayEmail()
  return await db.transaction().execute(async (tx) => {
    const no = await insertRegistration(tx, pending)
    if (no === null) return false
    const owner = await findByEmail(tx, pending.email)
    if (!isAllowed) return true
    await recordEmailed(tx, no)
    if (owner) {
      const content = alreadyRegisteredEmail(owner, publicUrl)
      await enqueueEmails(tx, [{ to: owner.email, kind: 'security', content }])
    } else {
      await emailVerification(tx, publicUrl, { no, ...pending })
    }
    return true
  })
}

/** A referral code that nobody has. */
async function newUnusedCode(db: Db): Promise<string> {
  for (;;) {
    const code = newReferralCode()
    if (!(await isCodeTaken(db, code))) return code
  }
}
