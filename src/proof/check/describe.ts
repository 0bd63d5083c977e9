/** Describes the results: first one sentence, then figures, then their proofs. */
import { base64 } from '@scure/base'
import { FIRST_MEMBER_ACCOUNT } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { fillText } from '../../domain/texts.ts'
import { utcText } from '../../domain/time/time.ts'
import type { Line } from '../entry.ts'
import type { Sha256 } from '../canonical.ts'
import { fingerprintOf, KEY_TYPES, namedSigners } from '../note.ts'
import type { Checkpoint, Verifier } from '../note.ts'
import type { Receipt } from '../receipt.ts'
import { has, isText } from '../shape.ts'
import { keysIn } from './check-files.ts'
import type { Checked, Missing } from './outcome.ts'
import { describeAnchor, describeReserves, describeSample } from './describe-reserves.ts'
import type { Content, Row, Subject } from './described.ts'
import type { Words } from './words.ts'

export type Description = {
  /** One sentence about all files. */
  readonly verdict: string
  /** Whether every file is valid and there is more than just keys. */
  readonly isWhole: boolean
  readonly files: readonly DescribedFile[]
  /** What these files don't prove; empty if there is nothing to add. */
  readonly note: string
  /**
   * The fingerprints of the keys used, if nothing vouches for them. The reader compares them with
   * trusted ones.
   */
  readonly toCompare: readonly string[]
}

export type DescribedFile = {
  readonly name: string
  readonly is: Checked['outcome']['is']
  readonly says: string
  readonly figures: readonly Row[]
  readonly proof: readonly Row[]
  /** The member and the day that a valid proof of what we owe is about. */
  readonly of?: Subject | undefined
  /** The questions that only a node of the chain can answer, and how to ask one. */
  readonly needsNode: readonly string[]
}

export function tell(checked: readonly Checked[], words: Words, sha256: Sha256): Description {
  const filled = checked.filter(({ outcome }) => outcome.is !== 'empty')
  const all = filled.filter(({ content }) => keysIn(content).length === 0)
  const wrong = checked.filter(({ outcome }) => outcome.is === 'wrong')
  const keys = checked.flatMap(({ content }) => keysIn(content))
  const isVouched = keys.length === 0 || checked.some(({ isKept }) => isKept)
  const has = (is: Checked['outcome']['is']) => checked.some(({ outcome }) => outcome.is === is)
  const verdict = (): string => {
    if (wrong.length > 0)
      return fillText(words.someWrong, { names: wrong.map(({ name }) => name).join(', ') })
    if (filled.length === 0) return checked.length > 0 ? words.allEmpty : words.nothing
    if (all.length === 0) return words.onlyKeys
    if (has('missing')) return words.incomplete
    if (has('unsigned')) return words.noKeys
    return isVouched
      ? describeAllValid(filled, words)
      : fillText(words.compareKeys, { count: filled.length })
  }
  const holds =
    all.length > 0 && filled.every(({ outcome: { is } }) => is === 'holds' || is === 'lost')
  const logs = keys.filter(({ type }) => type === KEY_TYPES.signer)
  return {
    verdict: verdict(),
    isWhole: holds && isVouched,
    files: checked.map((each) => describeFile(each, keys, words)),
    note: separateSizes(checked, words),
    toCompare: isVouched ? [] : logs.map((key) => `${key.name}: ${fingerprintOf(sha256, key)}`),
  }
}

function describeAllValid(checked: readonly Checked[], { allHold, someLost }: Words): string {
  const lost = checked.filter((each) => each.lost)
  if (lost.length > 0) return fillText(someLost, { names: lost.map(({ name }) => name).join(', ') })
  const { length: count } = checked
  return count === 1 ? allHold.one : fillText(allHold.other, { count })
}

function describeFile(checked: Checked, keys: readonly Verifier[], words: Words): DescribedFile {
  const { name, outcome } = checked
  const told = { name, is: outcome.is, figures: [], proof: [], needsNode: [] }
  if (outcome.is === 'wrong') {
    const { code, field } = outcome.fault
    const fault = words.faults[code]
    return { ...told, says: fillText(words.wrongIn, { fault, field: placeText(field, words) }) }
  }
  if (outcome.is === 'missing') return { ...told, says: describeMissing(outcome.missing, words) }
  const { figures = [], proof, needsNode = [], of, ...content } = describeContent(checked, words)
  const loss = checked.lost ? [describeLoss(checked.lost, words)] : []
  const says = (outcome.is === 'lost' ? loss : [content.says, ...loss]).join(' ')
  const signed = checked.head ? signedBy(checked, checked.head, keys, words) : []
  return { ...told, says, figures, proof: [...proof, ...signed], needsNode, of }
}

const describeLoss = (
  { origin, lost, kept, why }: NonNullable<Checked['lost']>,
  words: Words,
): string => fillText(words.lostBy, { former: lost.origin, kept: kept.size, log: origin, why })

/** A fault's place: the file's own names of its fields, and our words around them. */
function placeText(field: string, { places }: Words): string {
  const [, no] = /^line (\d+)$/.exec(field) ?? []
  if (no !== undefined) return fillText(places.line, { no })
  const [one, other] = field.split(', or ')
  return one && other ? fillText(places.either, { one, other }) : field
}

function describeMissing(missing: Missing, words: Words): string {
  switch (missing.what) {
    case 'sheet':
      return words.needSheet
    case 'seal':
      return fillText(words.needSeal, { day: missing.of })
    case 'solvency':
      return fillText(words.needSolvency, { day: missing.of })
    case 'growth':
      return fillText(words.needGrowth, { size: missing.of })
    case 'epochs':
      return fillText(words.needEpochs, { log: missing.of })
    case 'checkpoint':
      return fillText(words.needCheckpoint, { size: missing.of })
  }
}

function describeContent({ content, head, partOf }: Checked, words: Words): Content {
  switch (content.kind) {
    case 'keys':
    case 'policy': {
      const proof = content.keys.map(({ name, id, type }): Row => {
        return [type === KEY_TYPES.witness ? words.witness : words.key, `${name} ${id}`]
      })
      return { says: content.kind === 'policy' ? words.policy : words.keys, proof }
    }
    case 'proof': {
      const { day, username, owed, group, together, sheetHash } = content.proof
      const counted = group === null ? undefined : words.groups[group]
      const figures: Row[] = [
        [fillText(words.owedTo, { name: username }), usd(owed)],
        ...(counted === undefined ? [] : [[words.group, counted] as const]),
        [words.owedAll, usd(together.owed)],
        [words.members, `${together.members}`],
      ]
      return {
        says: fillText(words.owed, { day, name: username }),
        figures,
        proof: [[words.sheetHash, sheetHash]],
        of: { username, day },
      }
    }
    case 'receipt':
      return describeReceipt(content.receipt, words)
    case 'checkpoint':
      return { says: fillText(words.checkpoint, { count: head?.size ?? 0 }), proof: [] }
    case 'growth':
      return {
        says: fillText(words.growth, { older: content.growth.older, newer: head?.size ?? 0 }),
        proof: [],
      }
    case 'epochs':
      return {
        says: words.epochs,
        figures: content.losses.map((loss) => [loss.origin, describeLoss(loss, words)]),
        proof: [],
      }
    case 'sheet':
      return describeSheet(content, words)
    case 'part': {
      const says = fillText(words.part, { name: partOf?.name ?? '', day: partOf?.day ?? '' })
      const proof: Row[] = [[words.fileHash, content.hash]]
      return content.solvency
        ? { says, proof, ...describeReserves(content.solvency, words) }
        : { says, proof }
    }
    case 'sample':
      return describeSample(content.sample, words)
    case 'anchor':
      return describeAnchor(content, words)
    case 'empty':
      return { says: words.empty, proof: [] }
    case 'fault':
      return { says: words.faults[content.fault.code], proof: [] }
  }
}

type OfSheet = Extract<Checked['content'], { kind: 'sheet' }>

function describeSheet({ sheet, hash }: OfSheet, words: Words): Content {
  const { day, owed, log, previous, code } = sheet
  const figures: Row[] = owed
    ? [
        [words.owedAll, `$${owed.usd}`],
        [words.members, `${owed.members}`],
      ]
    : []
  const proof: Row[] = [
    [words.sheetHash, hash],
    [words.size, `${log.size}`],
    [words.root, base64.encode(log.root)],
  ]
  if (previous !== null) proof.push([words.previous, previous])
  for (const [file, sha256] of code) proof.push([fillText(words.code, { file }), sha256])
  return { says: fillText(words.sheet, { day }), figures, proof }
}

const usd = (micros: bigint): string =>
  micros < 0n ? `−$${formatUsd(-micros)}` : `$${formatUsd(micros)}`

function describeReceipt({ entry, lines }: Receipt, words: Words): Content {
  const input: unknown = entry.in
  const day = has(input, ['day']) && isText(input.day) ? input.day : undefined
  const at = utcText(entry.at)
  const isSeal = entry.kind === 'seal_day' && day !== undefined
  return {
    says: isSeal ? fillText(words.sealed, { day }) : fillText(words.logged, { at }),
    figures: lines.flatMap((line) => describeLine(line, words)),
    proof: [
      [words.command, `${entry.seq} ${entry.kind}`],
      ...lines.map((line): Row => [words.line, line.join(' ')]),
    ],
  }
}

function describeLine(line: Line, words: Words): Row[] {
  if (line[0] === 'seat') return [[words.seat, fillText(words.profile, { no: `${line[1]}` })]]
  const [what, , , account, amount, after] = line
  if (what !== 'posting' || typeof account !== 'number') return []
  const label = (account - FIRST_MEMBER_ACCOUNT) % 2 === 0 ? words.wallet : words.hold
  return [[label, fillText(words.moved, { amount: microsText(amount), after: microsText(after) })]]
}

const microsText = (cell: string | number | undefined): string =>
  /^-?\d{1,18}$/.test(`${cell}`) ? usd(BigInt(`${cell}`)) : `${cell}`

/** The tree that a file leads to, its signers, and any unchecked signatures. */
function signedBy(
  { content }: Checked,
  { origin, size, root }: Checkpoint,
  keys: readonly Verifier[],
  words: Words,
): Row[] {
  const named = 'note' in content ? namedSigners(content.note) : []
  const known = ({ name, id }: Pick<Verifier, 'name' | 'id'>) =>
    keys.some((key) => key.name === name && key.id === id)
  return [
    [words.log, origin],
    [words.size, `${size}`],
    [words.root, base64.encode(root)],
    ...named.map((each): Row => [
      known(each) ? words.key : words.notSignedBy,
      `${each.name} ${each.id}`,
    ]),
  ]
}

/** A tree, also if another log has the same one. */
const keyOf = ({ size, root }: Checkpoint): string => `${size} ${base64.encode(root)}`

/** Trees of the log without a file that connects them. */
function separateSizes(checked: readonly Checked[], words: Words): string {
  const good = checked.filter(({ outcome: { is } }) => is === 'holds' || is === 'unsigned')
  const groups = new Map<string, string>()
  const of = (key: string): string => {
    const next = groups.get(key)
    return next === undefined || next === key ? key : of(next)
  }
  for (const { head } of good) if (head) groups.set(keyOf(head), keyOf(head))
  for (const { content, head } of good) {
    if (content.kind !== 'growth' || !head) continue
    const older = [...groups.keys()].filter((key) => key.startsWith(`${content.growth.older} `))
    for (const key of older) groups.set(of(key), of(keyOf(head)))
  }
  const apart = new Set([...groups.keys()].map(of))
  if (apart.size < 2) return ''
  const sizes = new Set([...groups.keys()].map((key) => Number(key.split(' ')[0])))
  return fillText(words.separate, {
    sizes: [...sizes].toSorted((one, two) => one - two).join(', '),
  })
}
