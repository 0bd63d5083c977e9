import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// We encrypt secrets that the server must read again with its own secret. A copy of the database
// alone can't produce a valid code.

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'twofold', 'sealed secrets', 32))

/** Encrypts with AES-256-GCM: nonce (12 bytes), tag (16 bytes), text. */
export function seal(secret: string, plain: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Reads what `seal` wrote. Throws if the secret is different or someone changed the bytes. */
export function unseal(secret: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
