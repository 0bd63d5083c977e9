import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { securityEvents, type SecurityEvent } from '../../../src/contract/subjects/auth.ts'
import {
  otherEmails,
  securityEmails,
  type EmailLimit,
} from '../../../src/server/email/email-limits.ts'
import { lockAccount } from '../../../src/server/auth/locked-account.ts'
import {
  holdPayouts,
  notifyMember,
  type HoldingChange,
} from '../../../src/server/auth/security-change.ts'
import * as closing from '../../../src/server/email/closing-emails.ts'
import * as templates from '../../../src/server/email/email-templates.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// Nobody can bury an email to a member under many others, whatever their kind.

/** More than a mailbox should get of any kind in an hour. */
const MANY = 11
const settings = { publicUrl: 'https://example.org', holdMs: 0, holdHours: 0 }

let edge: Edge
let names = 0
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const newMember = () => addMember(edge, `member${++names}`)

/** Reports so many events of a kind, all at once. @returns how many emails the member has got */
async function reportEvents(
  kind: SecurityEvent,
  count: number,
  { no: member, username }: Pick<TestMember, 'no' | 'username'>,
): Promise<number> {
  const to = `${username}@example.org`
  const reader = { username, language: 'en' } as const
  const content = templates.securityEmail(reader, 'password_changed', 0)
  const report = () =>
    edge.db.transaction().execute((tx) => notifyMember(settings, { tx, member, to, kind, content }))
  await Promise.all(Array.from({ length: count }, report))
  const rows = await edge.db
    .selectFrom('emails')
    .select('no')
    .where('recipient', '=', to)
    .where('kind', '=', 'security')
    .execute()
  return rows.length
}

/** Makes a change until it is refused. @returns how often it was made */
async function changeOften(kind: HoldingChange, { no }: Pick<TestMember, 'no'>): Promise<number> {
  for (let made = 0; made < MANY; made++) {
    const change = edge.db
      .transaction()
      .execute(async (tx) => await holdPayouts(await lockAccount(tx, no, 'staff'), settings, kind))
    const [done] = await Promise.allSettled([change])
    if (done.status === 'rejected') return made
  }
  return MANY
}

const limitOf = (kind: SecurityEvent): EmailLimit => securityEmails[kind]

/** Whether nobody can cause many emails, by what limits them. */
function isRare(limit: EmailLimit): boolean {
  if ('emailsAnHour' in limit) return limit.emailsAnHour < MANY
  if ('changesAnHour' in limit) return limit.changesAnHour < MANY
  if ('follows' in limit) return isRare(limitOf(limit.follows))
  if (!('calls' in limit)) return true
  const { most, seconds } = rateLimits[limit.calls]
  return most < MANY && seconds >= 3600
}

test.each(securityEvents)('keeps emails about %s rare', (kind) => {
  expect(isRare(limitOf(kind))).toBe(true)
})

const ofEmails = securityEvents.filter((kind) => 'emailsAnHour' in limitOf(kind))
test.each(ofEmails)('sends only so many emails about %s', async (kind) => {
  expect({ emailsAnHour: await reportEvents(kind, MANY, await newMember()) }).toEqual(limitOf(kind))
})

test('counts the emails of a kind to a member within the last hour', async () => {
  const member = await newMember()
  expect(await reportEvents('wrong_code', MANY, member)).toBe(5)
  expect(await reportEvents('recovery_code', 1, member)).toBe(6)
  expect(await reportEvents('wrong_code', 1, await newMember())).toBe(1)
  const age = (minutes: number) =>
    sql`update dispute_links set happened_at = happened_at - make_interval(mins => ${minutes})
      where member_no = ${member.no}`.execute(edge.db)
  await age(58)
  expect(await reportEvents('wrong_code', 1, member)).toBe(6)
  await age(3)
  expect(await reportEvents('wrong_code', 1, member)).toBe(7)
})

const ofChanges = securityEvents.filter((kind) => 'changesAnHour' in limitOf(kind))
test.each(ofChanges)('refuses more of %s', async (kind) => {
  expect({ changesAnHour: await changeOften(kind as HoldingChange, await newMember()) }).toEqual(
    limitOf(kind),
  )
})

test('counts the changes of a kind by a member within the last hour', async () => {
  const member = await newMember()
  expect(await changeOften('password_changed', member)).toBe(5)
  expect(await changeOften('passkey_added', member)).toBe(10)
  expect(await changeOften('password_changed', await newMember())).toBe(5)
  const age = (minutes: number) =>
    sql`update security_events set at = at - make_interval(mins => ${minutes})
      where member_no = ${member.no}`.execute(edge.db)
  await age(58)
  expect(await changeOften('password_changed', member)).toBe(0)
  await age(3)
  expect(await changeOften('password_changed', member)).toBe(5)
})

test.each(Object.entries(otherEmails))('limits %s, or members can’t cause it', (_name, limit) => {
  expect(isRare(limit)).toBe(true)
})

test('knows every template of an email to a member', () => {
  const all = [...Object.keys(templates), ...Object.keys(closing)]
  const inEvents = [
    'securityEmail',
    'passkeyEmail',
    'copiedPasskeyEmail',
    'newDeviceEmail',
    'wrongCodeEmail',
    'reuseEmail',
    'recoveryCodeEmail',
  ]
  const emails = all.filter((name) => name.endsWith('Email'))
  expect(emails.toSorted()).toEqual([...Object.keys(otherEmails), ...inEvents].toSorted())
  // Every other export is part of an email.
  const parts = ['disputable', 'openDeposits', 'openWithdrawals']
  expect(all.filter((name) => !name.endsWith('Email')).toSorted()).toEqual(parts)
})
