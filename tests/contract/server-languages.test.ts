import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'
import { languages } from '../../src/contract/fields/languages.ts'
import { fillText, translateTexts } from '../../src/domain/texts.ts'
import { renderHtml } from '../../src/server/email/email-page.ts'
import * as templates from '../../src/server/email/email-templates.ts'
import { renderText, type EmailContent } from '../../src/server/email/template.ts'
import { english } from '../../src/server/language/english.ts'
import { catalogOf, parseCatalog } from '../../src/server/language/catalog.ts'
import { writerOf, type Reader } from '../../src/server/language/writer.ts'

// Members' texts outside the web app, in each language.

const spanish: Record<string, string> = {}
for (const [id, text] of catalogOf('es')) {
  if (id.startsWith('email.')) spanish[id.slice('email.'.length)] = text
}
// Column names that are the same in both languages.
const SAME = ['csv_plan']

test('has every text in Spanish', () => {
  expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort())
  const inEnglish = new Map<string, string>(Object.entries(english))
  const same = Object.entries(spanish).filter(([code, text]) => inEnglish.get(code) === text)
  expect(same.map(([code]) => code)).toEqual(SAME)
})

test('reads the catalog as the web app’s build does', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const [catalog] = await getCatalogs(getConfig({ cwd: root }))
  const known = Object.entries((await catalog?.read('es')) ?? {})
  const lines = known.filter(([id]) => id.startsWith('server.'))
  expect(lines.length).toBeGreaterThan(200)
  const read = lines.map(([id]): [string, string | undefined] => [id, catalogOf('es').get(id)])
  expect(read).toEqual(lines.map(([id, { translation }]) => [id, translation]))
})

test('shows English where a translation is missing', () => {
  const texts = { one: 'One {count}', list: ['a', 'b'], more: { two: 'Two' } } as const
  const some = parseCatalog('msgid "x.one"\nmsgstr "Un {count}"\n\nmsgid "x.list.1"\nmsgstr "bé"')
  const french = translateTexts(texts, 'x', (id) => some.get(id))
  expect(french).toEqual({ one: 'Un {count}', list: ['a', 'bé'], more: { two: 'Two' } })
  expect(fillText(french.one, { count: 2 })).toBe('Un 2')
})

const URL_OF = 'https://example.org'
const board = { board: 'BR-1', plan: 'Silver' }
const passkey = { name: 'Key', holdHours: 24 }

/** At least one email of each template; a new template without one fails the test below. */
const samples: Record<keyof typeof templates, (to: Reader) => unknown[]> = {
  verificationEmail: (to) => [templates.verificationEmail(to, URL_OF, 'token')],
  alreadyRegisteredEmail: (to) => [templates.alreadyRegisteredEmail(to, URL_OF)],
  invitationEmail: (to) => [templates.invitationEmail(to, URL_OF)],
  resetEmail: (to) => [
    templates.resetEmail(to, URL_OF, 'token'),
    templates.resetEmail(to, URL_OF, 'token', { passkeys: 2, second_factor: true, reopened: true }),
  ],
  emailChangeEmail: (to) => [templates.emailChangeEmail(to, URL_OF, 'token')],
  securityEmail: (to) => [
    templates.securityEmail(to, 'password_reset', 24, 1),
    templates.securityEmail(to, 'password_changed', 24, 3),
    templates.securityEmail(to, 'wallet_changed', 24),
    templates.securityEmail(to, 'email_asked', 24),
    templates.securityEmail(to, 'email_changed', 24),
    templates.securityEmail(to, 'totp_enabled', 24),
    templates.securityEmail(to, 'totp_disabled', 24),
  ],
  passkeyEmail: (to) => [
    templates.passkeyEmail(to, { kind: 'passkey_added', ...passkey }),
    templates.passkeyEmail(to, { kind: 'passkey_removed', ...passkey }),
  ],
  copiedPasskeyEmail: (to) => [templates.copiedPasskeyEmail(to, 'Key')],
  disputable: (to) => [templates.disputable(templates.reuseEmail(to, ''), URL_OF, new Date(0))],
  newAddressEmail: (to) => [templates.newAddressEmail(to, URL_OF, 24)],
  changedBackEmail: (to) => [templates.changedBackEmail(to, URL_OF)],
  takenBackFormerEmail: (to) => [templates.takenBackFormerEmail(to, URL_OF)],
  movedBackEmail: (to) => [templates.movedBackEmail(to, URL_OF)],
  newDeviceEmail: (to) => [templates.newDeviceEmail(to, '')],
  wrongCodeEmail: (to) => [
    templates.wrongCodeEmail(to, null),
    templates.wrongCodeEmail(to, 1),
    templates.wrongCodeEmail(to, 4),
  ],
  reuseEmail: (to) => [templates.reuseEmail(to, '')],
  recoveryCodeEmail: (to) => [templates.recoveryCodeEmail(to, 7)],
  suspensionEmail: (to) => [
    templates.suspensionEmail(to, true),
    templates.suspensionEmail(to, false),
  ],
  answerEmail: (to) => [templates.answerEmail(to, 'X', 'Y')],
  moneyEmail: (to) => [templates.moneyEmail(to, 'X', ['Y'])],
  openDeposits: (to) => [templates.openDeposits(writerOf(to.language), URL_OF)],
  openWithdrawals: (to) => [templates.openWithdrawals(writerOf(to.language), URL_OF)],
  referralEmail: (to) => [templates.referralEmail(to, URL_OF, 'ben')],
  boardEmail: (to) => [
    templates.boardEmail(to, URL_OF, { ...board, upgrade: true, count: 1 }),
    templates.boardEmail(to, URL_OF, { ...board, upgrade: false, count: 12 }),
  ],
}

const isEmail = (content: unknown): content is EmailContent =>
  typeof content === 'object' && content !== null && 'footnote' in content

const emailsIn = (language: Reader['language']): EmailContent[] =>
  Object.values(samples)
    .flatMap((write) => write({ username: 'anna', language }))
    .filter(isEmail)

/** Every text of a language between its values, if it is too long to be in another by chance. */
const piecesOf = (texts: Record<string, string>) =>
  Object.values(texts).flatMap((text) => text.split(/\{\w+\}/).filter((part) => part.length > 12))

test('never mixes languages in an email', () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(templates).sort())
  for (const [language, other] of [
    ['en', spanish],
    ['es', english],
  ] as const) {
    const emails = emailsIn(language)
    expect(emails.length).toBeGreaterThan(25)
    for (const email of emails) {
      const html = renderHtml(email)
      const all = `${email.subject}\n${renderText(email)}\n${html}`
      expect(html).toContain(`<html lang="${language}" dir="ltr">`)
      expect(piecesOf(other).filter((piece) => all.includes(piece))).toEqual([])
      expect(all).not.toMatch(/\{\w+\}(?! )/)
    }
  }
})

test('writes money and times by language', () => {
  expect(languages.map((language) => writerOf(language).usd(1_234_500_000n))).toEqual([
    '$1,234.50',
    '$1,234.50',
  ])
  const at = new Date('2026-03-14T09:26:00Z')
  expect(writerOf('en').time(at)).toBe('Mar 14, 2026, 09:26 UTC')
  expect(writerOf('es').time(at)).toBe('14 mar 2026, 09:26 UTC')
})
