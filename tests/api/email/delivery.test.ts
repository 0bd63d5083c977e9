import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { startEmailWorker, watchBusyness } from '../../../src/server/email/send-emails.ts'
import { startEmailingActivations } from '../../../src/server/network/email-activations.ts'
import { keepDisclosure } from '../../../src/server/transparency/disclosure.ts'
import type { Worker } from '../../../src/server/workers/repeat.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { fundMember, password, signIn } from '../support/members.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'
import { isLong } from '../../support/scale.ts'

// What actually leaves: the worker sends to the test's SMTP server, which records every byte.

type Received = { raw: string; parsed: Email; recipients: string[]; at: number }

const received: Received[] = []
let edge: Edge
let sink: SmtpSink
let worker: Worker
let activations: Worker
beforeAll(async () => {
  edge = await openEdge()
  sink = await openSmtpSink(
    async ({ raw, recipients }) => {
      const at = performance.now()
      received.push({ raw: raw.toString(), parsed: await PostalMime.parse(raw), recipients, at })
    },
    {
      onRcptTo: ({ address: to }, _session, done) =>
        done(
          to.startsWith('nobody')
            ? Object.assign(new Error('5.1.1 No'), { responseCode: 550 })
            : null,
        ),
    },
  )
  worker = startEmailWorker(edge.context, {
    ...sink.settings,
    readDisclosure: keepDisclosure(edge.db),
  })
  activations = startEmailingActivations(edge.context)
})
afterAll(async () => {
  await activations.stop()
  await worker.stop()
  await sink.close()
  await edge.close()
})

const emailTo = (recipient: string, what: (parsed: Email) => boolean = () => true) =>
  until(`an email to ${recipient}`, () =>
    received.find(({ recipients, parsed }) => recipients.includes(recipient) && what(parsed)),
  )

/** Registers and opens the link that arrived. Sent content is no longer in the table. */
async function join(username: string, code: string | null = null) {
  const email = `${username}@example.org`
  const form = { username, email, password, password2: password, referral_code: code }
  expect((await edge.call('POST', '/api/auth/register/', { body: form })).status).toBe(201)
  const { parsed } = await emailTo(email, isAbout('Verify'))
  const [path = ''] = /\/verify-email\/[\w-]+/.exec(parsed.text ?? '') ?? []
  await edge.call('GET', `/api/accounts${path}/`)
  const { body } = await signIn(edge, username)
  return { no: Number(body.user.id), access: body.access }
}

test('never turns hostile values into headers, recipients, or markup', async () => {
  const hostile = 'A\r\nBcc: victim@example.org\r\nX-Evil: 1\u2028=?utf-8?q?x?= <b>${7*7}{{7*7}}'
  const content = moneyEmail({ username: hostile, language: 'en' }, hostile, [
    hostile,
    '<img src=x onerror=alert(1)>',
  ])
  await edge.db.transaction().execute((tx) =>
    enqueueEmails(tx, [
      { to: 'target@example.org', kind: 'money', content },
      { to: 'odd@example.org, victim@example.org', kind: 'money', content },
    ]),
  )
  const { raw, parsed, recipients } = await emailTo('target@example.org')
  expect(recipients).toEqual(['target@example.org'])
  const [head = ''] = raw.split('\r\n\r\n')
  const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase())
  expect(names.filter((name) => ['bcc', 'cc', 'x-evil'].includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(parsed.subject).toContain('Bcc: victim@example.org X-Evil: 1')
  expect(parsed.html).not.toMatch(/<b>|<img/)
  expect(parsed.html).toContain('${7*7}{{7*7}}')
  expect(parsed.text).toContain('${7*7}{{7*7}}')
  expect(received.flatMap((each) => each.recipients)).not.toContain('victim@example.org')
})

test('sends to the whole of a long address', async () => {
  const label = `${'m'.repeat(57)}.`
  const email = `join@${label.repeat(3)}example.org.${label}org`
  expect(email.length).toBeGreaterThan(250)
  const form = { username: 'longmail', email, password, password2: password, referral_code: null }
  expect((await edge.call('POST', '/api/auth/register/', { body: form })).status).toBe(201)
  const { rows } = await sql<{ recipient: string }>`select recipient from emails
    where recipient like 'join@%'`.execute(edge.db)
  expect(rows).toEqual([{ recipient: email }])
  await emailTo(email)
})

const isAbout =
  (words: string) =>
  ({ subject }: Email): boolean =>
    subject?.includes(words) ?? false

test('sends the same content as text and HTML, and deletes both afterward', async () => {
  await join('reader')
  const { parsed } = await emailTo('reader@example.org', isAbout('Verify'))
  const [link = ''] = /https?:\S+verify-email\S+/.exec(parsed.text ?? '') ?? []
  expect(link).not.toBe('')
  expect(parsed.html).toContain(`href="${link}"`)
  expect(parsed.html).toContain('Welcome to Twofold.')
  expect(parsed.text).toContain('Welcome to Twofold.')
  expect(parsed.text).toContain('Username: reader')
  const kept = await until('the email to be forgotten', async () => {
    const { rows } = await sql<{ text: string; content: unknown }>`
      select text, content from emails
      where recipient = 'reader@example.org' and sent_at is not null`.execute(edge.db)
    return rows.length > 0 && rows
  })
  expect(kept[0]).toEqual({ text: '', content: null })
})

test('deletes the links of undeliverable emails', async () => {
  const body = { email: 'nobody@example.org', username: 'nobody-there', password }
  const form = { ...body, password2: password, referral_code: null }
  expect((await edge.call('POST', '/api/auth/register/', { body: form })).status).toBe(201)
  const kept = await until('the email to fail', async () => {
    const { rows } = await sql<{ text: string; content: unknown; failure: string }>`
      select text, content, failure from emails
      where recipient = 'nobody@example.org' and failed_at is not null`.execute(edge.db)
    return rows[0]
  })
  expect([kept.text, kept.content]).toEqual(['', null])
  expect(kept.failure).toContain('550')
})

test('ends news with members’ actual earnings, in the reader’s language', async () => {
  const lines = ['You are informed.']
  const news = (['en', 'es'] as const).map((language) => ({
    to: `news-${language}@example.org`,
    kind: 'news' as const,
    content: moneyEmail({ language, username: 'reader' }, 'News', lines),
  }))
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, news))
  const english = await emailTo('news-en@example.org')
  expect(english.parsed.text).toContain('We have no figures yet on what members really earned.')
  expect(english.parsed.html).toContain('We have no figures yet on what members really earned.')
  const spanish = await emailTo('news-es@example.org')
  expect(spanish.parsed.text).toContain('Aún no tenemos cifras')
  expect(spanish.parsed.text).not.toContain('figures')
})

test.runIf(isLong)('sends links and warnings ahead of a burst of notices', async () => {
  const content = moneyEmail(
    { username: 'burst', language: 'en' },
    'Your profile has been activated',
    ['A seat.'],
  )
  const burst = Array.from({ length: 80 }, (_, i) => ({
    to: `burst-${i}@example.org`,
    kind: 'money' as const,
    content,
  }))
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, burst))
  const urgent = [{ to: 'urgent@example.org', kind: 'recovery' as const, content }]
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, urgent))
  await Promise.all([emailTo('burst-79@example.org'), emailTo('urgent@example.org')])
  const order = received.flatMap(({ recipients }) => recipients)
  const place = order.filter((to) => to.startsWith('burst-') || to.startsWith('urgent'))
  // A batch of twenty may already have been on its way.
  expect(place.indexOf('urgent@example.org')).toBeLessThanOrEqual(40)
})

const optOut = (url: string, headers = {}, raw?: string, method = 'POST') =>
  edge.call(method, new URL(url).pathname, { headers, ...(raw === undefined ? {} : { raw }) })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('unsubscribes members by button, by link, or in their account', async () => {
  const sponsor = await join('sponsor')
  await join('firstborn', 'sponsor')
  const { parsed, raw } = await emailTo('sponsor@example.org', isAbout('joined with your'))
  expect(parsed.subject).toBe('firstborn joined with your referral code')
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  const url = /^<(\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(url.startsWith(edge.config.publicUrl)).toBe(true)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(raw.match(/^List-Unsubscribe:/gm)).toHaveLength(1)

  const settings = async () =>
    (await edge.call('GET', '/api/accounts/mail-settings/', { token: sponsor.access })).body
  // A link scanner changes nothing. A person sees a button.
  const page = await optOut(url, { accept: 'text/html,*/*' }, undefined, 'GET')
  expect([page.status, page.text.includes('<form method="post">')]).toEqual([200, true])
  expect(String(page.headers['content-security-policy'])).toContain("default-src 'none'")
  expect(await settings()).toEqual({ news: true })
  const pressed = await optOut(url, form, 'List-Unsubscribe=One-Click')
  expect([pressed.status, pressed.body]).toEqual([200, { news: false }])
  expect(await settings()).toEqual({ news: false })
  await join('secondborn', 'sponsor')
  const change = { token: sponsor.access, body: { news: true } }
  expect((await edge.call('PATCH', '/api/accounts/mail-settings/', change)).body).toEqual({
    news: true,
  })
  await join('thirdborn', 'sponsor')
  await emailTo('sponsor@example.org', isAbout('thirdborn joined'))
  expect(received.some(({ parsed: each }) => isAbout('secondborn joined')(each))).toBe(false)
})

test('ignores unsigned links, and accepts the form only from our own page', async () => {
  const { no } = await join('keeper')
  const base = `${edge.config.publicUrl}/api/mail/unsubscribe`
  for (const token of [`${no}.${'A'.repeat(43)}`, `${no}`, `${no}.`, '0.x']) {
    const { status, problem } = await optOut(
      `${base}/${token}/`,
      form,
      'List-Unsubscribe=One-Click',
    )
    expect([token, status, problem.code]).toEqual([token, 400, 'invalid_token'])
  }
  const login = await edge.call('POST', '/api/auth/login/', { headers: form, raw: 'a=b' })
  expect([login.status, login.problem.code]).toEqual([415, 'unsupported_media_type'])
})

test.runIf(isLong)('treats a complete board as news, but not money or security', async () => {
  const top = await join('top')
  const below = []
  for (let i = 0; i < 6; i++) below.push(await join(`below${i}`, 'top'))
  for (const { no, access } of [top, ...below]) {
    await fundMember(edge, no, 5)
    const { body } = await edge.call('GET', '/api/accounts/me/', { token: access })
    const url = `/api/accounts/profiles/${body.profiles[0]?.id}/wallet-activate/` as const
    expect((await edge.call('POST', url, { token: access })).status).toBe(200)
  }
  const { parsed } = await emailTo('top@example.org', isAbout('The board of BR-'))
  expect(parsed.text).toContain('We created a profile for you on Silver, the next plan.')
  const headed = received.filter(({ raw }) => /^List-Unsubscribe:/m.test(raw))
  const about = headed.map(({ parsed: each }) => each.subject ?? '')
  expect(about.filter((subject) => !/joined with|^The board of/.test(subject))).toEqual([])
})

const keepBusy = (): void => {
  const end = performance.now() + 4
  while (performance.now() < end);
}

test('pauses longer between notices while the process is busy', async () => {
  const pauseMs = watchBusyness()
  await until('an idle process', () => pauseMs() === 20)
  keepBusy()
  expect(pauseMs()).toBe(100)
})

const countSlow = () => received.filter(({ parsed }) => parsed.subject === 'Slow').length

test.runIf(isLong)('lets a link pass notices that wait while the process is busy', async () => {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Slow', ['You are informed.'])
  const notices = Array.from({ length: 20 }, (_, i) => `slow-${i}@example.org`)
  const work = setInterval(keepBusy, 1)
  try {
    await edge.db.transaction().execute((tx) =>
      enqueueEmails(
        tx,
        notices.map((to) => ({ to, kind: 'money', content })),
      ),
    )
    await until('the first notice', () => countSlow() > 0)
    const link = { to: 'urgent@example.org', kind: 'recovery' as const, content }
    await edge.db.transaction().execute((tx) => enqueueEmails(tx, [link]))
    const before = countSlow()
    await emailTo('urgent@example.org')
    // At most the notices that were leased together with the first one, and the link itself.
    expect(countSlow() - before).toBeLessThan(8)
    for (const to of notices) await emailTo(to)
  } finally {
    clearInterval(work)
  }
})

test.runIf(isLong)(
  'gives no two emails the same Message-ID, although a restore reuses numbers',
  async () => {
    const to = 'restored@example.org'
    const send = (subject: string): Promise<void> => {
      const content = moneyEmail({ username: 'restored', language: 'en' }, subject, ['A text.'])
      return edge.db
        .transaction()
        .execute((tx) => enqueueEmails(tx, [{ to, kind: 'money', content }]))
    }
    const arrived = (subject: string) => emailTo(to, (parsed) => parsed.subject === subject)
    await send('Lost')
    const lost = await arrived('Lost')
    // The backup has neither the email nor its number.
    const { no } = await edge.db
      .deleteFrom('emails')
      .where('recipient', '=', to)
      .returning('no')
      .executeTakeFirstOrThrow()
    await sql`alter table emails alter column no restart with ${sql.lit(Number(no))}`.execute(
      edge.db,
    )
    await send('Later')
    const later = await arrived('Later')
    expect(later.parsed.messageId).not.toBe(lost.parsed.messageId)
  },
)
