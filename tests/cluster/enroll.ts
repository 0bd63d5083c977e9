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

export type Member = {
  readonly username: string
  /** Where payouts go. */
  readonly wallet: string
  token: string
  refresh: string
  /** The balance while no withdrawal is open. */
  full: number
  /** The withdrawal to cancel next; null if the next step requests one. */
  open: string | null
  isBusy: boolean
}

export async function enrollMember(target: Target, url: string, username: string): Promise<Member> {
  const { mailbox } = target
  const client: Client = {
    async ask(method, path, body) {
      const { status, body: answer } = await ask(url, method, path, body)
      if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
      return answer
    },
    verificationToken: (email) =>
      until(`an email to ${email}`, async () => {
        const mine = (await mailbox.messages()).filter(({ to }) => to.includes(email))
        return mine.flatMap(({ text }) => /\/verify-email\/([\w-]+)/.exec(text)?.[1] ?? []).at(0)
      }),
  }
  const { access: token, refresh } = await signUp(client, { username })
  const wallet = addressOfKey(newPrivateKey())
  await ask(url, 'PATCH', 'accounts/me/update/', { wallet_address: wallet }, { token })
  await deposit(target, url, token)
  return { username, wallet, token, refresh, full: 0, open: null, isBusy: false }
}

/** What a deposit adds to a balance, in dollars. */
export const DEPOSIT_USD = 25

/** Asks for a deposit and pays it. */
export async function deposit(target: Target, url: string, token: string): Promise<void> {
  const figures = { original_amount: DEPOSIT_USD, fee_amount: 0.5, crypto_amount: '25.50' }
  const asked = { ...figures, cryptocurrency: 'USDT' }
  const { body } = await ask(url, 'POST', 'transactions/deposit_ustd/', asked, { token })
  await giveCoins(target, String(body.wallet_address), 'USDT', '25.50')
}

export async function giveCoins(
  { devnetUrl }: Pick<Target, 'devnetUrl'>,
  address: string,
  asset: 'TRX' | 'USDT',
  amount: string,
): Promise<void> {
  const order = { method: 'POST', body: JSON.stringify({ address, asset, amount }) }
  const response = await fetch(`${devnetUrl}/devnet/faucet`, order)
  if (!response.ok) throw new Error(`the faucet: ${response.status}`)
}

export async function untilFunded(url: string, member: Member): Promise<void> {
  const { username, token } = member
  const look = async (): Promise<number | null> => {
    const { balance } = await readBalance(url, token)
    return balance > 20 ? balance : null
  }
  const options = { deadlineMs: 120_000, everyMs: 250 }
  member.full = await until(`the deposit of ${username}`, look, options)
}
