import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmailContent } from '../../../src/server/email/template.ts'
import { renderHtml } from '../../../src/server/email/email-page.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// Text from members and visitors stays text for staff: no formula in a file, no header in an email,
// no markup in a page, no pattern in a search.

const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '=HYPERLINK("http://evil","x")', '=cmd|calc']
const script = '<script>alert(1)</script><img src=x onerror=alert(2)>'

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'wanda')
})
afterAll(() => staff.close())

const contact = (over: object) =>
  staff.edge.call('POST', '/api/accounts/contact/', {
    body: {
      name: 'Ann',
      email: 'ann@example.org',
      subject: 'Question',
      message: 'How does it work?',
      ...over,
    },
  })

/** The cells of a CSV file, parsed according to RFC 4180. */
function cellsOf(text: string): string[] {
  const found = text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('exports no formulas to staff', async () => {
  for (const name of formulas) expect((await contact({ name, message: name })).status).toBe(201)
  const { text, headers } = await staff.as('support', 'GET', 'messages/?format=csv')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="twofold-[\w-]+\.csv"$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  const cells = cellsOf(text)
  for (const name of formulas) expect(cells).toContain(`'${name}`)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

test('exports no formulas after a semicolon or line break, which may begin a cell', async () => {
  // Excel in Spanish splits at semicolons, so quotes after a comma protect nothing.
  const inner = ['a;=1+1;b', 'a\n=1+1', 'a;"=1+1', "a; =cmd|'/c calc'!A0;b", 'a\t@SUM(A1)']
  for (const message of inner) expect((await contact({ message })).status).toBe(201)
  const { text } = await staff.as('support', 'GET', 'messages/?format=csv')
  expect(text).toContain("a;'=1+1;b")
  const cells = text.split(/[;\t\r\n]+/)
  expect(cells.filter((cell) => /^[ "]*[=+\-@]/.test(cell))).toEqual([])
})

test('exports no formulas with full-width signs or invisible characters', async () => {
  const signs = ['＝1+1', '＋1+1', '－1+1', '＠SUM(A1)', 'a;\u3000=1+1', 'b;\u200b＝1+1;c']
  for (const message of signs) expect((await contact({ message })).status).toBe(201)
  const { text } = await staff.as('support', 'GET', 'messages/?format=csv')
  const cells = text.split(/[,;\t\r\n]+/)
  expect(cells.filter((cell) => /^[\p{Z}\p{Cf}"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
  expect(text).toContain("'＠SUM(A1)")
})

test('exports no formulas from members’ names, notes, or phone numbers', async () => {
  const url = `members/${member.no}/notes/` as const
  for (const note of formulas) await staff.as('support', 'POST', url, { body: { note } })
  const activity = `members/${member.no}/activity/?format=csv`
  const audit = 'audit/?action=add%20note&format=csv'
  const files = [`${url}?format=csv`, activity, audit, 'members/?format=csv']
  for (const file of files) {
    const { text, status } = await staff.as('support', 'GET', file)
    expect([file, status, text.split('\r\n').length > 2]).toEqual([file, 200, true])
    expect(cellsOf(text).filter((cell) => /^[=+@\t\r]|^-(?!\d)/.test(cell))).toEqual([])
  }
})

test('starts no header from line breaks in a name or subject', async () => {
  for (const field of ['name', 'subject', 'email']) {
    const evil = `x@example.org\r\nBcc: victim@example.org`
    const { status, problem } = await contact({ [field]: evil })
    expect([field, status, Object.keys(problem.errors ?? {})]).toEqual([field, 400, [field]])
  }
  // Written around the calls, as by a fault elsewhere. The outbox still limits it to one line.
  const { no } = await staff.edge.db
    .insertInto('contact_messages')
    .values({
      name: 'Eve\r\nX-Evil: 1',
      email: 'eve@example.org',
      subject: 'Hello\r\nBcc: victim@example.org\u2028X: 1',
      message: script,
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  const answer = `${script}\r\nBcc: victim@example.org`
  const answered = await staff.as('support', 'POST', `messages/${no}/answer/`, { body: { answer } })
  expect(answered.status).toBe(200)
  const { rows } = await sql<{ subject: string; recipient: string; content: EmailContent }>`
    select subject, recipient, content from emails where recipient = 'eve@example.org'`.execute(
    staff.edge.db,
  )
  const [email] = rows
  expect(email?.recipient).toBe('eve@example.org')
  expect(email?.subject).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}/u)
  const html = renderHtml(email?.content as EmailContent)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<script|<img/)
})

test('returns markup as plain text in the console’s calls', async () => {
  await contact({ name: script, subject: script, message: script })
  await staff.as('support', 'POST', `members/${member.no}/notes/`, { body: { note: script } })
  for (const path of ['messages/', `members/${member.no}/notes/`, 'audit/?text=onerror']) {
    const { body, headers } = await staff.as('support', 'GET', path)
    expect(JSON.stringify(body)).toContain('<script>alert(1)</script>')
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

const find = (text: string) => staff.as('support', 'GET', `audit/?text=${encodeURIComponent(text)}`)

test('takes every search character literally', async () => {
  const signs = [
    '%',
    '_',
    '\\',
    "'",
    "' or 1=1 --",
    '"',
    '\u0000',
    '{}',
    '(',
    '[a-z]*',
    '💥',
    '../',
  ]
  const lists = ['members/', 'profiles/', 'withdrawals/', 'deposits/', 'payouts/'] as const
  for (const list of lists) {
    for (const sign of signs) {
      const answer = await staff.as('support', 'GET', `${list}?search=${encodeURIComponent(sign)}`)
      const found = answer.code ? 0 : answer.body.count
      expect([list, sign, answer.status < 500, found]).toEqual([list, sign, true, 0])
    }
  }
  expect((await find('%%%')).body.count).toBe(0)
  expect((await find('add_note')).body.count).toBe(0)
  expect((await find('%')).problem.errors?.text).toEqual(['Use at least 3 characters.'])
})
