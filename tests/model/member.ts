/** A member as a client: signs up through the mailbox, signs in, and asks with its own keys. */
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import type { Product } from '../support/product.ts'
import {
  emailedToken,
  password,
  signIn,
  signUp as signUpAs,
  type Client,
} from '../support/sign-up.ts'
import { callUntilKnown, type Answer, type Asked, type Bugs } from './http.ts'

/** A keyed request and its final answer. */
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

const ask = ({ product, bugs }: World, asked: Asked) => callUntilKnown(product.url, asked, bugs)

/**
 * Registers, verifies and signs in. Null when the sink died with the email that it had taken: the
 * registration will never become a member.
 * @param emailMs how long the email is waited for; short where it may be lost.
 */
export async function signUp(world: World, username: string, code: string | null, emailMs = 8_000) {
  const client = clientOf(world, emailMs)
  const signedUp = await signUpAs(client, { username, code }).catch((error: unknown) => {
    if (error instanceof LostEmail) return null
    throw error
  })
  if (signedUp === null) return null
  const { user } = signedUp
  const wallet = addressOfKey(newPrivateKey())
  const member: Member = {
    no: user.id,
    username,
    wallet,
    referralCode: user.referral_code,
    token: signedUp.access,
    keys: 0,
    heard: [],
    active: new Set(),
    paid: [],
  }
  await callAs(world, member, {
    method: 'PATCH',
    path: 'accounts/me/update/',
    body: { wallet_address: wallet },
  })
  return member
}

class LostEmail extends Error {}

/** Asks until the answer is known. */
function clientOf(world: World, emailMs: number): Client {
  return {
    async ask(method, path, body) {
      const { status, body: answer } = await ask(world, { method, path, body })
      const told = `${path}: ${status} ${JSON.stringify(answer)}`
      // Asked again after a lost answer, a registration that was done says that its name is taken.
      const isDone = path === 'auth/register/' && told.includes('already taken')
      if (status >= 400 && !isDone) throw new Error(told)
      return answer
    },
    async verificationToken(email) {
      const patience = { deadlineMs: emailMs, everyMs: 100 }
      const { mailboxUrl } = world.product
      return await emailedToken(mailboxUrl, email, 'verify-email', patience).catch(() => {
        throw new LostEmail()
      })
    },
  }
}

/** Asks as a member: signs in again and steps up where the answer wants that. */
export async function callAs(world: World, member: Member, asked: Asked): Promise<Answer> {
  for (;;) {
    const headers = { ...asked.headers, authorization: `Bearer ${member.token}` }
    const answer = await ask(world, { ...asked, headers })
    if (answer.status === 401) {
      member.token = (await signIn(clientOf(world, 0), member.username)).access
    } else if (answer.body['code'] === 'step_up_required') {
      await ask(world, { method: 'POST', path: 'auth/step-up/', body: { password }, headers })
    } else {
      return answer
    }
  }
}

/** Asks with a fresh key until the answer is definite, and remembers both. */
export async function callWithKey(world: World, member: Member, kind: string, asked: Asked) {
  const key = `${member.username}-${member.keys++}`
  const headers = { 'idempotency-key': key }
  const answer = await callAs(world, member, { ...asked, headers })
  member.heard.push({ ...asked, key, kind, answer })
  return answer
}
