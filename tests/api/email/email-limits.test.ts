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
import { addMember } from '../support/members.ts'

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

/** Reports so many events of a kind, all at once. @returns how many emails the member got */
async function reportEvents(kind: SecurityEvent, count: number): Promise<number> {
  const { no: member, username } = await addMember(edge, `member${++names}`)
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
async function changeOften(kind: HoldingChange): Promise<number> {
  const { no } = await addMember(edge, `member${++names}`)
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
  expect({ emailsAnHour: await reportEvents(kind, MANY) }).toEqual(limitOf(kind))
})

const ofChanges = securityEvents.filter((kind) => 'changesAnHour' in limitOf(kind))
test.each(ofChanges)('refuses more of %s', async (kind) => {
  expect({ changesAnHour: await changeOften(kind as HoldingChange) }).toEqual(limitOf(kind))
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
