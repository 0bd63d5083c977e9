/** One member with a deposit, a payout, and an email under way while processes die. */
import { z } from 'zod'
import { callUntilKnown, list, text, type Asked, type Wire } from '../model/http.ts'
import { until } from '../support/poll.ts'
import { emailOf, password } from '../support/sign-up.ts'
import type { Cluster } from './cluster.ts'
import { PASSWORD } from './database-machines.ts'
import {
  deposit,
  DEPOSIT_USD,
  enrollMember,
  giveCoins,
  untilFunded,
  type Target,
} from './enroll.ts'
import { readBalance } from './own-reads.ts'

const PAYOUT_USD = 3
/** $3 without the smallest fee of $0.50, at the development price of $0.25. */
const PAYOUT_SUN = 10_000_000

const isReset = (content: string): boolean => content.includes('/reset-password/')

export type Errand = {
  /** Pays a deposit, has a payout approved, and asks for an email. */
  begin(): Promise<void>
  /** Waits for all three. Throws if one didn't happen, or happened twice. */
  end(): Promise<void>
}

/** Signs up the member, and funds the payout wallet. */
export async function openErrand(cluster: Cluster, target: Target): Promise<Errand> {
  const [url = ''] = target.urls
  const member = await enrollMember(target, url, 'errand')
  await untilFunded(url, member)
  await giveCoins(target, cluster.payoutAddress, 'TRX', '100000')
  const bugs: string[] = []
  const call = async (asked: Asked, headers: Record<string, string>) => {
    const answer = await callUntilKnown(url, { ...asked, headers }, bugs)
    const { status, body } = answer
    if (status >= 400) throw new Error(`${asked.path}: ${status} ${JSON.stringify(body)}`)
    return answer
  }
  const bearer = () => ({ authorization: `Bearer ${member.token}` })
  let rounds = 0
  let emails = 0

  async function signIn(): Promise<void> {
    const { username } = member
    const asked = { method: 'POST', path: 'auth/login/', body: { username, password } } as const
    member.token = text((await call(asked, {})).body, 'access')
  }

  async function approve(withdrawal: Wire): Promise<void> {
    const id = text(withdrawal, 'id')
    const operator = { username: 'operator', password: PASSWORD }
    const login = { method: 'POST', path: 'operator/auth/login/', body: operator } as const
    const { headers } = await call(login, { origin: url })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const path = `operator/withdrawals/${id}/approve/`
    const key = { 'idempotency-key': `approve-${id}` }
    const seen = { revision: withdrawal['revision'] }
    await call({ method: 'POST', path, body: seen }, { cookie, origin: url, ...key })
  }

  async function countEmails(): Promise<number> {
    const email = emailOf(member.username)
    const messages = await target.mailbox.messages()
    return messages.filter(({ to, text: content }) => to.includes(email) && isReset(content)).length
  }

  async function openWithdrawals(): Promise<number> {
    const asked = { method: 'GET', path: 'rewards/withdrawals/' } as const
    const { body } = await call(asked, bearer())
    return list(body, 'results').filter(({ stage }) => stage !== 'confirmed').length
  }

  /** Final receipts, in sun. */
  async function received(): Promise<number> {
    const request = {
      method: 'POST',
      body: JSON.stringify({ address: member.wallet, visible: true }),
    }
    const account = await fetch(`${target.devnetUrl}/walletsolidity/getaccount`, request)
    return z.object({ balance: z.number().default(0) }).parse(await account.json()).balance
  }

  return {
    async begin() {
      await signIn()
      rounds++
      emails = await countEmails()
      await deposit(target, url, member.token)
      const order = { amount: PAYOUT_USD, payment_method: 'trx' }
      const key = { 'idempotency-key': `errand-${rounds}` }
      const asked = { method: 'POST', path: 'rewards/withdrawals/', body: order } as const
      const { body } = await call(asked, { ...bearer(), ...key })
      await approve(body)
      const forgot = { email: emailOf(member.username) }
      await call({ method: 'POST', path: 'accounts/forgot-password/', body: forgot }, {})
    },
    async end() {
      const wanted = member.full + rounds * (DEPOSIT_USD - PAYOUT_USD)
      const options = { deadlineMs: 60_000, everyMs: 250 }
      await until('the payout', async () => (await openWithdrawals()) === 0, options)
      const isCredited = async () => (await readBalance(url, member.token)).balance >= wanted
      await until('the deposit', isCredited, options)
      await until('the email', async () => (await countEmails()) > emails, options)
      const { balance } = await readBalance(url, member.token)
      const sun = await received()
      if (balance !== wanted) throw new Error(`the errand's balance is ${balance}, not ${wanted}`)
      if (sun !== rounds * PAYOUT_SUN) throw new Error(`${sun} sun were paid in ${rounds} payouts`)
      if (bugs.length > 0) throw new Error(`${bugs.length} wrong answers, such as ${bugs[0]}`)
    },
  }
}
