/** Members that request and cancel withdrawals at a steady rate, whatever breaks. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { password } from '../support/sign-up.ts'
import { BALANCER_URL } from './balancer.ts'
import { enrollMember, untilFunded, type Enrolled, type Target } from './enroll.ts'
import { makeOwnReads, readBack, readBalance, type OwnReads } from './own-reads.ts'
import { makePauses, type Pauses } from './pauses.ts'
import { ask, type Answer, type Sent } from './wire.ts'

const CLIENTS = 4
const MEMBERS_EACH = 10
/** One in this many changes is read back, unless a fault is about reads. */
const CHANGES_PER_READ = 4
const RETRY_MS = 50

const Withdrawals = z.object({
  results: z.array(
    z.object({ id: z.union([z.number(), z.string()]), stage: z.string(), amount: z.string() }),
  ),
})

type Member = Enrolled & {
  /** The balance while no withdrawal is open. */
  full: number
  /** The withdrawal to cancel next; null if the next step requests one. */
  open: string | null
  isBusy: boolean
}

export type Load = {
  /** Keys of withdrawals that were confirmed since the last audit. */
  confirmed: string[]
  requests: number
  cancellations: number
  /** Answers that no fault excuses. */
  readonly wrong: string[]
  /** Tries without an answer, or with a 5xx, while requests are balanced. */
  readonly errors: string[]
  retries: number
  /** Cancellations that we refused because the withdrawal may be paid. */
  claimed: number
  /** Refused refresh tokens: members who would have to sign in again. */
  signedOut: number
  readonly pauses: Pauses
  readonly reads: OwnReads
  /** Whether requests go to the load balancer instead of each web process in turn. */
  balance(isBalanced: boolean): void
  /** Lets the clients run until `drain`. */
  run(): void
  /** Stops the requests, and waits until each has a definite answer. */
  drain(): Promise<void>
  /** Accepts the database as it is, after it lost confirmed commands. */
  startOver(counts: { requests: number; cancellations: number }): Promise<void>
}

/** Signs up members and gives each some money, as real members would. */
export async function openLoad(target: Target, perSecond: number): Promise<Load> {
  const names = Array.from({ length: CLIENTS * MEMBERS_EACH }, (_, index) => `member${index}`)
  const enrolled: Enrolled[] = []
  const [url = ''] = target.urls
  for (const name of names) enrolled.push(await enrollMember(target, url, name))
  const members: Member[] = []
  for (const member of enrolled) {
    members.push({ ...member, full: await untilFunded(url, member), open: null, isBusy: false })
  }
  return new Clients(target.urls, members, perSecond)
}

/** While the chain can't be read, a withdrawal from before may have been paid. */
const isClaimed = ({ body }: Answer): boolean =>
  /withdrawal_(claimed|maybe_paid)/.test(JSON.stringify(body))

class Clients implements Load {
  confirmed: string[] = []
  requests = 0
  cancellations = 0
  retries = 0
  claimed = 0
  signedOut = 0
  readonly wrong: string[] = []
  readonly errors: string[] = []
  readonly pauses = makePauses(CLIENTS)
  readonly reads = makeOwnReads(CHANGES_PER_READ)
  private readonly urls: readonly string[]
  private readonly members: readonly Member[]
  private readonly everyMs: number
  private isBalanced = false
  private keys = 0
  private isRunning = false
  private running: Promise<void>[] = []

  constructor(urls: readonly string[], members: readonly Member[], perSecond: number) {
    this.urls = urls
    this.members = members
    this.everyMs = (1_000 * CLIENTS) / perSecond
  }

  balance(isBalanced: boolean): void {
    this.isBalanced = isBalanced
  }

  private urlFor(n: number): string {
    return this.isBalanced ? BALANCER_URL : (this.urls[n % this.urls.length] ?? '')
  }

  run(): void {
    this.isRunning = true
    this.pauses.begin()
    this.running = Array.from({ length: CLIENTS }, (_, client) => this.runClient(client))
  }

  async drain(): Promise<void> {
    this.isRunning = false
    await Promise.all(this.running)
    this.pauses.end()
  }

  async startOver({ requests, cancellations }: { requests: number; cancellations: number }) {
    this.confirmed = []
    this.requests = requests
    this.cancellations = cancellations
    const [url = ''] = this.urls
    for (const member of this.members) {
      // What was lost may include the session.
      await this.signIn(url, member)
      const { body } = await ask(url, 'GET', 'rewards/withdrawals/', undefined, member)
      const { results } = Withdrawals.parse(body)
      const open = results.find(({ stage }) => stage === 'pending')
      const held = open ? Number(open.amount) : 0
      member.open = open ? String(open.id) : null
      member.full = (await readBalance(url, member.token)).balance + held
    }
  }

  /** Starts a step whenever one is due and a member has no request in flight. */
  private async runClient(client: number): Promise<void> {
    const own = this.members.filter((_, index) => index % CLIENTS === client)
    const steps = new Set<Promise<void>>()
    let dueAt = performance.now()
    while (this.isRunning) {
      const member = own.find(({ isBusy }) => !isBusy)
      if (member) {
        member.isBusy = true
        const step = this.step(client, member).finally(() => {
          member.isBusy = false
          steps.delete(step)
        })
        steps.add(step)
      } else await Promise.race(steps)
      // After a pause, the rate stays the same instead of catching up.
      dueAt = Math.max(dueAt + this.everyMs, performance.now() - this.everyMs)
      await wait(Math.max(0, dueAt - performance.now()))
    }
    await Promise.all(steps)
  }

  private async step(client: number, member: Member): Promise<void> {
    const { open } = member
    const key = `${member.username}-${this.keys++}`
    const base = 'rewards/withdrawals/'
    const order = { amount: 3, payment_method: 'trx', payment_details: key }
    const path = open === null ? base : `${base}${open}/cancel/`
    const answer = await this.callUntilKnown(client, member, path, open === null ? order : {}, key)
    if (isClaimed(answer)) {
      this.claimed++
      return
    }
    if (answer.status >= 400) {
      this.wrong.push(`${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
      member.open = null
      return
    }
    this.pauses.confirmed(client)
    if (open === null) {
      this.requests++
      this.confirmed.push(key)
    } else this.cancellations++
    member.open = open === null ? String(answer.body.id) : null
    if (this.keys % this.reads.every === 0) await this.readBack(member, answer.seen)
  }

  /** At any web process, whichever handled the change. */
  private readBack({ token, open, full }: Member, seen: string | null): Promise<void> {
    const url = this.urlFor(this.reads.done)
    return readBack(this.reads, { url, token, seen, isLess: open !== null, full })
  }

  /** Repeats a request with its key, at each web process in turn, until its answer is definite. */
  private async callUntilKnown(
    client: number,
    member: Member,
    path: string,
    body: object,
    key: string,
  ): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const url = this.urlFor(client + tries)
      const answer = await this.post(url, path, body, { token: member.token, key })
      if (answer !== null && (await this.isDefinite(url, member, answer))) return answer
      this.retries++
      await wait(RETRY_MS)
    }
  }

  /** One try; null if there was no answer. While requests are balanced, none may fail. */
  private async post(url: string, path: string, body: object, sent: Sent = {}) {
    const answer = await ask(url, 'POST', path, body, sent).catch(() => null)
    if (this.isBalanced && (answer === null || answer.status >= 500)) {
      this.errors.push(`${url}/${path}: ${answer ? JSON.stringify(answer.body) : 'no answer'}`)
    }
    return answer
  }

  /** With the refresh token, as the app does, or else with the password. */
  private async signIn(url: string, member: Member): Promise<void> {
    const { username, refresh } = member
    const exchange = { path: 'auth/token/refresh/', form: { refresh } }
    for (const { path, form } of [
      exchange,
      { path: 'auth/login/', form: { username, password } },
    ]) {
      const answer = await this.post(url, path, form)
      const isRefused = answer !== null && answer.status < 500 && answer.status !== 429
      if (isRefused && answer.status !== 200 && 'refresh' in form) this.signedOut++
      if (answer?.status !== 200) continue
      member.token = String(answer.body.access)
      member.refresh = String(answer.body.refresh)
      return
    }
  }

  private async isDefinite(url: string, member: Member, { status, body }: Answer) {
    if (status === 401) {
      await this.signIn(url, member)
      return false
    }
    if (body.code === 'step_up_required') {
      await this.post(url, 'auth/step-up/', { password }, { token: member.token })
      return false
    }
    if (status >= 500 && status !== 503) {
      this.wrong.push(`${status} ${JSON.stringify(body).slice(0, 300)}`)
    }
    return status < 500 && body.code !== 'idempotency_in_progress'
  }
}
