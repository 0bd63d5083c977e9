import { createHmac, randomBytes } from 'node:crypto'
import { unseal } from '../auth/sealed.ts'
import type { RowOf } from '../../db/types.ts'

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

type Sealed = RowOf<'webhook_endpoints', 'secret' | 'previous_secret' | 'previous_until'>

/** The secrets that sign an endpoint's events. For a day after a change, there are two. */
export function secretsOf(authSecret: string, row: Sealed, at: Date): string[] {
  const { secret, previous_secret: previous, previous_until: until } = row
  const sealed = [secret, ...(previous && until && until > at ? [previous] : [])]
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
