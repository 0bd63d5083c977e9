import { pause } from '../../clock/waits.ts'
import { nowMs } from '../../clock/clock.ts'
import { inSpan, SpanKind } from '../../traces/span.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { drawEmailMark } from '../brand/icons.ts'
import { MARK_ID, renderHtml } from './email-page.ts'
import type { Context } from '../context.ts'
import { NotOurs, type Lease } from '../workers/lease.ts'
import { startQueue, type Queue } from '../workers/send-queue.ts'
import type { Worker } from '../workers/repeat.ts'
import { LANES, openLanes, type Lanes } from './lanes.ts'
import { renewLease, storeFailure, storeSent, type Failure, type LeaseTimes } from './lease.ts'
import { isForGood, NotAccepted, openMailer, type Mailer, type SendTimes } from './mailer.ts'
import {
  bringForward,
  isNotice,
  openNextEmails,
  secondsAfter,
  type Due,
  type NextEmails,
} from './next-email.ts'
import { renderText } from './template.ts'

export type SmtpSettings = {
  smtpUrl: string
  from: string
  host: string
  /** The sentence about members' actual earnings, at the end of each news email. */
  readDisclosure?: () => Promise<Readonly<Record<Language, string>>>
}

const IDLE_MS = 500
type Times = LeaseTimes & SendTimes
/** The server may deliver an email that it has. So that one waits longer if we are cut off. */
const LEASE = { seconds: 10, wholeSeconds: 60, renewMs: 2_000 }
const TIMES: Times = { ...LEASE, replyMs: 30_000, sendMs: 180_000 }
/** How long a stop waits for the SMTP server. */
const STOP_MS = 10_000
/** Of refusals while the server takes others, and of attempts about which it doesn't answer. */
const MAX_REFUSALS = 12
/** While we get no answer about an email, or the server takes no emails: about three days. */
const MAX_ATTEMPTS = 82
/**
 * Attempts without an answer while the server takes others, of an email that anyone can send to any
 * mailbox by registering. Each one takes a lane for as long as we wait.
 */
const MAX_UNANSWERED_LINKS = 5
/** A link that verifies a mailbox has expired by then. */
const LINK_SECONDS = 48 * 3_600

/** Notices go out slowly enough to leave the processor to requests. */
const MAX_NOTICES_PER_SECOND = 50
const MAX_NOTICES_WHILE_BUSY_PER_SECOND = 10
/** The share of its time that a busy process spends on anything but waiting. */
const BUSY = 0.6

/**
 * Sends the emails in the outbox until stopped. It leases each email, sends it outside any
 * transaction, and marks it. If a process dies in between, the next one sends it again under the
 * same Message-ID.
 * @param times Tests pass shorter ones
 */
export function startEmailWorker(
  { db, log, stopping }: Pick<Context, 'db' | 'log' | 'stopping'>,
  settings: SmtpSettings,
  times = TIMES,
): Worker {
  const { seconds, renewMs } = times
  const mailer = openMailer(settings.smtpUrl, LANES, times)
  const sending: Sending = {
    db,
    mailer,
    settings,
    log,
    times,
    emails: openNextEmails(db, seconds),
    lanes: openLanes(),
    nextPauseMs: watchBusyness(),
    acceptedAt: -Infinity,
  }
  const pace = { everyMs: IDLE_MS, leaseMs: 1_000 * seconds, renewMs }
  const own = { name: 'emails', log, stopping, bringForward: () => bringForward(db, seconds) }
  const worker = startQueue<Due>({ ...pace, ...own }, (queue) => sendDue(sending, queue))
  return {
    async stop() {
      const late = setTimeout(() => mailer.close(), STOP_MS)
      await worker.stop()
      clearTimeout(late)
      mailer.close()
    },
  }
}

type Sending = Pick<Context, 'db' | 'log'> & {
  readonly mailer: Mailer
  readonly settings: SmtpSettings
  readonly times: Times
  readonly emails: NextEmails
  readonly lanes: Lanes
  readonly nextPauseMs: () => number
  /** When the server last took an email, by `performance.now()`. */
  acceptedAt: number
}

type Leased = Due & {
  /** `performance.now()` before. */
  readonly leasedAt: number
}

/** Starts emails in free lanes until nothing may start. */
async function sendDue(sending: Sending, queue: Queue<Due>): Promise<void> {
  for (;;) {
    const kinds = await fillLanes(sending, queue)
    if (kinds.length === 0) return
    const notices = kinds.filter(isNotice).length
    if (notices > 0) await pause(notices * sending.nextPauseMs(), queue.stopping)
  }
}

/** Starts an email in each free lane. Returns their kinds. */
async function fillLanes(sending: Sending, queue: Queue<Due>): Promise<string[]> {
  const { db, times, emails, lanes } = sending
  const kinds: string[] = []
  const free = LANES - queue.underWay().length
  while (kinds.length < free && !queue.stopping.aborted) {
    const leasedAt = performance.now()
    const busy = lanes.busy(queue.underWay().map(({ mailbox }) => mailbox))
    const email = await emails.lease(busy, queue.takeOver)
    if (!email) break
    let { seconds } = times
    const onWhole = (): void => void (seconds = times.wholeSeconds)
    const about = { email: email.no.toString(), attempts: email.attempts }
    const renew = () => renewLease(db, email, seconds)
    const send = (lease: Lease) => sendOne(sending, { ...email, leasedAt }, lease, onWhole)
    queue.start(email, about, { renew, leasedAt }, send)
    kinds.push(email.kind)
  }
  return kinds
}

/**
 * Returns the pause after each notice in milliseconds, by how busy this process was since the last
 * ones.
 */
export function watchBusyness(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return 1000 / (utilization > BUSY ? MAX_NOTICES_WHILE_BUSY_PER_SECOND : MAX_NOTICES_PER_SECOND)
  }
}

async function sendOne(
  sending: Sending,
  email: Leased,
  lease: Lease,
  onWhole: () => void,
): Promise<void> {
  const { db, mailer, settings, log, lanes } = sending
  const { text, content } = await withDisclosure(settings, email)
  try {
    const message = {
      from: settings.from,
      to: { name: '', address: email.recipient },
      subject: email.subject,
      text,
      ...(content ? { html: renderHtml(content), attachments: await picturesOf() } : {}),
      date: new Date(nowMs()),
      messageId: messageIdOf(email, settings.host),
      headers: headersOf(email),
    }
    const attributes = { 'twofold.email.kind': email.kind }
    await inSpan('email', { kind: SpanKind.CLIENT, attributes }, () =>
      mailer.send(message, { isOurs: lease.isOurs, onWhole }),
    )
  } catch (error) {
    if (error instanceof NotAccepted && error.cause instanceof NotOurs) return
    log.warn({ err: error, email: email.no.toString(), attempts: email.attempts }, 'email not sent')
    const failure = failureOf(sending, email, error)
    // A renewal would undo when the next attempt is.
    await lease.release()
    await lease.store(() => storeFailure(db, email, failure))
    return
  }
  sending.acceptedAt = performance.now()
  lanes.noteAnswer(email.mailbox, true)
  // A sent email may contain a link that signs someone in, so we delete its text.
  await lease.store(() => storeSent(db, email))
}

/**
 * The same for each attempt. A restored database numbers other emails like lost ones, and mailboxes
 * drop an email whose id they know, so the number alone isn't enough.
 */
const messageIdOf = ({ no, created_at: at }: Due, host: string): string =>
  `<${no}.${at.getTime()}.email@${host}>`

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
function failureOf({ acceptedAt, lanes }: Sending, email: Leased, error: unknown): Failure {
  const { attempts, kind, age_seconds: age } = email
  const { message, reply, isUnclear } =
    error instanceof NotAccepted ? error : new NotAccepted(error, false)
  const isUnanswered = reply === '' && !isUnclear
  lanes.noteAnswer(email.mailbox, !isUnanswered)
  // A server that refuses all emails, as without quota or with a full disk, must lose us none.
  const tookOthers = acceptedAt > email.leasedAt - 1000 * secondsAfter(attempts - 1)
  const isLink = kind === 'verification'
  const refusals = email.refusals + Number(isUnclear || (tookOthers && (!isUnanswered || isLink)))
  const inSeconds = secondsAfter(attempts)
  const isOver =
    isForGood(reply) ||
    refusals >= (isLink && isUnanswered ? MAX_UNANSWERED_LINKS : MAX_REFUSALS) ||
    attempts >= MAX_ATTEMPTS ||
    (isLink && age + inSeconds > LINK_SECONDS)
  return { text: message.slice(0, 500), refusals, next: isOver ? 'never' : { inSeconds } }
}
