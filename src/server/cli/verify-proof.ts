/**
 * `npm run verify-proof -- FILE…`: checks receipts, seals of days, and proofs of what is owed,
 * without our database or server. `--keys FILE` has the public keys that you kept (`/log/keys`).
 * Exit 0 when every file holds, 1 when one doesn't, with what was changed in it.
 */
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ed25519 } from '@noble/curves/ed25519.js'
import { checkFile } from '../../proof/check-file.ts'
import { isFault, readVerifier, type Verifier } from '../../proof/note.ts'
import { sha256 } from '../transparency/log/sha256.ts'

/** The largest proof has 64 parts, each with its own path. */
const MOST_BYTES = 4 << 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keys: { type: 'string' } },
})

async function readKeys(): Promise<Verifier[]> {
  if (values.keys === undefined) return []
  const lines = (await readFile(values.keys, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const verifier = readVerifier(sha256, line)
    if (verifier) return verifier
    throw new Error(`this is no public key of a log: ${line}`)
  })
}

/** Prints what a file shows, or what is wrong with it. @returns whether it holds */
async function check(path: string, keys: readonly Verifier[]): Promise<boolean> {
  const { size } = await stat(path)
  if (size > MOST_BYTES) {
    console.log(`${path}: larger than any proof`)
    return false
  }
  const checked = checkFile(await readFile(path, 'utf8'), keys, {
    sha256,
    verify: ed25519.verify,
  })
  if (isFault(checked)) {
    console.log(`${path}: ${checked.fault} (${checked.field})`)
    return false
  }
  const { shows, checkpoint } = checked
  for (const line of shows) console.log(`${path}: ${line}`)
  console.log(
    checkpoint
      ? `${path}: ${checkpoint.origin} signed this at size ${checkpoint.size}.`
      : `${path}: give --keys with keys that you kept, or anyone could have signed this.`,
  )
  return true
}

if (positionals.length === 0) {
  console.error('Which file? `npm run verify-proof -- FILE… --keys KEYS`')
  process.exitCode = 1
} else {
  const keys = await readKeys()
  for (const path of positionals) if (!(await check(path, keys))) process.exitCode = 1
}
