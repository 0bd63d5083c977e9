import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { checkFiles } from '../../src/proof/check/check-files.ts'
import { tell } from '../../src/proof/check/describe.ts'
import { words } from '../../src/proof/check/words.ts'
import { verifyEd25519 } from '../../src/proof/ed25519.ts'
import { checkpointText, signNote, verifierText } from '../../src/proof/note.ts'
import { textsIn } from '../../src/server/cli/verifier-texts.ts'
import { openSigner } from '../../src/server/transparency/log/sign-checkpoint.ts'

// A log that never began again has no statements, so its `/log/epochs` is empty.

const { verifier, sign } = openSigner('a.example/log', '11'.repeat(32))
const root = sha256(new Uint8Array())
const checkpoint = checkpointText({ origin: verifier.name, size: 1, root })
const files: Record<string, string> = {
  'keys.txt': `${verifierText(verifier)}\n`,
  'checkpoint.txt': signNote(checkpoint, verifier, sign),
  'epochs.txt': '',
}

function check(names: readonly string[], own = words) {
  const kept = names.map((name) => ({
    name,
    bytes: new TextEncoder().encode(files[name] ?? ''),
    isKeys: name === 'keys.txt',
  }))
  return tell(checkFiles(kept, { sha256, verify: verifyEd25519 }), own, sha256)
}

test('ignores an empty file, and names it', () => {
  const whole = check(['keys.txt', 'checkpoint.txt'])
  const { verdict, isWhole, files: told } = check(Object.keys(files))
  expect([verdict, isWhole]).toEqual([whole.verdict, true])
  expect(verdict).toBe('All 2 files are valid: they are what the log signed.')
  const { is, says } = told[2] ?? {}
  expect([is, says]).toEqual(['empty', 'It has no content, so there is nothing to check.'])
})

test('vouches for nothing with an empty file alone, or next to the keys', () => {
  for (const names of [['epochs.txt'], ['epochs.txt', 'other.txt']]) {
    const { verdict, isWhole } = check(names)
    expect([verdict, isWhole]).toEqual([words.allEmpty, false])
  }
  const { verdict, isWhole } = check(['keys.txt', 'epochs.txt'])
  expect([verdict, isWhole]).toEqual([words.onlyKeys, false])
})

test('describes an empty file in Spanish', () => {
  const { proof } = textsIn('es')
  const { verdict, files: told } = check(['epochs.txt'], proof)
  expect(verdict).toBe('Ningún archivo tiene contenido, así que no había nada que revisar.')
  expect(told[0]?.says).toBe('No tiene contenido, así que no hay nada que revisar.')
  expect(proof.outcomes.empty).toBe('Vacío')
})
