import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { securityEvents, type SecurityEvent } from '../../../src/contract/subjects/auth.ts'
import {
  otherEmails,
  securityEmails,
  type EmailLimit,
} from '../../../src/server/auth/email-limits.ts'
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
    const code = await change.then(
      () => '',
      (error: unknown) => (error as { code?: string }).code,
    )
    if (code === 'rate_limited') return made
    expect(code).toBe('')
  }
  return MANY
}

const limitOf = (kind: SecurityEvent): EmailLimit => securityEmails[kind]

describe('limits the emails about', () => {
  test.each(securityEvents)('%s', async (kind) => {
    const limit = limitOf(kind)
    if ('emailsAnHour' in limit) {
      expect(limit.emailsAnHour).toBeLessThan(MANY)
      expect(await reportEvents(kind, MANY)).toBe(limit.emailsAnHour)
    } else if ('changesAnHour' in limit) {
      expect(limit.changesAnHour).toBeLessThan(MANY)
      expect(await changeOften(kind as HoldingChange)).toBe(limit.changesAnHour)
    } else requireRare(limit)
  })
})

/** The member can't cause many, because something else is limited. */
function requireRare(limit: EmailLimit): void {
  if ('calls' in limit) {
    const { most, seconds } = rateLimits[limit.calls]
    expect([most < MANY, seconds >= 3600]).toEqual([true, true])
  } else if ('follows' in limit) {
    expect(limitOf(limit.follows)).not.toHaveProperty('by')
    requireRareOrLimited(limitOf(limit.follows))
  } else expect(limit).toSatisfy((each: EmailLimit) => 'by' in each || 'costs' in each)
}

function requireRareOrLimited(limit: EmailLimit): void {
  if ('emailsAnHour' in limit) expect(limit.emailsAnHour).toBeLessThan(MANY)
  else if ('changesAnHour' in limit) expect(limit.changesAnHour).toBeLessThan(MANY)
  else requireRare(limit)
}

test.each(Object.entries(otherEmails))('limits %s, or members can’t cause it', (_name, limit) => {
  requireRareOrLimited(limit)
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
