import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// Secrets that the server has to read again are kept encrypted under its own secret: a copy of
// the database alone makes no valid code.

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'twofold', 'sealed secrets', 32))

/** Encrypts with AES-256-GCM: nonce (12 bytes), tag (16 bytes), text. */
export function seal(secret: string, plain: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Reads what `seal` wrote; throws when the secret is another one or the bytes were changed. */
export function unseal(secret: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
