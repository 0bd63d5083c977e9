import { createHmac, randomBytes } from 'node:crypto'
import { nowMs } from '../../clock/clock.ts'
import { unseal } from '../auth/sealed.ts'
import type { RowOf } from '../../db/types.ts'

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** The columns with an endpoint's secrets. */
export const SECRETS = [
  'secret',
  'previous_secret',
  'previous_until',
  'older_secret',
  'older_until',
] as const
type Sealed = RowOf<'webhook_endpoints', (typeof SECRETS)[number]>

/** Until when an earlier secret signs, too, as text; null if none does. */
export function overlapEnd({ previous_until: until }: Pick<Sealed, 'previous_until'>) {
  return until && until.getTime() > nowMs() ? until.toISOString() : null
}

/** The oldest secret that still signs, apart from the current one. */
export function olderOf(row: Sealed): Pick<Sealed, 'older_secret' | 'older_until'> {
  const { older_secret, older_until } = row
  if (older_until && older_until.getTime() > nowMs()) return { older_secret, older_until }
  return { older_secret: row.previous_secret, older_until: row.previous_until }
}

/** A secret until it expires. */
const unexpired = (secret: Buffer | null, until: Date | null, at: Date): Buffer[] =>
  secret && until && until > at ? [secret] : []

/** The secrets that sign an endpoint's events. For a day after a change, there are two or three. */
function secretsOf(authSecret: string, row: Sealed, at: Date): string[] {
  const sealed = [
    row.secret,
    ...unexpired(row.previous_secret, row.previous_until, at),
    ...unexpired(row.older_secret, row.older_until, at),
  ]
  return sealed.map((each) => unseal(authSecret, each).toString('utf8'))
}

/** The `Twofold-Signature` header of a body: `t=…,v1=…`, with a `v1` for each secret. */
export function signatureOf(secrets: readonly string[], body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    return `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  })
  return [`t=${seconds}`, ...signatures].join(',')
}

/** The signature of a body that we send now. */
export function signNow(authSecret: string, row: Sealed, body: string): string {
  const at = new Date(nowMs())
  return signatureOf(secretsOf(authSecret, row, at), body, at)
}
