import { randomInt } from 'node:crypto'
import { reservedUsernames } from '../../contract/limits.ts'
import type { Db, Tx } from '../../db/types.ts'
import { factOf } from '../../domain/fact.ts'
import { HOUSE } from '../../domain/state.ts'
import type { Book, Rider } from '../book/book.ts'
import type { Context } from '../context.ts'
import { Refused, refuseField } from '../http/refusal.ts'
import { findAccepted, writeAcceptances, type Accepted } from '../go-live/legal-texts.ts'
import { submit } from '../http/submit.ts'
import { alreadyRegisteredLetter, verificationLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { evenly } from './even-time.ts'
import { issueMailTokens } from './mail-tokens.ts'
import { hashPassword } from './password.ts'
import { findPasswordFault } from './password-rules.ts'
import { findByEmail, findSponsor, isUsernameTaken, type Person } from './queries.ts'

export type Registration = {
  username: string
  email: string
  password: string
  referral_code?: string | null | undefined
} & Accepted

type Input = {
  username: string
  email: string
  passwordHash: string
  referralCode: string
  publicUrl: string
  accepted: Texts['accepted']
}

type Texts = Awaited<ReturnType<typeof findAccepted>>

const taken = 'This username is already taken.'
// Writing a member takes this long at least, also when the address is known and nothing is made.
const floorMs = 150

const noSuchCode = 'This referral code does not exist.'

/** Writes people, verification tokens and mails of a batch of registrations. */
const insertPeople: Rider<Input> = {
  name: 'register',
  async run(tx, items) {
    const people = items.map(({ outcome, input }) => ({
      member: factOf(outcome.effects, 'member').no,
      ...input,
    }))
    await tx
      .insertInto('people')
      .values(
        people.map((person) => ({
          member_no: person.member,
          username: person.username,
          email: person.email,
          password_hash: person.passwordHash,
          referral_code: person.referralCode,
        })),
      )
      .execute()
    await writeAcceptances(tx, people)
    const tokens = await issueMailTokens(tx, 'verify', people)
    const mails = people.map(({ username, email, publicUrl }, i) => ({
      to: email,
      kind: 'verification' as const,
      letter: verificationLetter(publicUrl, username, tokens[i] ?? ''),
    }))
    await enqueueMails(tx, mails)
    return people.map(() => null)
  },
}

/**
 * Registers a member, with its sponsor and its inactive Bronze profile. A known address is
 * answered like any other: its owner gets a mail, and nobody else learns that it is known.
 */
export async function register(
  context: Context,
  form: Registration,
  mayMailOwner: () => Promise<boolean>,
) {
  const { db, book, config } = context
  const { username, email, password } = form
  const texts = await findAccepted(db, form)
  const errors = { ...(await findFaults(db, form)), ...texts.errors }
  if (Object.keys(errors).length > 0) {
    const [first = ''] = Object.values(errors)[0] ?? []
    throw new Refused('invalid_request', first, { errors })
  }
  const sponsor = form.referral_code ? await findSponsor(db, form.referral_code) : undefined
  if (form.referral_code && !sponsor) throw refuseField('referral_code', noSuchCode)
  const passwordHash = await hashPassword(password)
  const referralCode = newReferralCode()
  const answer = {
    detail: 'Registration successful. Please check your email to verify your address.',
    user: { username, email, referral_code: referralCode },
  }
  const { publicUrl } = config
  const { accepted } = texts
  const input = { username, email, passwordHash, referralCode, publicUrl, accepted }
  // All that was done before, the password's hash too, a known address was given as well.
  return await evenly(floorMs, async () => {
    const owner = await findByEmail(db, email)
    if (owner) {
      if (await mayMailOwner()) await tellOwner(db, publicUrl, owner)
      return answer
    }
    try {
      await registerInBook(book, sponsor?.member_no ?? HOUSE, input)
    } catch (error) {
      await explainConflict(db, publicUrl, email, error)
    }
    return answer
  })
}

async function findFaults(db: Db, form: Registration): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {}
  const { username, email, password } = form
  const reserved = reservedUsernames.includes(username.toLowerCase())
  if (reserved || (await isUsernameTaken(db, username))) errors['username'] = [taken]
  const fault = findPasswordFault(password, [username, email])
  if (fault) errors['password'] = [fault]
  return errors
}

async function registerInBook(book: Book, sponsor: number, input: Input): Promise<void> {
  await submit(book, {
    command: { kind: 'register', sponsor },
    by: { system: 'registration' },
    rider: insertPeople,
    input,
  })
}

async function tellOwner(db: Db, publicUrl: string, owner: Person): Promise<void> {
  await db.transaction().execute((tx) => mailOwner(tx, publicUrl, owner))
}

async function mailOwner(tx: Tx, publicUrl: string, owner: Person): Promise<void> {
  if (owner.verified) {
    const letter = alreadyRegisteredLetter(publicUrl, owner.username)
    await enqueueMails(tx, [{ to: owner.email, kind: 'security', letter }])
    return
  }
  const member = { member: owner.member_no, email: owner.email }
  const [token = ''] = await issueMailTokens(tx, 'verify', [member])
  const letter = verificationLetter(publicUrl, owner.username, token)
  await enqueueMails(tx, [{ to: owner.email, kind: 'verification', letter }])
}

// Two registrations at the same moment: the database let one of them win, by name or by address.
async function explainConflict(db: Db, publicUrl: string, email: string, error: unknown) {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') throw error
  if (constraint === 'people_username') throw refuseField('username', taken)
  const owner = constraint === 'people_email' ? await findByEmail(db, email) : undefined
  if (!owner) throw error
  await tellOwner(db, publicUrl, owner)
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => crockford[randomInt(crockford.length)]).join('')
