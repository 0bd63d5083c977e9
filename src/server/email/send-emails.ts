import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { anyOf, fromNow, lit, lower, now, subquery } from '../../db/expressions.ts'
import type { Logger } from 'pino'
import { inSpan, SpanKind } from '../../traces/span.ts'
import type { Db, RowOf } from '../../db/types.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { drawEmailMark } from '../brand/icons.ts'
import { MARK_ID, renderHtml } from './email-page.ts'
import { holdLease, openTakeOver, type Lease, type TakeOver } from '../workers/hold-lease.ts'
import { renewLease, storeFailure, storeSent, type Failure, type LeaseTimes } from './lease.ts'
import {
  isForGood,
  NotAccepted,
  openMailer,
  type Handover,
  type Mailer,
  type SendTimes,
} from './mailer.ts'
import { renderText, type EmailContent } from './template.ts'

export type SmtpSettings = {
  smtpUrl: string
  from: string
  host: string
  /** The sentence about members' actual earnings, at the end of each news email. */
  readDisclosure?: () => Promise<Readonly<Record<Language, string>>>
}
export type EmailWorker = { stop(): Promise<void> }

/**
 * How many emails are under way at once. A server that checks a recipient may take as long as we
 * wait, and the others must not wait for it. Providers allow few connections.
 */
const LANES = 4
/**
 * How many due emails we look through for one whose recipient has no lane. It bounds the work when
 * one mailbox has many.
 */
const LOOK_AHEAD = 5_000
const IDLE_MS = 500
type Times = LeaseTimes & SendTimes
/** The server may deliver an email that it has. So that one waits longer if we are cut off. */
const LEASE = { seconds: 10, wholeSeconds: 60, renewMs: 2_000 }
const TIMES: Times = { ...LEASE, replyMs: 30_000, sendMs: 180_000 }
/** Longer than most failovers of the database. Meanwhile, we keep the lease if we can. */
const [STORE_TRIES, STORE_PAUSE_MS] = [10, 2_000]
/** How long a stop waits for the SMTP server. */
const STOP_MS = 10_000
/** Of refusals while the server takes others, and of attempts about which it doesn't answer. */
const MAX_REFUSALS = 12
/** While we get no answer about an email, or the server takes no emails: about three days. */
const MAX_ATTEMPTS = 82
const MAX_BACK_OFF_SECONDS = 3600

/**
 * Someone waits for a link or a warning. Notices of money and news come in bursts as large as the
 * network. We send them last, and slowly enough to leave the processor to requests. The index of
 * due emails names the same kinds.
 */
const MAX_NOTICES_PER_SECOND = 50
const MAX_NOTICES_WHILE_BUSY_PER_SECOND = 10
/** The share of its time that a busy process spends on anything but waiting. */
const BUSY = 0.6
const NOTICES: readonly string[] = ['money', 'news']
const isNotice = (kind: string): boolean => NOTICES.includes(kind)

type Due = RowOf<
  'emails',
  'no' | 'kind' | 'recipient' | 'subject' | 'text' | 'attempts' | 'refusals'
> & {
  content: EmailContent | null
}

/**
 * Sends the emails in the outbox until stopped. It leases each email, sends it outside any
 * transaction, and marks it. If a process dies in between, the next one sends it again under the
 * same Message-ID.
 * @param times Tests pass shorter ones
 */
export function startEmailWorker(
  db: Db,
  settings: SmtpSettings,
  log: Logger,
  times = TIMES,
): EmailWorker {
  const mailer = openMailer(settings.smtpUrl, LANES, times)
  const stopping = new AbortController()
  const takeOver = openTakeOver(times.seconds * 500, 3 * times.renewMs)
  const sending = { db, mailer, settings, log, times, takeOver, acceptedAt: -Infinity }
  const running = run(sending, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      const late = setTimeout(() => mailer.close(), STOP_MS)
      await running
      clearTimeout(late)
      mailer.close()
    },
  }
}

type Sending = {
  readonly db: Db
  readonly mailer: Mailer
  readonly settings: SmtpSettings
  readonly log: Logger
  readonly times: Times
  readonly takeOver: TakeOver
  /** When the server last took an email, by `performance.now()`. */
  acceptedAt: number
}

/** The emails that we are sending, by mailbox. */
type UnderWay = Map<string, Promise<void>>

async function run(sending: Sending, stopping: AbortSignal): Promise<void> {
  const nextPauseMs = watchBusyness()
  const underWay: UnderWay = new Map()
  // Not a promise for the stop, which would keep every race that it has been in.
  const nextLane = () => Promise.race([...underWay.values(), pause(IDLE_MS, stopping)])
  while (!stopping.aborted) {
    try {
      const kinds = await fillLanes(sending, underWay, stopping)
      if (kinds.length === 0) await nextLane()
      const notices = kinds.filter(isNotice).length
      if (notices > 0) await pause(notices * nextPauseMs(), stopping)
    } catch (error) {
      sending.log.warn({ err: error }, 'the outbox cannot be read')
      await pause(2_000, stopping)
    }
  }
  await Promise.all(underWay.values())
}

/** Starts an email in each free lane. Returns their kinds. */
async function fillLanes(
  sending: Sending,
  underWay: UnderWay,
  stopping: AbortSignal,
): Promise<string[]> {
  const kinds: string[] = []
  for (let free = LANES - underWay.size; free > 0 && !stopping.aborted; free--) {
    const leasedAt = performance.now()
    const email = await leaseEmail(sending, [...underWay.keys()])
    if (!email) break
    const mailbox = email.recipient.toLowerCase()
    const lane = sendHeld(sending, email, leasedAt).finally(() => underWay.delete(mailbox))
    underWay.set(mailbox, lane)
    kinds.push(email.kind)
  }
  return kinds
}

async function sendHeld(sending: Sending, email: Due, leasedAt: number): Promise<void> {
  const { db, log, times, takeOver } = sending
  let { seconds } = times
  const lease = holdLease({
    async renew() {
      const isOurs = await renewLease(db, email, seconds)
      takeOver.answered()
      return isOurs
    },
    renewMs: times.renewMs,
    leasedAt,
    onError: (error) => log.warn({ err: error }, 'the lease of an email cannot be renewed'),
  })
  const handover = { isOurs: lease.holds, onWhole: () => (seconds = times.wholeSeconds) }
  try {
    if (await lease.holds()) await sendOne(sending, email, lease, handover)
  } catch (error) {
    log.warn({ err: error, email: email.no.toString() }, 'the outbox cannot be written')
  } finally {
    await lease.release()
  }
}

/** Returns the pause after each notice, by how busy this process was since the last ones. */
function watchBusyness(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return 1000 / (utilization > BUSY ? MAX_NOTICES_WHILE_BUSY_PER_SECOND : MAX_NOTICES_PER_SECOND)
  }
}

/**
 * Leases the next email whose mailbox has no lane here, so that a slow mailbox takes one lane of
 * each process. That also leaves out those that we are sending, even if we have lost their leases.
 */
async function leaseEmail(
  { db, times, takeOver }: Sending,
  mailboxes: readonly string[],
): Promise<Due | undefined> {
  const due = dueEmails(takeOver.isAllowed())
  const inOrder = due
    .select('recipient')
    .orderBy((order) => order('kind', 'in', NOTICES.map(lit)))
    .orderBy('next_at')
    .orderBy('no')
  const email = await db
    .updateTable('emails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: fromNow('secs', times.seconds) }))
    .where('no', '=', (eb) =>
      eb
        .selectFrom(inOrder.limit(LOOK_AHEAD).as('first'))
        // Lateral, so that after a burst no plan made for fewer emails reads them all.
        .innerJoinLateral(
          due.where('no', '=', sql.ref<bigint>('first.no')).forUpdate().skipLocked().as('free'),
          (join) => join.onTrue(),
        )
        .select('free.no')
        .where((of) => of.not(of(lower(of.ref('first.recipient')), '=', anyOf(mailboxes, 'text'))))
        .limit(1),
    )
    .returning(['no', 'kind', 'recipient', 'subject', 'text', 'content', 'attempts', 'refusals'])
    .$narrowType<Pick<Due, 'content'>>()
    .executeTakeFirst()
  takeOver.answered()
  return email
}

const dueEmails = (mayRetry: boolean) =>
  subquery
    .selectFrom('emails')
    .select('no')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_at', '<=', now)
    .$if(!mayRetry, (query) => query.where('attempts', '=', lit(0)))

async function sendOne(
  sending: Sending,
  email: Due,
  lease: Lease,
  handover: Handover,
): Promise<void> {
  const { db, mailer, settings, log } = sending
  try {
    const { text, content } = await withDisclosure(settings, email)
    const message = {
      from: settings.from,
      to: { name: '', address: email.recipient },
      subject: email.subject,
      text,
      ...(content ? { html: renderHtml(content), attachments: await picturesOf() } : {}),
      messageId: `<${email.no}.email@${settings.host}>`,
      headers: headersOf(email),
    }
    const attributes = { 'twofold.email.kind': email.kind }
    await inSpan('email', { kind: SpanKind.CLIENT, attributes }, () =>
      mailer.send(message, handover),
    )
  } catch (error) {
    await lease.release()
    log.warn({ err: error, email: email.no.toString(), attempts: email.attempts }, 'email not sent')
    if (!(await storeFailure(db, email, failureOf(sending, email, error))))
      warnOvertaken(log, email)
    return
  }
  sending.acceptedAt = performance.now()
  // A sent email may contain a link that signs someone in, so we delete its text.
  if (!(await keepStoring(sending, email))) warnOvertaken(log, email)
}

/** The email has left. If the database fails now, we would send it again. */
async function keepStoring({ db, log }: Sending, email: Due): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await storeSent(db, email)
    } catch (error) {
      if (tries === STORE_TRIES) throw error
      log.warn({ err: error, email: email.no.toString() }, 'a sent email cannot be stored')
      await sleep(STORE_PAUSE_MS)
    }
  }
}

/** This process was cut off for longer than its lease, so another one has taken the email. */
const warnOvertaken = (log: Logger, { no, attempts }: Due): void =>
  log.warn({ email: no.toString(), attempts }, 'another process has taken this email')

/** The brand's own mark, rendered once. */
async function picturesOf() {
  const mark = await drawEmailMark()
  return mark ? [{ cid: MARK_ID, filename: 'logo.png', content: mark }] : []
}

/** News is about referrals and rewards, so it states what members actually earned as of today. */
async function withDisclosure(
  { readDisclosure }: SmtpSettings,
  { kind, text, content }: Due,
): Promise<Pick<Due, 'text' | 'content'>> {
  if (kind !== 'news' || content === null || !readDisclosure) return { text, content }
  const { [content.language]: earned } = await readDisclosure()
  const whole = { ...content, paragraphs: [...content.paragraphs, earned] }
  return { text: renderText(whole), content: whole }
}

/** Adds the unsubscribe headers to news, for the email client's own button (RFC 8058). */
function headersOf({ content }: Due): Record<string, string> {
  const url = content?.unsubscribeUrl
  return {
    'Auto-Submitted': 'auto-generated',
    ...(url && {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** What went wrong, and when to try again. */
function failureOf({ acceptedAt }: Sending, { attempts, refusals }: Due, error: unknown): Failure {
  const { message, reply, isUnclear } =
    error instanceof NotAccepted ? error : new NotAccepted(error, false)
  // A server that refuses all emails, as without quota or with a full disk, must lose us none.
  const sinceAccepted = performance.now() - acceptedAt
  const tookOthers = sinceAccepted < 1000 * backOffSeconds(attempts - 1)
  const counted = refusals + Number(isUnclear || (reply !== '' && tookOthers))
  const isOver = isForGood(reply) || counted >= MAX_REFUSALS || attempts >= MAX_ATTEMPTS
  const next = isOver ? 'never' : { inSeconds: backOffSeconds(attempts) }
  return { text: message.slice(0, 500), refusals: counted, next }
}

/** The time between an attempt and the next one. */
const backOffSeconds = (attempts: number): number => Math.min(MAX_BACK_OFF_SECONDS, 2 ** attempts)

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted || ms <= 0) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    stopping.addEventListener('abort', done)
  })
}
