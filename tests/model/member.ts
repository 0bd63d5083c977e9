/** A member as a client: signs up through the mailbox, signs in, and asks with its own keys. */
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { until } from '../support/poll.ts'
import type { Product } from '../support/product.ts'
import { askUntilKnown, part, text, type Answer, type Asked, type Bugs, type Wire } from './http.ts'

const password = 'correct horse battery'

/** A keyed request and the answer that it got in the end. */
export type Heard = Asked & { readonly key: string; readonly kind: string; readonly answer: Answer }

export type Member = {
  readonly no: number
  readonly username: string
  /** Where its payouts go: nobody else is paid there. */
  readonly wallet: string
  readonly referralCode: string
  token: string
  /** How many keys it has used: several clients may act for one member. */
  keys: number
  readonly heard: Heard[]
  /** Profiles that an answer called active: they are from then on, in every answer. */
  readonly active: Set<string>
  /** Transactions that the faucet sent to its address. */
  readonly paid: string[]
}

type World = { readonly product: Product; readonly bugs: Bugs }

const ask = ({ product, bugs }: World, asked: Asked) => askUntilKnown(product.url, asked, bugs)

/**
 * Registers, verifies and signs in. Null when the sink died with the mail that it had taken: the
 * registration will never become a member.
 * @param mailMs how long the mail is waited for; short where it may be lost.
 */
export async function signUp(world: World, username: string, code: string | null, mailMs = 8_000) {
  const email = `${username}@example.org`
  const form = { username, email, password, password2: password, referral_code: code }
  // Asked again after a lost answer, a registration that was done says that its name is taken.
  const { status, body } = await ask(world, { method: 'POST', path: 'auth/register/', body: form })
  if (status !== 201 && !/already taken/.test(JSON.stringify(body))) {
    throw new Error(`registration of ${username}: ${status} ${JSON.stringify(body)}`)
  }
  const token = await findToken(world.product, email, mailMs)
  if (token === null) return null
  await ask(world, { method: 'GET', path: `accounts/verify-email/${token}/` })
  const signedIn = await signIn(world, username)
  const user = part(signedIn, 'user')
  const wallet = addressOfKey(newPrivateKey())
  const member: Member = {
    no: Number(user['id']),
    username,
    wallet,
    referralCode: text(user, 'referral_code'),
    token: text(signedIn, 'access'),
    keys: 0,
    heard: [],
    active: new Set(),
    paid: [],
  }
  await askAs(world, member, {
    method: 'PATCH',
    path: 'accounts/me/update/',
    body: { wallet_address: wallet },
  })
  return member
}

async function signIn(world: World, username: string): Promise<Wire> {
  const asked: Asked = { method: 'POST', path: 'auth/login/', body: { username, password } }
  const { status, body } = await ask(world, asked)
  if (status !== 200) throw new Error(`sign-in of ${username}: ${JSON.stringify(body)}`)
  return body
}

async function findToken(product: Product, email: string, deadlineMs: number) {
  const look = async (): Promise<string | undefined> => {
    const mails = (await (await fetch(product.mailboxUrl)).json()) as Wire[]
    const mine = mails.find((mail) => JSON.stringify(mail['to']).includes(email))
    return /verify-email\/([\w-]+)/.exec(mine ? text(mine, 'text') : '')?.[1]
  }
  return until(`the mail to ${email}`, look, { deadlineMs, everyMs: 100 }).catch(() => null)
}

/** Asks as a member: signs in again and steps up where the answer wants that. */
export async function askAs(world: World, member: Member, asked: Asked): Promise<Answer> {
  for (;;) {
    const headers = { ...asked.headers, authorization: `Bearer ${member.token}` }
    const answer = await ask(world, { ...asked, headers })
    if (answer.status === 401) {
      member.token = text(await signIn(world, member.username), 'access')
    } else if (answer.body['code'] === 'step_up_required') {
      await ask(world, { method: 'POST', path: 'auth/step-up/', body: { password }, headers })
    } else {
      return answer
    }
  }
}

/** Asks with a fresh key until the answer is definite, and remembers both. */
export async function askKeyed(world: World, member: Member, kind: string, asked: Asked) {
  const key = `${member.username}-${member.keys++}`
  const headers = { 'idempotency-key': key }
  const answer = await askAs(world, member, { ...asked, headers })
  member.heard.push({ ...asked, key, kind, answer })
  return answer
}
