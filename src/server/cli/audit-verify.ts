/**
 * `npm run audit-verify -- FILE`: checks an audit file without our database or server, and prints
 * the first difference. `--keys FILE` has public keys that you saved (`/log/keys`), or a policy
 * with the witnesses that you require (`/log/policy`). Each `--checkpoint FILE` is a checkpoint
 * that you saved. `--node URL` also asks a TRON node whether the chain has the anchors. Exit 0 when
 * everything matches, 1 when something doesn't, or the node can't tell.
 */
import { readFile } from 'node:fs/promises'
import { formatUsd } from '../../domain/money/money.ts'
import { fingerprintOf } from '../../proof/note.ts'
import { isPolicy, namedWitnesses } from '../../proof/policy.ts'
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { sha256 } from '../transparency/log/sha256.ts'
import { AuditFault } from '../transparency/audit/audit-file.ts'
import { readAuditLines } from '../transparency/audit/read-audit-lines.ts'
import { verifyAudit, type Audited } from '../transparency/audit/verify-audit.ts'
import { checkAnchor } from './node-check/check-anchor.ts'
import { nodeWords } from './node-check/node-words.ts'
import { openNode, type AskedNode } from './node-check/open-node.ts'
import { plainLine } from './plain-line.ts'

const USAGE = `Usage: npm run audit-verify -- FILE [--keys FILE] [--checkpoint FILE…] [--node URL]
                               [--witness KEY… [--quorum N]]
`

const { values, positionals } = readOptions({
  usage: USAGE,
  words: 1,
  options: {
    keys: { type: 'string' },
    witness: { type: 'string', multiple: true, default: [] },
    quorum: { type: 'string' },
    checkpoint: { type: 'string', multiple: true },
    node: { type: 'string' },
  },
})
const [file] = positionals
const node = values.node === undefined ? null : openNode(values.node)

async function readKept() {
  const keys = values.keys === undefined ? '' : await readFile(values.keys, 'utf8')
  const checkpoints = (values.checkpoint ?? []).map((path) => readFile(path, 'utf8'))
  const lines = keys.split('\n').filter((line) => line.trim() !== '')
  const named = namedWitnesses(values.witness, values.quorum)
  return {
    keys: isPolicy(keys) ? [] : lines,
    checkpoints: await Promise.all(checkpoints),
    policies: [...(isPolicy(keys) ? [keys] : []), ...(named === null ? [] : [named])],
  }
}

const say = (line: string): void => console.log(plainLine(line))

function onProgress(entries: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${entries} `)
}

function report(audited: Audited, seconds: string): void {
  const { origin, entries, lines, members, seats, sheets, derived, unknown } = audited
  const { codes, anchors } = audited
  say(
    `${origin}: ${entries} entries, ${lines} lines, ${members} members, ${seats} seats, ` +
      `${sheets} sheets with ${derived} parts derived again; ${seconds} s`,
  )
  say(`members own $${formatUsd(audited.owedMicros)} together`)
  if (unknown.length > 0) {
    say(`only the hashes were checked of: ${unknown.join(', ')}`)
  }
  for (const { day, code } of codes) {
    say(`verifiers served from ${day} on: ${JSON.stringify(code)}`)
  }
  reportLosses(audited)
  for (const { txid, size } of node ? [] : anchors) {
    say(`needs a node: that the network has the transaction ${txid}, whose memo has entry ${size}`)
  }
  if (audited.keysKept) {
    say('Everything follows from the entries, and the entries are those that were signed.')
    return
  }
  say('Everything follows from the entries. Whether the company signed them depends on the key:')
  for (const key of audited.keys) say(`  ${key.name}: ${fingerprintOf(sha256, key)}`)
  say('Compare it with one from elsewhere, or give --keys with a copy that you kept.')
}

/** A loss isn't a fault of the file, but nobody can check what the lost entries were. */
function reportLosses({ losses }: Audited): void {
  for (const { origin, lost, kept, why, checkpoints } of losses) {
    say(
      `accepted loss: ${lost.origin} had ${lost.size} entries, and ${origin} kept the first ` +
        `${kept.size}: ${why}`,
    )
    for (const { size } of checkpoints) {
      say(`not compared: your checkpoint of ${size} entries, because it has lost ones`)
    }
  }
}

/** @returns whether the node agrees with each anchor */
async function askAboutAnchors(asked: AskedNode, { anchors }: Audited): Promise<boolean> {
  let agrees = true
  for (const anchor of anchors) {
    const { is, says } = await checkAnchor(asked, anchor, nodeWords)
    say(`${nodeWords.outcomes[is]}: ${says}`)
    agrees &&= is === 'agrees'
  }
  return agrees
}

await runTool([], async () => {
  if (file === undefined) throw new WrongUsage('Which file?', USAGE)
  if (values.node !== undefined && node === null) {
    throw new WrongUsage('--node needs an HTTP address without a password or “?”.', USAGE)
  }
  const started = performance.now()
  try {
    const audited = await verifyAudit(readAuditLines(file), await readKept(), onProgress)
    report(audited, ((performance.now() - started) / 1000).toFixed(1))
    if (node && !(await askAboutAnchors(node, audited))) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof AuditFault)) throw error
    say(`differs: ${error.message}`)
    process.exitCode = 1
  }
})
