/** One member with a deposit, a payout, and an email under way while processes die. */
import { z } from 'zod'
import { callUntilKnown, list, text, type Answer, type Asked, type Wire } from '../model/http.ts'
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
  type Member,
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
  return new MemberErrand(target, url, member)
}

class MemberErrand implements Errand {
  private readonly target: Target
  private readonly url: string
  private readonly member: Member
  private readonly bugs: string[] = []
  private rounds = 0
  private emails = 0

  constructor(target: Target, url: string, member: Member) {
    this.target = target
    this.url = url
    this.member = member
  }

  async begin(): Promise<void> {
    const { target, url, member } = this
    const { username } = member
    const email = emailOf(username)
    const { body } = await this.post('auth/login/', { username, password })
    member.token = text(body, 'access')
    this.rounds++
    this.emails = await this.countEmails()
    await deposit(target, url, member.token)
    const order = { amount: PAYOUT_USD, payment_method: 'trx' }
    const key = { 'idempotency-key': `errand-${this.rounds}` }
    const asked = await this.post('rewards/withdrawals/', order, { ...this.bearer(), ...key })
    await this.approve(asked.body)
    await this.post('accounts/forgot-password/', { email })
  }

  async end(): Promise<void> {
    const { url, member, rounds, bugs } = this
    const wanted = member.full + rounds * (DEPOSIT_USD - PAYOUT_USD)
    const balance = async () => (await readBalance(url, member.token)).balance
    const options = { deadlineMs: 60_000, everyMs: 250 }
    await until('the payout', async () => (await this.openWithdrawals()) === 0, options)
    await until('the deposit', async () => (await balance()) >= wanted, options)
    await until('the email', async () => (await this.countEmails()) > this.emails, options)
    const has = await balance()
    const sun = await this.received()
    if (has !== wanted) throw new Error(`the errand's balance is ${has}, not ${wanted}`)
    if (sun !== rounds * PAYOUT_SUN) throw new Error(`${sun} sun were paid in ${rounds} payouts`)
    if (bugs.length > 0) throw new Error(`${bugs.length} wrong answers, such as ${bugs[0]}`)
  }

  private bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.member.token}` }
  }

  private async call(asked: Asked): Promise<Answer> {
    const answer = await callUntilKnown(this.url, asked, this.bugs)
    const { status, body } = answer
    if (status >= 400) throw new Error(`${asked.path}: ${status} ${JSON.stringify(body)}`)
    return answer
  }

  private post(path: string, body: object, headers: Record<string, string> = {}) {
    return this.call({ method: 'POST', path, body, headers })
  }

  /** As the operator. */
  private async approve(withdrawal: Wire): Promise<void> {
    const origin = { origin: this.url }
    const operator = { username: 'operator', password: PASSWORD }
    const { headers } = await this.post('operator/auth/login/', operator, origin)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const id = text(withdrawal, 'id')
    const sent = { ...origin, cookie, 'idempotency-key': `approve-${id}` }
    const seen = { revision: withdrawal['revision'] }
    await this.post(`operator/withdrawals/${id}/approve/`, seen, sent)
  }

  private async countEmails(): Promise<number> {
    const email = emailOf(this.member.username)
    const messages = await this.target.mailbox.messages()
    return messages.filter(({ to, text: content }) => to.includes(email) && isReset(content)).length
  }

  private async openWithdrawals(): Promise<number> {
    const path = 'rewards/withdrawals/'
    const { body } = await this.call({ method: 'GET', path, headers: this.bearer() })
    return list(body, 'results').filter(({ stage }) => stage !== 'confirmed').length
  }

  /** Final receipts, in sun. */
  private async received(): Promise<number> {
    const asked = { address: this.member.wallet, visible: true }
    const request = { method: 'POST', body: JSON.stringify(asked) }
    const account = await fetch(`${this.target.devnetUrl}/walletsolidity/getaccount`, request)
    return z.object({ balance: z.number().default(0) }).parse(await account.json()).balance
  }
}
