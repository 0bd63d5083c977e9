import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { checkFiles } from '../../src/proof/check/check-files.ts'
import { verifyEd25519 } from '../../src/proof/ed25519.ts'
import { checkpointText, signNote, verifierText } from '../../src/proof/note.ts'
import { openSigner } from '../../src/server/transparency/log/sign-checkpoint.ts'

const [own, forger] = [openSigner('a/log', '11'.repeat(32)), openSigner('a/log', '22'.repeat(32))]
const textOf = ({ verifier }: typeof own): string => `${verifierText(verifier)}\n`

test('a reader’s own key among a stranger’s vouches for no other key', () => {
  const text = checkpointText({ origin: 'a/log', size: 1, root: new Uint8Array(32) })
  const files = {
    kept: textOf(own),
    found: textOf(own) + textOf(forger),
    forged: signNote(text, forger.verifier, forger.sign),
  }
  const given = Object.entries(files).map(([name, content]) => {
    return { name, bytes: new TextEncoder().encode(content), isKeys: name === 'kept' }
  })
  const checked = checkFiles(given, { sha256, verify: verifyEd25519 })
  expect(checked.map(({ outcome }) => outcome)).toMatchObject([
    { is: 'holds' },
    { is: 'wrong', fault: { code: 'other_keys' } },
    { is: 'wrong', fault: { code: 'no_known_signature' } },
  ])
})
