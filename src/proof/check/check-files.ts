/** Checks a reader's files, alone and against each other, without us. */
import { equal } from '../tree.ts'
import type { Sha256 } from '../canonical.ts'
import { isFormer, isOfLog, newLogOf } from '../epochs.ts'
import {
  faultOf,
  isFault,
  KEY_TYPES,
  openCheckpoint,
  openNote,
  peekCheckpoint,
  type Checkpoint,
  type Fault,
  type Quorum,
  type Verifier,
  type VerifySignature,
} from '../note.ts'
import { isExactly, isText } from '../shape.ts'
import { readFile, type Content, type Reading } from './read-file.ts'
import { findIncomeFault } from './income.ts'
import { judgeLinks } from './links.ts'
import { isGood, missing, wrong, type Checked, type Outcome, type Step } from './outcome.ts'
import { findReservesFault, findSampleFault, type SignerOf } from './reserves.ts'
import { sheetOf, type Sheet } from './sheet.ts'

export type KeptFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /**
   * Whether the reader got it from a trusted source, as the keys or the policy to check with. Then
   * no other keys count. Without such a file, keys among the others count, but nothing vouches for
   * them.
   */
  readonly isKeys?: boolean
}
export type Means = Reading & {
  readonly verify: VerifySignature
  /** Recovers the signer of a text (TIP-191). Without it, signatures of wallets aren't checked. */
  readonly signerOf?: SignerOf | undefined
}

/** Checks files together. Neither their order nor their names matter. */
export function checkFiles(files: readonly KeptFile[], means: Means): readonly Checked[] {
  const read = files.map(({ bytes }) => readFile(means, bytes))
  const contents = withoutOtherKeys(files, read)
  const keys = contents.flatMap(keysIn)
  const policies = contents.flatMap((each) => (each.kind === 'policy' ? [each.policy] : []))
  const quorum: Quorum = (signers) => policies.flatMap((policy) => policy.quorum(signers))
  const checked = files.map(({ name, isKeys = false }, at): Step => {
    const content = contents[at] ?? { kind: 'fault', fault: faultOf('unknown_file', 'file') }
    const isKept = isKeys && keysIn(content).length > 0
    const { head, outcome } = openNotes(content, keys, means.verify, quorum)
    return { name, content, isKept, head, outcome, signed: outcome }
  })
  judgeSheets(checked)
  judgeParts(checked, means)
  judgeLinks(means.sha256, checked)
  judgeSamples(means.sha256, checked)
  return checked
}

export const keysIn = (content: Content): readonly Verifier[] =>
  content.kind === 'keys' || content.kind === 'policy' ? content.keys : []

/** A stranger's file of keys must not vouch for the stranger's own signatures. */
function withoutOtherKeys(files: readonly KeptFile[], read: readonly Content[]): Content[] {
  if (!files.some(({ isKeys }) => isKeys)) return [...read]
  const named = read.flatMap((content, at) => (files[at]?.isKeys ? keysIn(content) : []))
  const isNamed = (key: Verifier): boolean =>
    named.some((each) => each.name === key.name && each.id === key.id && equal(each.key, key.key))
  return read.map((content) =>
    keysIn(content).every(isNamed)
      ? content
      : { kind: 'fault', fault: faultOf('other_keys', 'file') },
  )
}

/** Who signed the checkpoint that a file leads to. */
function openNotes(
  content: Content,
  keys: readonly Verifier[],
  verify: VerifySignature,
  quorum: Quorum,
): { head: Checkpoint | null; outcome: Outcome } {
  if (content.kind === 'fault') return { head: null, outcome: wrong(content.fault) }
  if (content.kind === 'empty') return { head: null, outcome: { is: 'empty' } }
  if (content.kind === 'epochs') return { head: null, outcome: openEpochs(content, keys, verify) }
  if (!('note' in content)) return { head: null, outcome: { is: 'holds' } }
  const peeked = peekCheckpoint(content.note)
  if (!peeked) return { head: null, outcome: wrong(faultOf('not_a_checkpoint', 'checkpoint')) }
  if (!keys.some(({ type }) => type === KEY_TYPES.signer)) {
    return { head: peeked, outcome: { is: 'unsigned' } }
  }
  const head = openCheckpoint(content.note, keys, verify, quorum)
  if (isFault(head)) return { head: null, outcome: wrong(head) }
  return { head, outcome: { is: 'holds' } }
}

/** Each new log signs its own statement. */
function openEpochs(
  { notes }: Extract<Content, { kind: 'epochs' }>,
  keys: readonly Verifier[],
  verify: VerifySignature,
): Outcome {
  if (!keys.some(({ type }) => type === KEY_TYPES.signer)) return { is: 'unsigned' }
  for (const note of notes) {
    const opened = openNote(note, keys, verify)
    if (isFault(opened)) return wrong(opened)
    const origin = newLogOf(opened.text)
    if (!opened.signers.some(({ name }) => name === origin))
      return wrong(faultOf('other_log', 'text'))
  }
  return { is: 'holds' }
}

type Seal = { readonly file: Step; readonly day: string; readonly sheet: string; origin: string }

/** The sheets that the log sealed, from the files that lead to it. */
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

/** A sheet is as good as its seal. A log with two sheets for one day contradicts itself. */
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
    const own = ofDay.find((seal) => seal.sheet === hash && isOfLog(sheet.origin, seal.origin))
    // A log that began again may have lost a sheet, and sealed another one of that day.
    const isOther = ofDay.some(({ origin }) => !isFormer(sheet.origin, origin))
    if (own) file.outcome = own.file.outcome
    else if (isOther) file.outcome = wrong(faultOf('other_sheet', 'sheet'))
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

/** The figures behind a sheet must have the hash on it. */
function judgeParts(checked: readonly Step[], { signerOf }: Means): void {
  const sheets = sheetsOf(checked)
  for (const file of checked) {
    if (file.content.kind !== 'part') continue
    const { hash } = file.content
    const found = sheets.flatMap(({ file: { outcome }, sheet }) =>
      [...sheet.parts]
        .filter(([, own]) => own === hash)
        .map(([name]) => ({ outcome, sheet, day: sheet.day, name })),
    )
    const own = found.find(({ outcome: { is } }) => is !== 'missing') ?? found[0]
    if (own) {
      file.outcome = own.outcome
      file.partOf = { day: own.day, name: own.name }
      const fault = findPartFault(file.content, own, signerOf)
      if (fault) file.outcome = wrong(fault)
    } else {
      file.outcome =
        sheets.length > 0 ? wrong(faultOf('other_part', 'file')) : missing({ what: 'sheet' })
    }
  }
}

/** The company may have sealed contradictory figures. */
function findPartFault(
  content: Content,
  { name, sheet }: { name: string; sheet: Sheet },
  signerOf: SignerOf | undefined,
): Fault | null {
  if (content.kind !== 'part') return null
  if (name === 'income') return findIncomeFault(content.value, sheet)
  if (!content.solvency) return null
  const { day, origin, owed, unattributed } = sheet
  const { solvency } = content
  const isOwed =
    solvency.owed.members === (owed?.usd ?? '0.00') &&
    solvency.owed.trx === unattributed?.trx &&
    solvency.owed.usdt === unattributed.usdt
  if (!isOwed) return faultOf('other_debts', 'owed')
  return findReservesFault(solvency, { day, origin }, signerOf)
}

/** A sample belongs to the reserves of its day, and is as good as they are. */
function judgeSamples(sha256: Sha256, checked: readonly Step[]): void {
  for (const file of checked) {
    if (file.content.kind !== 'sample') continue
    const { sample } = file.content
    const own = checked.find(
      ({ content, partOf }) =>
        content.kind === 'part' && content.solvency && partOf?.day === sample.day,
    )
    if (own?.content.kind !== 'part' || !own.content.solvency) {
      file.outcome = missing({ what: 'solvency', of: sample.day })
      continue
    }
    const fault = findSampleFault(sha256, sample, own.content.solvency)
    file.outcome = fault ? wrong(fault) : own.outcome
  }
}
