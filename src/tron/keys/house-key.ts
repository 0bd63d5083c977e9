import { ed25519 } from '@noble/curves/ed25519.js'
import { equalBytes, fromHex, toHex } from '../encoding/hex.ts'

/**
 * The house key: the product signs every payout file with it (Ed25519), and the offline signer
 * pins its public half. It can't spend anything. It only proves who exported a file.
 */

export const newHouseKey = (): Uint8Array => ed25519.utils.randomSecretKey()

/** The public half, 64 hex digits: what an operator carries to the signer once. */
export const housePublicKey = (key: Uint8Array): string => toHex(ed25519.getPublicKey(key))

/** Reads a house key of 64 hex digits. Throws a RangeError that doesn't repeat it. */
export function readHouseKey(text: string): Uint8Array {
  const key = fromHex(text.trim())
  if (key?.length !== 32) throw new RangeError('not a house key (64 hex digits)')
  return key
}

/** Whether a text can be a house key's public half: 64 lowercase hex digits. */
export const isHousePublicKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

// Nothing else that this key may ever sign begins like this.
const purpose = 'twofold payout file\n'
const messageOf = (body: string): Uint8Array => new TextEncoder().encode(purpose + body)

const signatureLine = /^signature ([0-9a-f]{128})\n$/
const lineLength = 'signature '.length + 128 + 1

/** The body with the house's signature as its last line. */
export const sealFile = (body: string, key: Uint8Array): string =>
  `${body}signature ${toHex(ed25519.sign(messageOf(body), key))}\n`

/**
 * The body of a file that the holder of the house key sealed, or undefined. The bytes are checked
 * before anything in them is read, so a file with a single changed byte never reaches a parser.
 */
export function openSealed(file: Uint8Array, publicKey: string): string | undefined {
  const text = new TextDecoder().decode(file)
  // A byte that isn't UTF-8 would be read as something else than was signed.
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
