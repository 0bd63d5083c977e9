/** Signs up members of the cluster and gives them money, as real members do it. */
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import type { Mailbox } from '../../src/server/email/mailbox.ts'
import { until } from '../support/poll.ts'
import { signUp, type Client } from '../support/sign-up.ts'
import { readBalance } from './own-reads.ts'
import { ask } from './wire.ts'

export type Target = {
  readonly urls: readonly string[]
  readonly devnetUrl: string
  readonly mailbox: Mailbox
}

export type Enrolled = {
  readonly username: string
  /** Where payouts go. */
  readonly wallet: string
  token: string
  refresh: string
}

export async function enrollMember(
  target: Target,
  url: string,
  username: string,
  code: string | null = null,
): Promise<Enrolled> {
  const { mailbox } = target
  const client: Client = {
    async ask(method, path, body) {
      const { status, body: answer } = await ask(url, method, path, body)
      if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
      return answer
    },
    verificationToken: (email) =>
      until(`an email to ${email}`, async () => {
        const mine = await mailbox.messages(email)
        return mine.flatMap(({ text }) => /\/verify-email\/([\w-]+)/.exec(text)?.[1] ?? []).at(0)
      }),
  }
  const { access: token, refresh } = await signUp(client, { username, code })
  const wallet = addressOfKey(newPrivateKey())
  await ask(url, 'PATCH', 'accounts/me/update/', { wallet_address: wallet }, { token })
  await deposit(target, url, token)
  return { username, wallet, token, refresh }
}

/** What a deposit adds to a balance, in dollars. */
export const DEPOSIT_USD = 25

/** The body of a request for a deposit, and what must then arrive. */
export const depositOrder = {
  cryptocurrency: 'USDT',
  original_amount: DEPOSIT_USD,
  fee_amount: 0.5,
  crypto_amount: '25.50',
} as const

/** Requests a deposit and pays it. */
async function deposit(target: Target, url: string, token: string): Promise<void> {
  const asked = await ask(url, 'POST', 'transactions/deposit_ustd/', depositOrder, { token })
  if (asked.status >= 400) throw new Error(`a deposit: ${JSON.stringify(asked.body)}`)
  await payDeposit(target, String(asked.body.wallet_address))
}

export async function payDeposit({ devnetUrl }: Target, address: string): Promise<void> {
  const { cryptocurrency: asset, crypto_amount: amount } = depositOrder
  const order = { method: 'POST', body: JSON.stringify({ address, asset, amount }) }
  const response = await fetch(`${devnetUrl}/devnet/faucet`, order)
  if (!response.ok) throw new Error(`the faucet: ${response.status}`)
}

/** Returns the balance with the first deposit, in dollars. */
export async function untilFunded(url: string, { username, token }: Enrolled): Promise<number> {
  const look = async (): Promise<number | null> => {
    const { balance } = await readBalance(url, token)
    return balance > 20 ? balance : null
  }
  const options = { deadlineMs: 120_000, everyMs: 250 }
  return await until(`the deposit of ${username}`, look, options)
}
