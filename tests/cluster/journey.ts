/** One member's deposit, payout, and email, which are under way while processes die. */
import type { ReceivedEmail } from '../../src/server/email/mailbox.ts'
import { z } from 'zod'
import {
  callUntilKnown,
  list,
  text,
  tryOnce,
  type Answer,
  type Asked,
  type Wire,
} from '../model/http.ts'
import { until } from '../support/poll.ts'
import { emailOf, password } from '../support/sign-up.ts'
import { PASSWORD } from './database-machines.ts'
import {
  DEPOSIT_USD,
  depositOrder,
  enrollMember,
  payDeposit,
  untilFunded,
  type Enrolled,
  type Target,
} from './enroll.ts'
import { readBalance } from './own-reads.ts'

const PAYOUT_USD = 3
/** $3 minus the minimum fee of $0.50, at the development price of $0.25. */
const PAYOUT_SUN = 10_000_000

/** A worker that died may keep its lease on an email for a minute. */
const PATIENCE = { deadlineMs: 90_000, everyMs: 250 }

export type Journey = {
  /** Requests and pays a deposit, has a payout approved, and asks for an email. */
  begin(): Promise<void>
  /** Waits for the email. */
  untilEmailed(): Promise<void>
  /**
   * Waits for all three. Throws if one is missing, or if money moved twice.
   * @param isUnmatched whether the payment may match no request: then the member accepts it
   */
  end(isUnmatched?: boolean): Promise<void>
  /** The numbers of the emails that the mailbox got since the beginning. A copy has the same. */
  readCopies(): Promise<string[]>
  /** Throws if an event since the beginning led to two emails. Returns how many there were. */
  countEmails(): Promise<number>
  /** How many payments the member, or else an operator, has accepted. */
  readonly accepted: { member: number; operator: number }
}

export async function openJourney(target: Target): Promise<Journey> {
  const [url = ''] = target.urls
  const member = await enrollMember(target, url, 'traveler')
  await untilFunded(url, member)
  return new MemberJourney(target, url, member)
}

/** A balance in dollars, and final receipts in sun. */
type Totals = { readonly usd: number; readonly sun: number }

/** The Message-ID without the host: here, each machine has another `PUBLIC_URL`. */
const numberOf = ({ id }: ReceivedEmail): string => id.split('@')[0] ?? id

const isReset = (email: ReceivedEmail): boolean => email.text.includes('/reset-password/')

class MemberJourney implements Journey {
  private readonly target: Target
  private readonly url: string
  private readonly member: Enrolled
  private readonly bugs: string[] = []
  private rounds = 0
  /** What the member had after the previous round; null after a failed one. */
  private before: Totals | null = null
  private withdrawal = ''
  private asked = 0
  private oldEmails: ReadonlySet<string> = new Set()
  readonly accepted = { member: 0, operator: 0 }

  constructor(target: Target, url: string, member: Enrolled) {
    this.target = target
    this.url = url
    this.member = member
  }

  async begin(): Promise<void> {
    const { member, target } = this
    const { username } = member
    await this.signIn()
    this.before ??= await until('the totals', () => this.readTotals(), PATIENCE)
    this.oldEmails = new Set((await this.emails()).map(({ id }) => id))
    const key = `journey-${++this.rounds}`
    const deposit = await this.order('transactions/deposit_ustd/', depositOrder, `${key}-deposit`)
    await payDeposit(target, text(deposit, 'wallet_address'))
    // Without a note, because the audit counts the load's withdrawals by their notes.
    const payout = { amount: PAYOUT_USD, payment_method: 'trx' }
    const withdrawal = await this.order('rewards/withdrawals/', payout, key)
    this.withdrawal = text(withdrawal, 'id')
    await this.approve(withdrawal)
    await this.askForReset(emailOf(username))
  }

  /** Each request that arrives leads to an email, also one whose answer is lost. */
  private async askForReset(email: string): Promise<void> {
    const asked = { method: 'POST', path: 'accounts/forgot-password/', body: { email } } as const
    this.asked = 0
    const ask = async (): Promise<boolean> => {
      this.asked += 1
      return (await tryOnce(this.url, asked))?.status === 200
    }
    await until('a definite answer about the email', ask, PATIENCE)
  }

  async untilEmailed(): Promise<void> {
    const hasEmail = async () => (await this.newEmails()).some(isReset)
    await until('the email', hasEmail, PATIENCE)
  }

  async readCopies(): Promise<string[]> {
    return (await this.newEmails()).map(numberOf)
  }

  async countEmails(): Promise<number> {
    const once = new Map((await this.newEmails()).map((email) => [numberOf(email), email]))
    const resets = [...once.values()].filter(isReset)
    const subjects = [...once.values()].filter((each) => !isReset(each)).map((each) => each.subject)
    const repeated = subjects.filter((subject, i) => subjects.indexOf(subject) !== i)
    if (repeated.length > 0) throw new Error(`emails of one event: ${repeated.join(', ')}`)
    if (resets.length === 0 || resets.length > this.asked) {
      throw new Error(`${resets.length} reset links, although ${this.asked} were asked for`)
    }
    return once.size
  }

  async end(isUnmatched = false): Promise<void> {
    const { before, bugs } = this
    this.before = null
    if (before === null) throw new Error('the journey did not begin')
    const wanted = { usd: before.usd + DEPOSIT_USD - PAYOUT_USD, sun: before.sun + PAYOUT_SUN }
    // The access token may have expired, by another clock.
    await this.signIn()
    const look = async (): Promise<Totals | null> => {
      if (isUnmatched) await this.acceptPayments()
      return await this.readTotals(wanted)
    }
    const [, , totals] = await Promise.all([
      until('the payout', () => this.isPaid(), PATIENCE),
      this.untilEmailed(),
      until('the money', look, PATIENCE),
    ])
    const isExact = totals.usd === wanted.usd && totals.sun === wanted.sun
    if (!isExact) throw new Error(`has ${JSON.stringify(totals)}, not ${JSON.stringify(wanted)}`)
    if (bugs.length > 0) throw new Error(`wrong answers: ${bugs.splice(0).join('; ')}`)
    this.before = totals
  }

  private async signIn(): Promise<void> {
    const { member } = this
    const { body } = await this.post('auth/login/', { username: member.username, password })
    member.token = text(body, 'access')
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

  private bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.member.token}` }
  }

  private async order(path: string, body: object, key: string): Promise<Wire> {
    return (await this.post(path, body, { ...this.bearer(), 'idempotency-key': key })).body
  }

  private async approve(withdrawal: Wire): Promise<void> {
    const seen = { revision: withdrawal['revision'] }
    await this.operate(`withdrawals/${this.withdrawal}/approve/`, seen)
  }

  /** As the operator. */
  private async operate(path: string, body: object): Promise<void> {
    const origin = { origin: this.url }
    const operator = { username: 'operator', password: PASSWORD }
    const { headers } = await this.post('operator/auth/login/', operator, origin)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    await this.post(`operator/${path}`, body, { ...origin, cookie, 'idempotency-key': path })
  }

  /** Accepts what has matched no request. An operator does if the member may not. */
  private async acceptPayments(): Promise<void> {
    const path = 'transactions/unattributed/'
    const { body } = await this.call({ method: 'GET', path, headers: this.bearer() })
    const waiting = list(body, 'results').filter((each) => text(each, 'status') === 'waiting')
    for (const id of waiting.map((each) => text(each, 'id'))) {
      const headers = { ...this.bearer(), 'idempotency-key': `accept-${id}` }
      const asked = { method: 'POST', path: `${path}${id}/accept/`, body: {}, headers } as const
      const { status } = await callUntilKnown(this.url, asked, this.bugs)
      if (status >= 400) {
        await this.operate(`deposits/unattributed/${id}/accept/`, { reason: 'The clock was wrong' })
      }
      this.accepted[status < 400 ? 'member' : 'operator']++
    }
  }

  private emails(): Promise<ReceivedEmail[]> {
    return this.target.mailbox.messages(emailOf(this.member.username))
  }

  private async newEmails(): Promise<ReceivedEmail[]> {
    return (await this.emails()).filter(({ id }) => !this.oldEmails.has(id))
  }

  private async isPaid(): Promise<boolean> {
    const path = 'rewards/withdrawals/'
    const { body } = await this.call({ method: 'GET', path, headers: this.bearer() })
    const found = list(body, 'results').find((each) => text(each, 'id') === this.withdrawal)
    return found?.['stage'] === 'confirmed'
  }

  /** Null while there is less than wanted. */
  private async readTotals(wanted: Totals = { usd: 0, sun: 0 }): Promise<Totals | null> {
    const { balance: usd } = await readBalance(this.url, this.member.token)
    const asked = { address: this.member.wallet, visible: true }
    const request = { method: 'POST', body: JSON.stringify(asked) }
    const answer = await fetch(`${this.target.devnetUrl}/walletsolidity/getaccount`, request)
    const account = z.object({ balance: z.number().default(0) }).parse(await answer.json())
    const isEnough = usd >= wanted.usd && account.balance >= wanted.sun
    return isEnough ? { usd, sun: account.balance } : null
  }
}
