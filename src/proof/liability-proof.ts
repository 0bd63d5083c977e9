/**
 * A member's proof that the debts of a day's sheet include what they are owed: a file of canonical
 * JSON with their leaves, the exact sheet, and the proof that the log sealed it.
 */
import { base64, hex } from '@scure/base'
import { formatUsd, parseDecimal } from '../domain/money/money.ts'
import { bytesOf, canonicalText, readCanonical, type Sha256 } from './canonical.ts'
import { isOfLog } from './epochs.ts'
import { GROUPS } from './groups.ts'
import { faultOf, isFault, type Checkpoint, type Fault } from './note.ts'
import { readReceipt } from './receipt.ts'
import { has, isExactly, isList, isText, isWhole } from './shape.ts'
import {
  hashOf,
  leafOf,
  MOST_PARTS,
  NODE_BYTES,
  rootByPath,
  SALT_BYTES,
  sumsOf,
  SumOutOfRange,
  type Sums,
  type SumNode,
} from './sum-tree.ts'
import { isBytes, readBase64 } from './tlog-proof.ts'
import { equal } from './tree.ts'

/** A part of the balance. The parts are in order, and the first one counts the member. */
type Part = {
  readonly owed: string
  readonly group: number | null
  readonly salt: string
  readonly index: number
  readonly path: readonly string[]
}

export type ProofFile = {
  readonly v: 1
  readonly day: string
  readonly username: string
  readonly parts: readonly Part[]
  /** The exact text of the sheet. */
  readonly sheet: string
  /** The proof that the log holds the sheet's seal (C2SP tlog-proof). */
  readonly seal: string
}

type OwnPart = {
  readonly owed: bigint
  readonly group: number | null
  readonly salt: Uint8Array
  readonly index: number
  readonly path: readonly SumNode[]
}

/** Writes the file of a member's leaves, first part first. */
export const writeProofFile = (
  { day, username, sheet, seal }: Omit<ProofFile, 'v' | 'parts'>,
  parts: readonly OwnPart[],
): string =>
  canonicalText({
    v: 1,
    day,
    username: username.toLowerCase(),
    parts: parts.map(({ owed, group, salt, index, path }) => ({
      owed: formatUsd(owed),
      group,
      salt: base64.encode(salt),
      index,
      path: path.map((node) => base64.encode(node)),
    })),
    sheet,
    seal,
  })

/** The contents of a proof, once the signature of its checkpoint is verified. */
export type LiabilityProof = {
  readonly day: string
  readonly username: string
  /** In micro-dollars. */
  readonly owed: bigint
  /** The group of the member's result; null while the tree has no groups. */
  readonly group: number | null
  readonly together: Sums
  readonly origin: string
  readonly checkpoint: Checkpoint
  /** The signed note, for the caller to open with known keys. */
  readonly note: string
  /** The exact text of the sheet, and its hash in hexadecimal. */
  readonly sheet: string
  readonly sheetHash: string
}

/** Reads a proof and checks everything except the signature. */
export function readLiabilityProof(sha256: Sha256, text: string): LiabilityProof | Fault {
  const file = readFile(text)
  if (isFault(file)) return file
  const sheet = readSheet(file.sheet)
  if (isFault(sheet)) return sheet
  if (sheet.day !== file.day) return faultOf('other_sheet', 'day')
  const seal = readReceipt(sha256, file.seal)
  if (isFault(seal)) return { ...seal, field: `seal: ${seal.field}` }
  const sealed = { day: file.day, sheet: hex.encode(sha256(bytesOf(file.sheet))) }
  const { kind, in: input } = seal.entry
  const isSealed = kind === 'seal_day' && canonicalText(input) === canonicalText(sealed)
  // A log that begins again keeps the sheets of its former one.
  const isOfSheet = isOfLog(sheet.origin, seal.checkpoint.origin)
  if (!isSealed || !isOfSheet) return faultOf('other_sheet', 'seal')
  const own = checkParts(sha256, file, sheet)
  if (isFault(own)) return own
  return {
    day: file.day,
    username: file.username,
    ...own,
    together: sheet.sums,
    origin: sheet.origin,
    checkpoint: seal.checkpoint,
    note: seal.note,
    sheet: file.sheet,
    sheetHash: sealed.sheet,
  }
}

type Own = { readonly owed: bigint; readonly group: number | null }

/** Each part leads to the root on the sheet: its hash, and its sums. */
function checkParts(sha256: Sha256, file: ProofFile, sheet: Sheet): Own | Fault {
  const { day, username, parts } = file
  let total = 0n
  for (const [part, each] of parts.entries()) {
    const field = `parts[${part}]`
    const owed = parseDecimal(each.owed, 6)
    if (owed === null) return faultOf('part_changed', `${field}.owed`)
    const counts = part === 0
    // Every member is in one group, or the tree has none.
    if ((each.group !== null) !== (counts && sheet.hasGroups)) {
      return faultOf('other_group', `${field}.group`)
    }
    const leaf = { day, owed, counts, group: each.group }
    const owner = { salt: base64.decode(each.salt), username, part, parts: parts.length }
    const root = rootOrNull(() =>
      rootByPath(sha256, {
        leaf: leafOf(sha256, leaf, owner),
        index: each.index,
        size: sheet.leaves,
        path: each.path.map((node) => base64.decode(node)),
      }),
    )
    if (!root || !equal(hashOf(root), sheet.root)) return faultOf('part_changed', field)
    if (!isSame(sumsOf(root), sheet.sums)) return faultOf('other_sums', 'sheet.liabilities')
    total += owed
  }
  return { owed: total, group: parts[0]?.group ?? null }
}

/** Sums that no balances can have are as wrong as a path that leads elsewhere. */
function rootOrNull(find: () => SumNode | null): SumNode | null {
  try {
    return find()
  } catch (error) {
    if (error instanceof SumOutOfRange) return null
    throw error
  }
}

const isSame = (one: Sums, other: Sums): boolean =>
  one.owed === other.owed &&
  one.members === other.members &&
  one.groups.every((count, group) => count === other.groups[group])

type Sheet = {
  readonly day: string
  readonly origin: string
  readonly root: Uint8Array
  readonly leaves: number
  readonly sums: Sums
  readonly hasGroups: boolean
}

const wrongSheet = (field: string): Fault => faultOf('sheet_form', field)

function readSheet(text: string): Sheet | Fault {
  const value = readCanonical(text)
  if (!has(value, ['day', 'origin', 'liabilities'])) return wrongSheet('sheet')
  const { day, origin, liabilities } = value
  if (!isText(day) || !isText(origin)) return wrongSheet('sheet')
  if (!isExactly(liabilities, ['root', 'leaves', 'owed', 'members', 'groups'])) {
    return wrongSheet('sheet.liabilities')
  }
  const { root, leaves, owed, members, groups } = liabilities
  const hash = isText(root) ? readBase64(root, 32) : null
  const micros = isText(owed) ? parseDecimal(owed, 6) : null
  const counts = isList(groups) ? groups.filter(isWhole) : []
  if (!hash || micros === null || !isWhole(leaves) || !isWhole(members)) {
    return wrongSheet('sheet.liabilities')
  }
  const inGroups = counts.reduce((sum, count) => sum + count, 0)
  // Members outside of all groups would make a group look smaller.
  if (counts.length !== GROUPS || (inGroups !== 0 && inGroups !== members)) {
    return wrongSheet('sheet.liabilities.groups')
  }
  const sums = { owed: micros, members, groups: counts }
  return { day, origin, root: hash, leaves, sums, hasGroups: inGroups > 0 }
}

const wrongFile = (field: string): Fault => faultOf('file_form', field)

function readFile(text: string): ProofFile | Fault {
  const value = readCanonical(text)
  if (!isExactly(value, ['v', 'day', 'username', 'parts', 'sheet', 'seal']))
    return wrongFile('file')
  const { v, day, username, parts, sheet, seal } = value
  if (v !== 1 || !isText(day) || !isText(username)) return wrongFile('file')
  // In the form of the leaves. Another spelling of a name would give another file with the same
  // proof.
  if (username !== username.toLowerCase()) return wrongFile('username')
  if (!isText(sheet) || !isText(seal)) return wrongFile('file')
  if (!isList(parts) || parts.length < 1 || parts.length > MOST_PARTS) return wrongFile('parts')
  const bad = parts.findIndex((part) => !isPart(part))
  if (bad >= 0) return wrongFile(`parts[${bad}]`)
  return { v, day, username, parts: parts.filter(isPart), sheet, seal }
}

const isPart = (value: unknown): value is Part =>
  isExactly(value, ['owed', 'group', 'salt', 'index', 'path']) &&
  isText(value.owed) &&
  (value.group === null || isWhole(value.group)) &&
  isBytes(value.salt, SALT_BYTES) &&
  isWhole(value.index) &&
  isList(value.path) &&
  value.path.length <= 64 &&
  value.path.every((node) => isBytes(node, NODE_BYTES))
