import { createHash, createHmac, randomBytes } from 'node:crypto'

// Tokens that grant access on their own: 256 random bits, of which we store only the hash.

export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The refresh token that follows another, derived from it with our secret. So we can return the
 * same successor twice within the grace period although we store only its hash.
 */
export const successorOf = (secret: string, token: string): string =>
  createHmac('sha256', `refresh:${secret}`).update(token).digest('base64url')
