import { createHmac, timingSafeEqual } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import { lit } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import type { Email } from './outbox.ts'
import type { EmailContent } from './template.ts'

// News is everything that is neither security nor money. Members turn it off in the account or with
// the link in any news email. The link needs no sign-in, since it can do nothing else.

export type NewsSettings = Pick<Config, 'publicUrl' | 'authSecret'>

const sign = (authSecret: string, member: number): string =>
  createHmac('sha256', `unsubscribe:${authSecret}`).update(String(member)).digest('base64url')

export const unsubscribeUrl = ({ publicUrl, authSecret }: NewsSettings, member: number): string =>
  `${publicUrl}/api/mail/unsubscribe/${member}.${sign(authSecret, member)}/`

/** The member a link belongs to; null if we didn't sign it. */
export function readUnsubscribeToken(authSecret: string, token: string): number | null {
  const [, digits = '', signature = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  const member = Number(digits)
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(authSecret, member))]
  return given.length === right.length && timingSafeEqual(given, right) ? member : null
}

const identityColumns = expressionBuilder<Database, 'identities'>()

/** Whether a member gets news. */
export const getsNews = identityColumns.and([
  identityColumns('identities.news_emails', '=', lit(true)),
  identityColumns('identities.verified_at', 'is not', null),
  identityColumns('identities.password_hash', 'is not', null),
])

type Recipient = { readonly member: number; readonly email: string }

export const newsEmail = (
  settings: NewsSettings,
  { member, email }: Recipient,
  content: EmailContent,
): Email => ({
  to: email,
  kind: 'news',
  content: { ...content, unsubscribeUrl: unsubscribeUrl(settings, member) },
})
