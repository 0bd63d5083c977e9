/** Tells which file of ours some bytes are, and checks all of it that needs no other file. */
import { hex } from '@scure/base'
import { readCanonical, textOf, type Sha256 } from '../canonical.ts'
import { readConsistency, type Consistency } from '../consistency.ts'
import { readLiabilityProof, type LiabilityProof } from '../liability-proof.ts'
import { faultOf, isFault, readVerifier, type Fault, type Verifier } from '../note.ts'
import { readReceipt, type Receipt } from '../receipt.ts'
import { has } from '../shape.ts'
import { readSheet, type Sheet } from './sheet.ts'

/** The largest proof has 64 parts, each with its own path. */
const MOST_BYTES = 4 << 20

export type Content =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'keys'; readonly keys: readonly Verifier[] }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly note: string }
  | { readonly kind: 'proof'; readonly proof: LiabilityProof; readonly note: string }
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'growth'; readonly growth: Consistency; readonly note: string }
  | { readonly kind: 'sheet'; readonly sheet: Sheet; readonly hash: string }
  /** The figures behind a sheet: any bytes whose hash the sheet has. */
  | { readonly kind: 'part'; readonly hash: string }

const wrong = (fault: Fault): Content => ({ kind: 'fault', fault })

export function readFile(sha256: Sha256, bytes: Uint8Array): Content {
  if (bytes.length > MOST_BYTES) return wrong(faultOf('too_large', 'file'))
  const text = textOf(bytes)
  if (text === null) return wrong(faultOf('encoding', 'file'))
  if (text.startsWith('{')) return readJson(sha256, text, bytes)
  if (text.startsWith('c2sp.org/tlog-proof')) {
    const receipt = readReceipt(sha256, text)
    return isFault(receipt) ? wrong(receipt) : { kind: 'receipt', receipt, note: receipt.note }
  }
  if (text.startsWith('old ')) {
    const growth = readConsistency(text)
    return isFault(growth) ? wrong(growth) : { kind: 'growth', growth, note: growth.note }
  }
  if (text.includes('\n\n— ')) return { kind: 'checkpoint', note: text }
  return /^[^\s+]+\+/u.test(text) ? readKeys(sha256, text) : wrong(faultOf('unknown_file', 'file'))
}

function readJson(sha256: Sha256, text: string, bytes: Uint8Array): Content {
  const value = readCanonical(text)
  if (value === undefined) return wrong(faultOf('file_form', 'file'))
  if (has(value, ['parts', 'seal'])) {
    const proof = readLiabilityProof(sha256, text)
    return isFault(proof) ? wrong(proof) : { kind: 'proof', proof, note: proof.note }
  }
  const hash = hex.encode(sha256(bytes))
  if (!has(value, ['cut', 'log'])) return { kind: 'part', hash }
  const sheet = readSheet(value)
  return isFault(sheet) ? wrong(sheet) : { kind: 'sheet', sheet, hash }
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
