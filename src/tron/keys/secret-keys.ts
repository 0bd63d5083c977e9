import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { fromHex } from '../encoding/hex.ts'

/**
 * Keys that can spend. Only the offline wallet, the payout worker, and a development start use this
 * file; the web process never does. No error message repeats a secret.
 */

const ACCOUNT_PATH = "m/44'/195'/0'"

/** A new mnemonic of 24 English words (256 bits of system randomness). */
export const newMnemonic = (): string => generateMnemonic(wordlist, 256)

/** A new private key of 32 bytes. */
export const newPrivateKey = (): Uint8Array => secp256k1.utils.randomSecretKey()

/** The key at account level. Throws a RangeError when the words aren't a BIP-39 mnemonic. */
export function openAccount(mnemonic: string): HDKey {
  const words = mnemonic.trim().split(/\s+/).join(' ')
  if (!validateMnemonic(words, wordlist)) throw new RangeError('not a valid mnemonic')
  return HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive(ACCOUNT_PATH)
}

/** The extended public key for the server (`TRON_DEPOSIT_XPUB`). */
export const accountXpub = (mnemonic: string): string => openAccount(mnemonic).publicExtendedKey

/** The private key of deposit address `index`. */
export function depositKeyAt(account: HDKey, index: number): Uint8Array {
  const { privateKey } = account.deriveChild(0).deriveChild(index)
  if (privateKey === null) throw new RangeError(`no key at index ${index}`)
  return privateKey
}

/** Reads a private key of 64 hex digits. Throws a RangeError that doesn't repeat it. */
export function readPrivateKey(text: string): Uint8Array {
  const key = fromHex(text.trim())
  if (key === undefined || !secp256k1.utils.isValidSecretKey(key)) {
    throw new RangeError('not a private key (64 hex digits)')
  }
  return key
}
