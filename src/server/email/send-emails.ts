import { compileOnce, type Given } from '../../db/compiled.ts'
import { fromNow, lit, now, unawaited } from '../../db/expressions.ts'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { inSpan, SpanKind } from '../../traces/span.ts'
import type { Db, RowOf } from '../../db/types.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { drawEmailMark } from '../brand/icons.ts'
import { MARK_ID, renderHtml } from './email-page.ts'
import { renderText, type EmailContent } from './template.ts'

export type SmtpSettings = {
  smtpUrl: string
  from: string
  host: string
  /** The sentence about members' actual earnings, at the end of each news email. */
  readDisclosure?: () => Promise<Readonly<Record<Language, string>>>
}
export type EmailWorker = { stop(): Promise<void> }

/** Small, because an urgent email waits for the notices that are leased already. */
const BATCH = 5
const IDLE_MS = 500
const LEASE_SECONDS = 60
const MAX_ATTEMPTS = 12
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

type Due = RowOf<'emails', 'no' | 'kind' | 'recipient' | 'subject' | 'text' | 'attempts'> & {
  content: EmailContent | null
}

/**
 * Sends the emails in the outbox until stopped. It leases each email, sends it outside any
 * transaction, and marks it. If a process dies in between, the next one sends it again under the
 * same Message-ID.
 */
export function startEmailWorker(db: Db, settings: SmtpSettings, log: Logger): EmailWorker {
  const transport = createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const stopping = new AbortController()
  const running = run(db, transport, settings, log, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
      transport.close()
    },
  }
}

async function run(
  db: Db,
  transport: Transporter,
  settings: SmtpSettings,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const nextPauseMs = watchBusyness()
  while (!stopping.aborted) {
    try {
      const due = await leaseEmails(db)
      for (const email of due) {
        if (stopping.aborted) break
        const nextNotice = isNotice(email.kind) ? performance.now() + nextPauseMs() : 0
        await sendOne(db, transport, settings, log, email)
        await pause(nextNotice - performance.now(), stopping)
      }
      if (due.length === 0) await pause(IDLE_MS, stopping)
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be read')
      await pause(2_000, stopping)
    }
  }
}

/** Returns the pause after a notice, by how busy this process was since the one before. */
function watchBusyness(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return 1000 / (utilization > BUSY ? MAX_NOTICES_WHILE_BUSY_PER_SECOND : MAX_NOTICES_PER_SECOND)
  }
}

async function leaseEmails(db: Db): Promise<Due[]> {
  const rows = await db
    .updateTable('emails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: fromNow('secs', LEASE_SECONDS) }))
    .where('no', 'in', (eb) =>
      eb
        .selectFrom('emails')
        .select('no')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_at', '<=', now)
        .orderBy((order) => order('kind', 'in', NOTICES.map(lit)))
        .orderBy('next_at')
        .orderBy('no')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['no', 'kind', 'recipient', 'subject', 'text', 'content', 'attempts'])
    .$narrowType<Pick<Due, 'content'>>()
    .execute()
  return rows.sort(
    (a, b) => Number(isNotice(a.kind)) - Number(isNotice(b.kind)) || (a.no < b.no ? -1 : 1),
  )
}

async function sendOne(
  db: Db,
  transport: Transporter,
  settings: SmtpSettings,
  log: Logger,
  email: Due,
): Promise<void> {
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
    await inSpan('email', { kind: SpanKind.CLIENT, attributes }, () => transport.sendMail(message))
    // A sent email may contain a link that signs someone in, so we delete its text.
    await markSent.run(db, { no: email.no })
  } catch (error) {
    await postpone(db, email, error)
    log.warn({ err: error, email: email.no.toString(), attempts: email.attempts }, 'email not sent')
  }
}

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

// Doesn't wait for the disk. If a crash loses the mark, we send the email again under the same
// Message-ID, as after a crash before the mark. Payments would wait for these commits.
const markSent = compileOnce((db, { no }: Given<{ no: bigint }>) =>
  db
    .updateTable('emails')
    .from(unawaited)
    .set({ sent_at: now, text: '', content: null })
    .where('no', '=', no),
)

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

async function postpone(db: Db, email: Due, error: unknown): Promise<void> {
  const reason = String(error).slice(0, 500)
  const refused = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const final = email.attempts >= MAX_ATTEMPTS || (refused >= 550 && refused < 560)
  const seconds = Math.min(MAX_BACK_OFF_SECONDS, 2 ** email.attempts)
  await db
    .updateTable('emails')
    .set({
      failure: reason,
      next_at: fromNow('secs', seconds),
      ...(final && { failed_at: now, text: '', content: null }),
    })
    .where('no', '=', email.no)
    .execute()
}

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
