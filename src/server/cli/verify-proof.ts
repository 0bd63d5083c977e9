/**
 * `npm run verify-proof -- FILE…`, or `node verify.mjs FILE…` without this repository: checks
 * receipts, seals, sheets, checkpoints, and proofs of what is owed, without our database or server.
 * `--keys` names public keys or a policy that you saved. Exit 0 if every file is valid. Exit 1 if
 * one isn't, with its name and the altered part, or if nothing vouches for the keys.
 *
 * `--node URL` also asks a TRON node whether the chain has the anchors, and whether the reserve
 * wallets held what their sheets say. Exit 1 if it disagrees or can't answer. Without it, the
 * program sends nothing to anyone.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOf } from '../../proof/canonical.ts'
import { checkFiles, type KeptFile } from '../../proof/check/check-files.ts'
import { tell } from '../../proof/check/describe.ts'
import { namedWitnesses } from '../../proof/policy.ts'
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { askFiles } from './node-check/ask-files.ts'
import { openNode } from './node-check/open-node.ts'
import { printChecks } from './print-checks.ts'
import { isKnown, means } from './verifier-means.ts'
import { textsIn } from './verifier-texts.ts'

const USAGE =
  'Usage: node verify.mjs FILE… --keys KEYS [--witness KEY… [--quorum N]] [--language es]\n' +
  '       node verify.mjs FILE… --keys KEYS --node URL [--usdt ADDRESS]\n' +
  '       node verify.mjs reserves SHEET SEAL SOLVENCY CONSISTENCY… --keys KEYS --node URL\n' +
  '                       [--usdt ADDRESS]\n' +
  'Name the files that you want to check, and the public keys that you kept.\n' +
  '--keys has public keys of the log, or a policy with witnesses (/log/policy).\n' +
  '--fingerprint says which key you know, if the keys are among the other files.\n' +
  '--witness names witnesses that must have cosigned: all of them, or N.\n' +
  '--without-keys checks everything but who signed it.\n' +
  '--node names a TRON node to ask about anchors and reserve wallets: https://api.trongrid.io\n' +
  '--usdt is the USDT contract, if the node is not on the main network.\n' +
  'reserves fails if no reserve wallet was checked with the node.'

const { values, positionals } = readOptions({
  usage: USAGE,
  words: Infinity,
  options: {
    keys: { type: 'string', multiple: true, default: [] },
    fingerprint: { type: 'string', multiple: true, default: [] },
    witness: { type: 'string', multiple: true, default: [] },
    quorum: { type: 'string' },
    'without-keys': { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
    node: { type: 'string' },
    usdt: { type: 'string' },
  },
})
const wantsReserves = positionals[0] === 'reserves'
const paths = wantsReserves ? positionals.slice(1) : positionals
const node = values.node === undefined ? null : openNode(values.node, values.usdt)
const texts = textsIn(values.language)

/** @returns whether everything that the reader wanted checked is valid */
async function check(): Promise<boolean> {
  const files: KeptFile[] = []
  const add = async (path: string, isKeys: boolean) =>
    files.push({ name: basename(path), bytes: await readFile(path), isKeys })
  for (const path of paths) await add(path, false)
  for (const path of values.keys) await add(path, true)
  const known = files.map((file) =>
    isKnown(file.bytes, values.fingerprint) ? { ...file, isKeys: true } : file,
  )
  const named = namedWitnesses(values.witness, values.quorum)
  if (named !== null) {
    const isKeys = known.some((file) => file.isKeys === true)
    known.push({ name: '--witness', bytes: bytesOf(named), isKeys })
  }
  const checked = checkFiles(known, means)
  const told = tell(checked, texts.proof, sha256)
  const answers = node && (await askFiles(node, checked, texts))
  const lacksReserves = wantsReserves && answers?.hasReserves !== true
  printChecks(told, answers, texts)
  if (lacksReserves) console.log(`\n${texts.node.noReserves}`)
  if (lacksReserves || answers?.isWhole === false) return false
  const filled = told.files.filter(({ is }) => is !== 'empty')
  const isUnsigned = filled.every(({ is }) => ['holds', 'unsigned', 'lost'].includes(is))
  return told.isWhole || (values['without-keys'] && filled.length > 0 && isUnsigned)
}

await runTool([], async () => {
  if (values.node !== undefined && node === null) {
    const what = '--node needs an HTTP address without a password or “?”'
    throw new WrongUsage(`${what}, and --usdt an address of TRON.`, USAGE)
  }
  if (paths.length === 0) throw new WrongUsage('Which files?', USAGE)
  if (wantsReserves && !node) throw new WrongUsage('--node is missing.', USAGE)
  if (!(await check())) process.exitCode = 1
})
