/** The token of the ledger port. Every process with the same AUTH_SECRET has the same one. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'

const PURPOSE = 'twofold ledger port'

export const ledgerToken = (authSecret: string): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', PURPOSE, 32)).toString('base64url')

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether an Authorization header has one of the tokens. The hashes have one length, so the time
 * that the comparison takes tells nothing.
 */
export function isAuthorized(header: string | undefined, tokens: readonly string[]): boolean {
  const given = hash(header ?? '')
  const matches = tokens.map((token) => timingSafeEqual(given, hash(`Bearer ${token}`)))
  return matches.includes(true)
}
