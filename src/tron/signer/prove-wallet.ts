import { readFileSync } from 'node:fs'
import { readPrivateKey } from '../keys/secret-keys.ts'
import { addressOfKey } from '../transaction/signature.ts'
import { signMessage } from '../transaction/signed-message.ts'

const NAMED = /^.+ reserves\n(?:.+\n)*Address: (\S+)\n/

/**
 * Signs a statement that a reserve wallet is ours, and nothing else.
 * @param secret the wallet's private key, in hex
 */
export function proveWallet(file: string, secret: string): string {
  const text = readFileSync(file, 'utf8')
  const key = readPrivateKey(secret)
  const named = NAMED.exec(text)?.[1]
  if (named === undefined) throw new Error('--text: this is not a statement about a wallet')
  if (named !== addressOfKey(key)) throw new Error(`--key: this is not the key of ${named}`)
  return signMessage(text, key)
}
