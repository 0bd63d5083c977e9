/** Recognizes our files by their bytes, and runs every check that needs no other file. */
import { hex } from '@scure/base'
import { readAnchorMemo } from '../anchor-memo.ts'
import { readCanonical, textOf, type Sha256 } from '../canonical.ts'
import { readConsistency, type Consistency } from '../consistency.ts'
import { epochNotes, isEpochs, lossesIn, type Loss } from '../epochs.ts'
import { readLiabilityProof, type LiabilityProof } from '../liability-proof.ts'
import { faultOf, isFault, readVerifier } from '../note.ts'
import type { Checkpoint, Fault, Verifier } from '../note.ts'
import { isPolicy, readPolicy, type Policy } from '../policy.ts'
import { readReceipt, type Receipt } from '../receipt.ts'
import { has } from '../shape.ts'
import { looksLikeSolvency, readSolvency, type Solvency } from '../solvency.ts'
import { readAnchorFile, readSample } from './reserves.ts'
import type { ReadTransaction, Sample, SentTransaction } from './reserves.ts'
import { readSheet, type Sheet } from './sheet.ts'

/** The largest proof has 64 parts, each with its own path. */
const MAX_BYTES = 4 << 20

export type Content =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'empty' }
  | { readonly kind: 'keys'; readonly keys: readonly Verifier[] }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly note: string }
  | { readonly kind: 'proof'; readonly proof: LiabilityProof; readonly note: string }
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'growth'; readonly growth: Consistency; readonly note: string }
  /** Why a log began again, in signed statements. */
  | {
      readonly kind: 'epochs'
      readonly losses: readonly Loss[]
      readonly notes: readonly string[]
    }
  | { readonly kind: 'sheet'; readonly sheet: Sheet; readonly hash: string }
  /** Keys of logs and of witnesses, and how many witnesses must have cosigned. */
  | { readonly kind: 'policy'; readonly policy: Policy; readonly keys: readonly Verifier[] }
  /** The figures behind a sheet: any bytes whose hash the sheet has. */
  | {
      readonly kind: 'part'
      readonly hash: string
      readonly solvency?: Solvency
      readonly value?: unknown
    }
  | { readonly kind: 'sample'; readonly sample: Sample }
  /** A transaction whose memo holds a checkpoint. */
  | {
      readonly kind: 'anchor'
      readonly sent: SentTransaction
      readonly anchored: Checkpoint
    }

const wrong = (fault: Fault): Content => ({ kind: 'fault', fault })

/**
 * The functions that reading needs. Without a reader of transactions, anchors aren't recognized.
 */
export type Reading = {
  readonly sha256: Sha256
  readonly readTransaction?: ReadTransaction | undefined
}

export function readFile(means: Reading, bytes: Uint8Array): Content {
  const { sha256 } = means
  if (bytes.length > MAX_BYTES) return wrong(faultOf('too_large', 'file'))
  const text = textOf(bytes)
  if (text === null) return wrong(faultOf('encoding', 'file'))
  if (text.trim() === '') return { kind: 'empty' }
  if (text.startsWith('{')) return readJson(means, text, bytes)
  if (text.startsWith('c2sp.org/tlog-proof')) {
    const receipt = readReceipt(sha256, text)
    return isFault(receipt) ? wrong(receipt) : { kind: 'receipt', receipt, note: receipt.note }
  }
  if (text.startsWith('old ')) {
    const growth = readConsistency(text)
    return isFault(growth) ? wrong(growth) : { kind: 'growth', growth, note: growth.note }
  }
  if (isEpochs(text)) return readEpochs(text)
  if (text.includes('\n\n— ')) return { kind: 'checkpoint', note: text }
  if (isPolicy(text)) {
    const policy = readPolicy(sha256, text)
    return isFault(policy) ? wrong(policy) : { kind: 'policy', policy, keys: policy.keys }
  }
  return /^[^\s+]+\+/u.test(text) ? readKeys(sha256, text) : wrong(faultOf('unknown_file', 'file'))
}

function readEpochs(text: string): Content {
  const notes = epochNotes(text)
  return { kind: 'epochs', losses: lossesIn(notes), notes }
}

function readJson({ sha256, readTransaction }: Reading, text: string, bytes: Uint8Array): Content {
  const value = readCanonical(text)
  if (value === undefined) return wrong(faultOf('file_form', 'file'))
  if (has(value, ['parts', 'seal'])) {
    const proof = readLiabilityProof(sha256, text)
    return isFault(proof) ? wrong(proof) : { kind: 'proof', proof, note: proof.note }
  }
  if (has(value, ['transaction'])) return readAnchor(value, readTransaction)
  if (has(value, ['block', 'openings'])) {
    const sample = readSample(value)
    return isFault(sample) ? wrong(sample) : { kind: 'sample', sample }
  }
  const hash = hex.encode(sha256(bytes))
  if (looksLikeSolvency(value)) {
    const solvency = readSolvency(value)
    return isFault(solvency) ? wrong(solvency) : { kind: 'part', hash, solvency }
  }
  if (!has(value, ['cut', 'log'])) return { kind: 'part', hash, value }
  const sheet = readSheet(value)
  return isFault(sheet) ? wrong(sheet) : { kind: 'sheet', sheet, hash }
}

function readAnchor(value: object, read?: ReadTransaction): Content {
  const signed = readAnchorFile(value)
  if (typeof signed !== 'string') return wrong(signed)
  const sent = read?.(signed)
  const anchored = sent && readAnchorMemo(sent.memo)
  return sent && anchored
    ? { kind: 'anchor', sent, anchored }
    : wrong(faultOf('anchor_form', 'transaction'))
}

function readKeys(sha256: Sha256, text: string): Content {
  const keys: Verifier[] = []
  for (const [at, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const key = readVerifier(sha256, line)
    if (!key) return wrong(faultOf('not_a_key', `line ${at + 1}`))
    keys.push(key)
  }
  return { kind: 'keys', keys }
}
