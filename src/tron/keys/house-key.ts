import { ed25519 } from '@noble/curves/ed25519.js'
import { equalBytes, fromHex, toHex } from '../encoding/hex.ts'

/**
 * The house key. The product signs every payout file with it (Ed25519), and the offline signer pins
 * its public half. It can't spend anything; it only proves who exported a file.
 */

export const newHouseKey = (): Uint8Array => ed25519.utils.randomSecretKey()

/** The public half, 64 hex digits. An operator enters it at the signer once. */
export const housePublicKey = (key: Uint8Array): string => toHex(ed25519.getPublicKey(key))

/** Reads a house key of 64 hex digits. Throws a RangeError that doesn't repeat it. */
export function readHouseKey(text: string): Uint8Array {
  const key = fromHex(text.trim())
  if (key?.length !== 32) throw new RangeError('not a house key (64 hex digits)')
  return key
}

/** Whether a text can be the public half: 64 lowercase hex digits. */
export const isHousePublicKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

// Domain separation: nothing else this key signs may start like this.
const PURPOSE = 'twofold payout file\n'
const messageOf = (body: string): Uint8Array => new TextEncoder().encode(PURPOSE + body)

const signatureLine = /^signature ([0-9a-f]{128})\n$/
const lineLength = 'signature '.length + 128 + 1

/** Appends the house's signature as the last line. */
export const sealFile = (body: string, key: Uint8Array): string =>
  `${body}signature ${toHex(ed25519.sign(messageOf(body), key))}\n`

/**
 * The body of a file sealed with the house key, or undefined. The signature is checked before
 * anything else is read, so a changed file never reaches a parser.
 */
export function openSealed(file: Uint8Array, publicKey: string): string | undefined {
  const text = new TextDecoder().decode(file)
  // Decoding replaces invalid UTF-8, so the text would differ from what was signed.
  if (!equalBytes(new TextEncoder().encode(text), file)) return undefined
  const body = text.slice(0, -lineLength)
  const signature = fromHex(signatureLine.exec(text.slice(-lineLength))?.[1])
  const key = fromHex(publicKey)
  if (signature === undefined || key?.length !== 32) return undefined
  try {
    const isSealed = ed25519.verify(signature, messageOf(body), key, { zip215: false })
    return isSealed ? body : undefined
  } catch {
    return undefined
  }
}
