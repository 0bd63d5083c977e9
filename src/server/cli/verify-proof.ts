/**
 * `npm run verify-proof -- FILE…`, or `node verify.mjs FILE…` without this repository: checks
 * receipts, seals, sheets, checkpoints, and proofs of what is owed, without our database or server.
 * The keys that you kept (`/log/keys`) are one of the files. Exit 0 if every file holds, 1 if one
 * doesn't, with its name and what was changed in it.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { checkFiles, type KeptFile } from '../../proof/check/check-files.ts'
import { tell, type Told } from '../../proof/check/describe.ts'
import { translateTexts } from '../../domain/texts.ts'
import { words } from '../../proof/check/words.ts'
import { verifyEd25519 } from '../../proof/ed25519.ts'
import { catalogs } from '../language/verifier-catalogs.ts'
import { plainLine } from './plain-line.ts'

const USAGE =
  'Which files? Name those that you want to check, and the public keys that you kept:\n' +
  '  node verify.mjs FILE… --keys KEYS [--language es]\n' +
  '--without-keys checks everything but who signed it.'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keys: { type: 'string', multiple: true, default: [] },
    'without-keys': { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
  },
})
const own = translateTexts(words, 'proof', (id) => catalogs[values.language]?.texts[id])

const say = (line = ''): void => console.log(plainLine(line))

function print({ verdict, files, note }: Told): void {
  say(verdict)
  for (const { name, is, says, figures, proof } of files) {
    say()
    say(`${name}: ${own.outcomes[is]}. ${says}`)
    for (const [label, value] of [...figures, ...proof]) say(`  ${label}: ${value}`)
  }
  if (!note) return
  say()
  say(note)
}

/** @returns whether all of it holds, as far as the reader wanted it checked */
async function check(): Promise<boolean> {
  const files: KeptFile[] = []
  const add = async (path: string, isKeys: boolean) =>
    files.push({ name: basename(path), bytes: await readFile(path), isKeys })
  for (const path of positionals) await add(path, false)
  for (const path of values.keys) await add(path, true)
  const told = tell(checkFiles(files, { sha256, verify: verifyEd25519 }), own)
  print(told)
  const isUnsigned = told.files.every(({ is }) => is === 'holds' || is === 'unsigned')
  return told.isWhole || (values['without-keys'] && isUnsigned)
}

if (positionals.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
} else if (!(await check())) process.exitCode = 1
