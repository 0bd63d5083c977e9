import { createHash, createHmac, randomBytes } from 'node:crypto'

// Tokens that open something by themselves: 256 random bits, of which only the hash is stored.

export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The refresh token that follows another. It is a function of the first under our secret, so that
 * the same successor can be given twice within the grace although it is stored as a hash alone.
 */
export const successorOf = (secret: string, token: string): string =>
  createHmac('sha256', `refresh:${secret}`).update(token).digest('base64url')
