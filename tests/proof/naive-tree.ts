/** The tree straight from the RFC's definitions, on contents of leaves: slow, and easy to check. */
import { createHash } from 'node:crypto'

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest())

const splitOf = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1)

export function naiveRoot(contents: readonly Uint8Array[]): Uint8Array {
  if (contents.length === 0) return sha256(Buffer.alloc(0))
  const [only] = contents
  if (only && contents.length === 1) return sha256(Buffer.concat([Buffer.of(0), only]))
  const k = splitOf(contents.length)
  const sides = [naiveRoot(contents.slice(0, k)), naiveRoot(contents.slice(k))]
  return sha256(Buffer.concat([Buffer.of(1), ...sides]))
}

/** PATH(m, D[n]) of RFC 9162, section 2.1.3.1. */
export function naivePath(index: number, contents: readonly Uint8Array[]): Uint8Array[] {
  if (contents.length === 1) return []
  const k = splitOf(contents.length)
  const [left, right] = [contents.slice(0, k), contents.slice(k)]
  return index < k
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - k, right), naiveRoot(left)]
}

/** SUBPROOF(m, D[n], b) of RFC 9162, section 2.1.4.1. */
export function naiveProof(
  older: number,
  contents: readonly Uint8Array[],
  isWhole = true,
): Uint8Array[] {
  if (older === contents.length) return isWhole ? [] : [naiveRoot(contents)]
  const k = splitOf(contents.length)
  const [left, right] = [contents.slice(0, k), contents.slice(k)]
  return older <= k
    ? [...naiveProof(older, left, isWhole), naiveRoot(right)]
    : [...naiveProof(older - k, right, false), naiveRoot(left)]
}
