/**
 * Checks files with the browser's own Ed25519, which needs a third of the code of a library but is
 * asynchronous. Checks are synchronous, so they first assume that each new signature is right. Once
 * the browser has verified the signatures, we run the checks again.
 */
import type { Sha256 } from '../proof/canonical.ts'
import { checkFiles, type KeptFile } from '../proof/check/check-files.ts'
import type { Checked } from '../proof/check/outcome.ts'
import type { VerifySignature } from '../proof/note.ts'

type Asked = readonly [signature: Uint8Array, text: Uint8Array, key: Uint8Array]

async function isRight(...[signature, text, key]: Asked): Promise<boolean> {
  try {
    return await crypto.subtle.verify(
      'Ed25519',
      await importKey(key),
      Uint8Array.from(signature),
      Uint8Array.from(text),
    )
  } catch {
    // The bytes are no key.
    return false
  }
}

const importKey = (key: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify'])

/** The base point of the curve: a key that every browser with Ed25519 can read. */
const BASE_POINT = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)

/** Pages without TLS have no cryptography at all, and browsers before 2025 may lack Ed25519. */
const hasEd25519 = (): Promise<boolean> =>
  Promise.resolve()
    .then(() => importKey(BASE_POINT))
    .then(
      () => true,
      () => false,
    )

/** Checks files together. Null if this browser can't. */
export async function checkWithBrowser(
  files: readonly KeptFile[],
  sha256: Sha256,
): Promise<readonly Checked[] | null> {
  if (!(await hasEd25519())) return null
  const known = new Map<string, boolean>()
  for (;;) {
    const asked = new Map<string, Asked>()
    const verify: VerifySignature = (...each) => {
      const name = each.join(' ')
      if (!known.has(name)) asked.set(name, each)
      return known.get(name) ?? true
    }
    const checked = checkFiles(files, { sha256, verify })
    if (asked.size === 0) return checked
    for (const [name, each] of asked) known.set(name, await isRight(...each))
  }
}
