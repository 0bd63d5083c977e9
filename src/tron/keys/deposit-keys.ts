import { HARDENED_OFFSET, HDKey } from '@scure/bip32'
import type { Address } from '../encoding/address.ts'
import { addressOfPublicKey } from '../transaction/signature.ts'

/** Why a text can't be the deposit xpub. */
type XpubFault = 'private_key' | 'not_xpub' | 'wrong_depth' | 'wrong_account' | 'wrong_fingerprint'

class XpubRefused extends Error {
  override name = 'XpubRefused'
  readonly fault: XpubFault
  constructor(fault: XpubFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export type DepositKeys = {
  /** Address `m/44'/195'/0'/0/index`. Throws a RangeError on an index outside 0…2^31−1. */
  addressAt(index: number): Address
}

/**
 * Opens the operator's extended *public* key, `m/44'/195'/0'`. The server can derive every deposit
 * address from it but can't spend from any. Throws XpubRefused, whose message never repeats the
 * key. A given fingerprint must equal address 0, which guards against the wrong key file.
 */
export function openDepositKeys(xpub: string, fingerprint?: string): DepositKeys {
  const text = xpub.trim()
  if (/^[xyzt]prv/i.test(text)) {
    throw new XpubRefused('private_key', 'this is an extended private key: use the xpub')
  }
  const account = readKey(text)
  if (account.depth !== 3) {
    throw new XpubRefused('wrong_depth', `depth ${account.depth}, not 3: export m/44'/195'/0'`)
  }
  if (account.index !== HARDENED_OFFSET) {
    throw new XpubRefused('wrong_account', "not account 0 hardened: export m/44'/195'/0'")
  }
  const change = account.deriveChild(0)
  const addressAt = (index: number): Address => {
    if (!Number.isInteger(index) || index < 0 || index >= HARDENED_OFFSET) {
      throw new RangeError(`deposit address index ${index}`)
    }
    const { publicKey } = change.deriveChild(index)
    if (publicKey === null) throw new RangeError(`no key at index ${index}`)
    return addressOfPublicKey(publicKey)
  }
  if (fingerprint !== undefined && addressAt(0) !== fingerprint) {
    throw new XpubRefused('wrong_fingerprint', 'address 0 is not the configured one')
  }
  return { addressAt }
}

function readKey(text: string): HDKey {
  try {
    const key = HDKey.fromExtendedKey(text)
    if (key.publicKey !== null && key.privateKey === null) return key
  } catch {
    // Throw our own error below: the library's message could repeat the text.
  }
  throw new XpubRefused('not_xpub', 'not an extended public key (xpub…)')
}
