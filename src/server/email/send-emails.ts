import { setTimeout as sleep } from 'node:timers/promises'
import { pause } from '../../clock/waits.ts'
import type { Logger } from 'pino'
import { nowMs } from '../../clock/clock.ts'
import { inSpan, SpanKind } from '../../traces/span.ts'
import type { Db } from '../../db/types.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { drawEmailMark } from '../brand/icons.ts'
import { MARK_ID, renderHtml } from './email-page.ts'
import { holdLease, openTakeOver, type Lease, type TakeOver } from '../workers/hold-lease.ts'
import { LANES, openLanes, type Lanes } from './lanes.ts'
import { renewLease, storeFailure, storeSent, type Failure, type LeaseTimes } from './lease.ts'
import {
  isForGood,
  NotAccepted,
  openMailer,
  type Handover,
  type Mailer,
  type SendTimes,
} from './mailer.ts'
import { isNotice, openNextEmails, type Due, type NextEmails } from './next-email.ts'
import { renderText } from './template.ts'

export type SmtpSettings = {
  smtpUrl: string
  from: string
  host: string
  /** The sentence about members' actual earnings, at the end of each news email. */
  readDisclosure?: () => Promise<Readonly<Record<Language, string>>>
}
export type EmailWorker = { stop(): Promise<void> }

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
  db: Db,
  settings: SmtpSettings,
  log: Logger,
  times = TIMES,
): EmailWorker {
  const mailer = openMailer(settings.smtpUrl, LANES, times)
  const stopping = new AbortController()
  const takeOver = openTakeOver(times.seconds * 500, 3 * times.renewMs)
  const emails = openNextEmails({ db, takeOver, leaseSeconds: times.seconds })
  const lanes = openLanes()
  const sending = {
    db,
    mailer,
    settings,
    log,
    times,
    takeOver,
    emails,
    lanes,
    acceptedAt: -Infinity,
  }
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
  readonly emails: NextEmails
  readonly lanes: Lanes
  /** When the server last took an email, by `performance.now()`. */
  acceptedAt: number
}

type Leased = Due & {
  /** `performance.now()` before. */
  readonly leasedAt: number
}

async function run(sending: Sending, stopping: AbortSignal): Promise<void> {
  const nextPauseMs = watchBusyness()
  const { underWay } = sending.lanes
  // Not a promise for the stop, which would keep every race that it has been in.
  const nextLane = () => Promise.race([...underWay.values(), pause(IDLE_MS, stopping)])
  while (!stopping.aborted) {
    try {
      const kinds = await fillLanes(sending, stopping)
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
async function fillLanes(sending: Sending, stopping: AbortSignal): Promise<string[]> {
  const { emails, lanes } = sending
  const kinds: string[] = []
  for (let free = LANES - lanes.underWay.size; free > 0 && !stopping.aborted; free--) {
    const leasedAt = performance.now()
    const email = await emails.lease(lanes.busy())
    if (!email) break
    lanes.start(email.mailbox, sendHeld(sending, { ...email, leasedAt }))
    kinds.push(email.kind)
  }
  return kinds
}

async function sendHeld(sending: Sending, email: Leased): Promise<void> {
  const { db, log, times, takeOver } = sending
  let { seconds } = times
  const lease = holdLease({
    async renew() {
      const isOurs = await renewLease(db, email, seconds)
      takeOver.answered()
      return isOurs
    },
    renewMs: times.renewMs,
    leasedAt: email.leasedAt,
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

async function sendOne(
  sending: Sending,
  email: Leased,
  lease: Lease,
  handover: Handover,
): Promise<void> {
  const { db, mailer, settings, log, lanes } = sending
  try {
    const { text, content } = await withDisclosure(settings, email)
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
  lanes.noteAnswer(email.mailbox, true)
  // A sent email may contain a link that signs someone in, so we delete its text.
  if (!(await keepStoring(sending, email))) warnOvertaken(log, email)
}

/**
 * The same for each attempt. A restored database numbers other emails like lost ones, and mailboxes
 * drop an email whose id they know, so the number alone isn't enough.
 */
const messageIdOf = ({ no, created_at: at }: Due, host: string): string =>
  `<${no}.${at.getTime()}.email@${host}>`

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
function failureOf({ acceptedAt, lanes }: Sending, email: Leased, error: unknown): Failure {
  const { attempts, kind, age_seconds: age } = email
  const { message, reply, isUnclear } =
    error instanceof NotAccepted ? error : new NotAccepted(error, false)
  const isUnanswered = reply === '' && !isUnclear
  lanes.noteAnswer(email.mailbox, !isUnanswered)
  // A server that refuses all emails, as without quota or with a full disk, must lose us none.
  const tookOthers = acceptedAt > email.leasedAt - 1000 * backOffSeconds(attempts - 1)
  const isLink = kind === 'verification'
  const refusals = email.refusals + Number(isUnclear || (tookOthers && (!isUnanswered || isLink)))
  const inSeconds = backOffSeconds(attempts)
  const isOver =
    isForGood(reply) ||
    refusals >= (isLink && isUnanswered ? MAX_UNANSWERED_LINKS : MAX_REFUSALS) ||
    attempts >= MAX_ATTEMPTS ||
    (isLink && age + inSeconds > LINK_SECONDS)
  return { text: message.slice(0, 500), refusals, next: isOver ? 'never' : { inSeconds } }
}

/** The time between an attempt and the next one. */
const backOffSeconds = (attempts: number): number => Math.min(MAX_BACK_OFF_SECONDS, 2 ** attempts)
