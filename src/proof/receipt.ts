/**
 * A proof that an entry is in the log, with the entry and some of its lines opened. A receipt shows
 * a member's own lines; the seal of a day shows none.
 */
import { base64 } from '@scure/base'
import { bytesOf, canonicalText, readCanonical, textOf, type Sha256 } from './canonical.ts'
import { entryText, lineHash, lineHashes, SALT_BYTES, saltsOf } from './entry.ts'
import type { Entry, Line } from './entry.ts'
import { faultOf, isFault, peekCheckpoint, type Checkpoint, type Fault } from './note.ts'
import { subtreesOfList } from './tiles.ts'
import { isBytes, readTlogProof, writeTlogProof, type TlogProof } from './tlog-proof.ts'
import { equal, inclusionProof, leafHash, rootByInclusion } from './tree.ts'
import { isExactly, isList, isText, isWhole } from './shape.ts'

const HASH_BYTES = 32

/** A shown line, with the path from it to the entry's `fx`. */
type Opened = {
  readonly i: number
  readonly salt: string
  readonly line: Line
  readonly path: readonly string[]
}

type Extra = { readonly entry: Entry; readonly leaf: string; readonly lines: readonly Opened[] }

/** Opens the lines that pass a test. The others stay salted hashes. */
export function openLines(
  sha256: Sha256,
  { seq }: Entry,
  all: readonly Line[],
  monthKey: Uint8Array,
  isShown: (line: Line) => boolean,
): Opened[] {
  const saltAt = saltsOf(sha256, monthKey, seq)
  const read = subtreesOfList(sha256, lineHashes(sha256, saltAt, all))
  return all.flatMap((line, i) => {
    if (!isShown(line)) return []
    const path = inclusionProof(sha256, read, i, all.length).map((hash) => base64.encode(hash))
    return [{ i, salt: base64.encode(saltAt(i)), line, path }]
  })
}

/**
 * Writes the proof of an entry. It includes the leaf, so that a reader can tell what was changed.
 */
export function writeReceipt(
  sha256: Sha256,
  entry: Entry,
  lines: readonly Opened[],
  proof: Pick<TlogProof, 'path' | 'checkpoint'>,
): string {
  const leaf = base64.encode(leafHash(sha256, bytesOf(entryText(entry))))
  const extra = bytesOf(canonicalText({ entry, leaf, lines }))
  return writeTlogProof({ extra, index: entry.seq - 1, ...proof })
}

/** An entry whose hashes lead to a checkpoint, which may be unsigned. */
export type Receipt = {
  readonly entry: Entry
  readonly lines: readonly Line[]
  readonly checkpoint: Checkpoint
  readonly note: string
  readonly hashes: number
}

/** Reads an entry's proof and checks everything except the signature. */
export function readReceipt(sha256: Sha256, text: string): Receipt | Fault {
  const proof = readTlogProof(text)
  if (isFault(proof)) return proof
  const checkpoint = peekCheckpoint(proof.checkpoint)
  if (!checkpoint) return faultOf('not_a_checkpoint', 'checkpoint')
  const extra = readExtra(proof.extra)
  if (isFault(extra)) return extra
  const { entry, lines } = extra
  const fault = checkEntry(sha256, proof, checkpoint, extra) ?? checkLines(sha256, extra)
  if (fault) return fault
  return {
    entry,
    lines: lines.map(({ line }) => line),
    checkpoint,
    note: proof.checkpoint,
    hashes: proof.path.length,
  }
}

/** Finds the changed part among entry, leaf, index, and path: the others still agree. */
function checkEntry(
  sha256: Sha256,
  { index, path }: TlogProof,
  { size, root }: Checkpoint,
  { entry, leaf }: Extra,
): Fault | null {
  const own = leafHash(sha256, bytesOf(entryText(entry)))
  const isLeaf = base64.encode(own) === leaf
  const leads = (from: Uint8Array, at: number): boolean => {
    const reached = rootByInclusion(sha256, from, { index: at, size }, path)
    return reached !== null && equal(reached, root)
  }
  if (!isLeaf) {
    return leads(own, index) ? faultOf('leaf_changed', 'leaf') : faultOf('entry_changed', 'entry')
  }
  if (index !== entry.seq - 1) return faultOf('index_changed', 'index')
  return leads(own, index) ? null : faultOf('path_changed', 'path, or root')
}

function checkLines(sha256: Sha256, { entry, lines }: Extra): Fault | null {
  const fx = base64.decode(entry.fx)
  for (const [at, { i, salt, line, path }] of lines.entries()) {
    const hash = lineHash(sha256, base64.decode(salt), line)
    const hashes = path.map((each) => base64.decode(each))
    const reached = rootByInclusion(sha256, hash, { index: i, size: entry.n }, hashes)
    const follows = at === 0 || i > (lines[at - 1]?.i ?? i)
    if (!reached || !equal(reached, fx) || !follows) {
      return faultOf('line_changed', `lines[${at}]`)
    }
  }
  return null
}

const wrong = (field: string): Fault => faultOf('extra_form', field)

function readExtra(bytes: Uint8Array | null): Extra | Fault {
  const text = bytes && textOf(bytes)
  const value = text === null ? undefined : readCanonical(text)
  if (!isExactly(value, ['entry', 'leaf', 'lines'])) return wrong('extra')
  const { entry, leaf, lines } = value
  if (!isEntry(entry)) return wrong('entry')
  if (!isHash(leaf)) return wrong('leaf')
  if (!isList(lines)) return wrong('lines')
  const bad = lines.findIndex((each) => !isOpened(each))
  if (bad >= 0) return wrong(`lines[${bad}]`)
  return { entry, leaf, lines: lines.filter(isOpened) }
}

const isHash = (value: unknown): value is string => isBytes(value, HASH_BYTES)

const ENTRY = ['v', 'seq', 'at', 'kind', 'by', 'in', 'fx', 'n', 'salt'] as const

const isEntry = (value: unknown): value is Entry =>
  isExactly(value, ENTRY) &&
  value.v === 1 &&
  isWhole(value.seq) &&
  value.seq > 0 &&
  isWhole(value.at) &&
  isText(value.kind) &&
  isText(value.by) &&
  typeof value.in === 'object' &&
  value.in !== null &&
  isHash(value.fx) &&
  isWhole(value.n) &&
  isBytes(value.salt, SALT_BYTES)

const isLine = (value: unknown): value is Line =>
  isList(value) &&
  isText(value[0]) &&
  value.slice(1).every((cell) => isText(cell) || Number.isSafeInteger(cell))

const isOpened = (value: unknown): value is Opened =>
  isExactly(value, ['i', 'salt', 'line', 'path']) &&
  isWhole(value.i) &&
  isBytes(value.salt, SALT_BYTES) &&
  isLine(value.line) &&
  isList(value.path) &&
  value.path.length <= 64 &&
  value.path.every(isHash)
