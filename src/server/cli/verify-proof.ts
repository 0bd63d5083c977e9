/**
 * `npm run verify-proof -- FILE…`, or `node verify.mjs FILE…` without this repository: checks
 * receipts, seals, sheets, checkpoints, and proofs of what is owed, without our database or server.
 * `--keys` names public keys or a policy that you saved. Exit 0 if every file is valid. Exit 1 if
 * one isn't, with its name and the altered part, or if nothing vouches for the keys.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOf } from '../../proof/canonical.ts'
import { checkFiles, type KeptFile } from '../../proof/check/check-files.ts'
import { tell, type Description } from '../../proof/check/describe.ts'
import { translateTexts } from '../../domain/texts.ts'
import { words } from '../../proof/check/words.ts'
import { namedWitnesses } from '../../proof/policy.ts'
import { catalogs } from '../language/verifier-catalogs.ts'
import { plainLine } from './plain-line.ts'
import { isKnown, means } from './verifier-means.ts'

const USAGE =
  'Which files? Name those that you want to check, and the public keys that you kept:\n' +
  '  node verify.mjs FILE… --keys KEYS [--witness KEY… [--quorum N]] [--language es]\n' +
  '--keys has public keys of the log, or a policy with witnesses (/log/policy).\n' +
  '--fingerprint says which key you know, if the keys are among the other files.\n' +
  '--witness names witnesses that must have cosigned: all of them, or N.\n' +
  '--without-keys checks everything but who signed it.'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keys: { type: 'string', multiple: true, default: [] },
    fingerprint: { type: 'string', multiple: true, default: [] },
    witness: { type: 'string', multiple: true, default: [] },
    quorum: { type: 'string' },
    'without-keys': { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
  },
})
const own = translateTexts(words, 'proof', (id) => catalogs[values.language]?.texts[id])

const say = (line = ''): void => console.log(plainLine(line))

function print({ verdict, files, note, toCompare }: Description): void {
  say(verdict)
  for (const each of toCompare) say(`  ${own.fingerprint}: ${each}`)
  if (toCompare.length > 0) say(`  ${own.whereKeys}`)
  for (const { name, is, says, figures, proof, needsNode } of files) {
    say()
    say(`${name}: ${own.outcomes[is]}. ${says}`)
    for (const [label, value] of [...figures, ...proof]) say(`  ${label}: ${value}`)
    for (const each of needsNode) say(`  ${own.needsNode}: ${each}`)
  }
  if (!note) return
  say()
  say(note)
}

/** @returns whether everything that the reader wanted checked is valid */
async function check(): Promise<boolean> {
  const files: KeptFile[] = []
  const add = async (path: string, isKeys: boolean) =>
    files.push({ name: basename(path), bytes: await readFile(path), isKeys })
  for (const path of positionals) await add(path, false)
  for (const path of values.keys) await add(path, true)
  const known = files.map((file) =>
    isKnown(file.bytes, values.fingerprint) ? { ...file, isKeys: true } : file,
  )
  const named = namedWitnesses(values.witness, values.quorum)
  if (named !== null) {
    const isKeys = known.some((file) => file.isKeys === true)
    known.push({ name: '--witness', bytes: bytesOf(named), isKeys })
  }
  const told = tell(checkFiles(known, means), own, sha256)
  print(told)
  const isUnsigned = told.files.every(({ is }) => is === 'holds' || is === 'unsigned')
  return told.isWhole || (values['without-keys'] && isUnsigned)
}

if (positionals.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
} else if (!(await check())) process.exitCode = 1
