/** Checks the files that a person keeps, alone and against each other, without us. */
import { equal, isConsistent } from '../tree.ts'
import type { Sha256 } from '../canonical.ts'
import {
  faultOf,
  isFault,
  openCheckpoint,
  peekCheckpoint,
  type Checkpoint,
  type Fault,
  type Verifier,
  type VerifySignature,
} from '../note.ts'
import { isExactly, isText } from '../shape.ts'
import { readFile, type Content } from './read-file.ts'
import { sheetOf, type Sheet } from './sheet.ts'

export type KeptFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether its reader named it as the keys to check by. Then no other keys count. */
  readonly isKeys?: boolean
}
type Means = { readonly sha256: Sha256; readonly verify: VerifySignature }

/** What is missing to check a file by. */
export type Missing =
  | { readonly what: 'seal' | 'checkpoint'; readonly of: string }
  | { readonly what: 'sheet' }

/**
 * `unsigned`: all hashes lead to a checkpoint, but no key was given to check its signature by.
 * `missing`: the file makes sense only together with another one.
 */
type Outcome =
  | { readonly is: 'holds' | 'unsigned' }
  | { readonly is: 'missing'; readonly missing: Missing }
  | { readonly is: 'wrong'; readonly fault: Fault }

export type Checked = {
  readonly name: string
  readonly content: Content
  /** The log's size and root that the file leads to; null for keys, sheets, and figures. */
  readonly head: Checkpoint | null
  readonly outcome: Outcome
  /** The sheet that has the hash of this file, and how it calls it. */
  readonly partOf?: { readonly day: string; readonly name: string }
}

/** A file after a step. Steps only make outcomes worse. */
type Step = { -readonly [K in keyof Checked]: Checked[K] }

/** Checks files together: their order doesn't matter, and neither do their names. */
export function checkFiles(files: readonly KeptFile[], means: Means): readonly Checked[] {
  const read = files.map(({ bytes }) => readFile(means.sha256, bytes))
  const contents = withoutOtherKeys(files, read)
  const keys = contents.flatMap(keysIn)
  const checked = files.map(({ name }, at): Step => {
    const content = contents[at] ?? { kind: 'fault', fault: faultOf('unknown_file', 'file') }
    return { name, content, ...openNotes(content, keys, means.verify) }
  })
  judgeSheets(checked)
  judgeParts(checked)
  const heads = headsOf(checked)
  findForks(heads)
  judgeGrowth(means.sha256, checked, heads)
  return checked
}

const keysIn = (content: Content): readonly Verifier[] =>
  content.kind === 'keys' ? content.keys : []

/** A stranger's file of keys among the others must not vouch for what the stranger signed. */
function withoutOtherKeys(files: readonly KeptFile[], read: readonly Content[]): Content[] {
  if (!files.some(({ isKeys }) => isKeys)) return [...read]
  const named = read.flatMap((content, at) => (files[at]?.isKeys ? keysIn(content) : []))
  const isNamed = (key: Verifier): boolean =>
    named.some((each) => each.name === key.name && equal(each.key, key.key))
  return read.map((content) =>
    keysIn(content).every(isNamed)
      ? content
      : { kind: 'fault', fault: faultOf('other_keys', 'file') },
  )
}

const wrong = (fault: Fault): Outcome => ({ is: 'wrong', fault })
const missing = (what: Missing): Outcome => ({ is: 'missing', missing: what })
const isGood = ({ outcome }: Step): boolean => outcome.is === 'holds' || outcome.is === 'unsigned'

/** Who signed what a file leads to. */
function openNotes(
  content: Content,
  keys: readonly Verifier[],
  verify: VerifySignature,
): { head: Checkpoint | null; outcome: Outcome } {
  if (content.kind === 'fault') return { head: null, outcome: wrong(content.fault) }
  if (!('note' in content)) return { head: null, outcome: { is: 'holds' } }
  const peeked = peekCheckpoint(content.note)
  if (!peeked) return { head: null, outcome: wrong(faultOf('not_a_checkpoint', 'checkpoint')) }
  if (keys.length === 0) return { head: peeked, outcome: { is: 'unsigned' } }
  const head = openCheckpoint(content.note, keys, verify)
  if (isFault(head)) return { head: null, outcome: wrong(head) }
  return { head, outcome: { is: 'holds' } }
}

type Seal = { readonly file: Step; readonly day: string; readonly sheet: string; origin: string }

/** The sheets that the log sealed, by the files that lead to it. */
function sealsOf(checked: readonly Step[]): Seal[] {
  return checked.filter(isGood).flatMap((file): Seal[] => {
    const { content } = file
    if (content.kind === 'proof') {
      const { day, sheetHash: sheet, origin } = content.proof
      return [{ file, day, sheet, origin }]
    }
    if (content.kind !== 'receipt' || content.receipt.entry.kind !== 'seal_day') return []
    const { entry, checkpoint } = content.receipt
    const input: unknown = entry.in
    if (!isExactly(input, ['day', 'sheet'])) return []
    const { day, sheet } = input
    if (!isText(day) || !isText(sheet)) return []
    return [{ file, day, sheet, origin: checkpoint.origin }]
  })
}

/** A sheet is worth what its seal is worth. A log with two sheets of a day contradicts itself. */
function judgeSheets(checked: readonly Step[]): void {
  const seals = sealsOf(checked)
  for (const one of seals) {
    const isTwice = seals.some(
      (other) => other.day === one.day && other.origin === one.origin && other.sheet !== one.sheet,
    )
    if (isTwice) one.file.outcome = wrong(faultOf('two_sheets', 'sheet'))
  }
  for (const file of checked) {
    if (file.content.kind !== 'sheet') continue
    const { hash, sheet } = file.content
    const ofDay = seals.filter(({ day }) => day === sheet.day)
    const own = ofDay.find((seal) => seal.sheet === hash && seal.origin === sheet.origin)
    if (own) file.outcome = own.file.outcome
    else if (ofDay.length > 0) file.outcome = wrong(faultOf('other_sheet', 'sheet'))
    else file.outcome = missing({ what: 'seal', of: sheet.day })
  }
}

type OnSheet = { readonly file: Step; readonly sheet: Sheet }

const sheetsOf = (checked: readonly Step[]): OnSheet[] =>
  checked.flatMap((file): OnSheet[] => {
    if (file.outcome.is === 'wrong') return []
    const { content } = file
    if (content.kind === 'sheet') return [{ file, sheet: content.sheet }]
    const sheet = content.kind === 'proof' ? sheetOf(content.proof.sheet) : null
    return sheet ? [{ file, sheet }] : []
  })

/** The figures behind a sheet are those whose hash it has. */
function judgeParts(checked: readonly Step[]): void {
  const sheets = sheetsOf(checked)
  for (const file of checked) {
    if (file.content.kind !== 'part') continue
    const { hash } = file.content
    const found = sheets.flatMap(({ file: { outcome }, sheet: { day, parts } }) =>
      [...parts].filter(([, own]) => own === hash).map(([name]) => ({ outcome, day, name })),
    )
    const own = found.find(({ outcome: { is } }) => is !== 'missing') ?? found[0]
    if (own) {
      file.outcome = own.outcome
      file.partOf = { day: own.day, name: own.name }
    } else {
      file.outcome =
        sheets.length > 0 ? wrong(faultOf('other_part', 'file')) : missing({ what: 'sheet' })
    }
  }
}

/** A tree of a log that a file vouches for. */
type Head = { readonly file: Step; readonly origin: string; size: number; root: Uint8Array }

const headsOf = (checked: readonly Step[]): Head[] =>
  checked.filter(isGood).flatMap((file): Head[] => {
    const own = file.head ? [{ file, ...file.head }] : []
    const { content } = file
    const sheet =
      content.kind === 'sheet'
        ? content.sheet
        : content.kind === 'proof' && sheetOf(content.proof.sheet)
    return sheet ? [...own, { file, origin: sheet.origin, ...sheet.log }] : own
  })

/** Two roots of one size are two histories. Both files together show it to anyone. */
function findForks(heads: readonly Head[]): void {
  for (const one of heads) {
    const isFork = heads.some(
      ({ origin, size, root }) =>
        origin === one.origin && size === one.size && !equal(root, one.root),
    )
    if (isFork) one.file.outcome = wrong(faultOf('two_histories', 'root'))
  }
}

function judgeGrowth(sha256: Sha256, checked: readonly Step[], heads: readonly Head[]): void {
  for (const file of checked) {
    const { content, head } = file
    if (content.kind !== 'growth' || !head || !isGood(file)) continue
    const { older: size, path } = content.growth
    const older = heads.find((each) => each.origin === head.origin && each.size === size)
    if (!older) file.outcome = missing({ what: 'checkpoint', of: `${size}` })
    else if (!isConsistent(sha256, older, head, path)) {
      file.outcome = wrong(faultOf('rewritten', 'path, or root'))
    }
  }
}
