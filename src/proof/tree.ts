/**
 * The Merkle tree of RFC 9162, section 2.1: hashes, roots, and proofs. Everything here works on
 * hashes of leaves, from an array or from any `SubtreeReader`.
 */
import type { Sha256 } from './canonical.ts'

const HASH_BYTES = 32
const NOTHING: Uint8Array = new Uint8Array()

/** The hash of a leaf: SHA-256 of a zero byte and its content, which may come in two pieces. */
export function leafHash(sha256: Sha256, content: Uint8Array, more = NOTHING): Uint8Array {
  const bytes = new Uint8Array(1 + content.length + more.length)
  bytes.set(content, 1)
  bytes.set(more, 1 + content.length)
  return sha256(bytes)
}

/** The hash of an inner node: SHA-256 of a one byte and both children. */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + HASH_BYTES)
  return sha256(bytes)
}

/**
 * Returns the hash of a complete subtree: number `no` among those of 2^`height` leaves. Callers ask
 * only for subtrees that are complete in their tree.
 */
export type SubtreeReader = (height: number, no: number) => Uint8Array

/** The split point of a range of leaves: the largest power of two below its length. */
function splitOf(length: number): number {
  let half = 1
  while (half * 2 < length) half *= 2
  return half
}

const heightOf = (length: number): number => Math.round(Math.log2(length))

/** The hash of the leaves from `start` up to, but not including, `end`. */
function rangeHash(sha256: Sha256, read: SubtreeReader, start: number, end: number): Uint8Array {
  const length = end - start
  const half = splitOf(length)
  if (length === 1 || half * 2 === length) return read(heightOf(length), start / length)
  const left = rangeHash(sha256, read, start, start + half)
  return nodeHash(sha256, left, rangeHash(sha256, read, start + half, end))
}

/** The root of no leaves is the hash of nothing. */
export const emptyRoot = (sha256: Sha256): Uint8Array => sha256(new Uint8Array())

/** The root of the first `size` leaves. */
export function rootOf(sha256: Sha256, read: SubtreeReader, size: number): Uint8Array {
  return size === 0 ? emptyRoot(sha256) : rangeHash(sha256, read, 0, size)
}

/** The path from leaf `index` to the root of `size` leaves, from the bottom up. */
export function inclusionProof(
  sha256: Sha256,
  read: SubtreeReader,
  index: number,
  size: number,
): Uint8Array[] {
  requireWithin(index, size)
  const path: Uint8Array[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      path.push(rangeHash(sha256, read, middle, end))
      end = middle
    } else {
      path.push(rangeHash(sha256, read, start, middle))
      start = middle
    }
  }
  return path.toReversed()
}

function requireWithin(index: number, size: number): void {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) {
    throw new Error(`there is no leaf ${index} in a tree of ${size}`)
  }
}

/** The proof that the first `older` of `size` leaves are those of the older tree. */
export function consistencyProof(
  sha256: Sha256,
  read: SubtreeReader,
  older: number,
  size: number,
): Uint8Array[] {
  if (older < 1 || older > size) throw new Error(`no tree of ${older} precedes one of ${size}`)
  const path: Uint8Array[] = []
  let [start, end, isWhole] = [0, size, true]
  while (older !== end) {
    const middle = start + splitOf(end - start)
    if (older <= middle) {
      path.push(rangeHash(sha256, read, middle, end))
      end = middle
    } else {
      path.push(rangeHash(sha256, read, start, middle))
      start = middle
      isWhole = false
    }
  }
  if (!isWhole) path.push(rangeHash(sha256, read, start, end))
  return path.toReversed()
}

const isEven = (no: number): boolean => no % 2 === 0
const half = (no: number): number => Math.floor(no / 2)

/**
 * The root that a proof leads to (RFC 9162, section 2.1.3.2); null if the proof's length doesn't
 * fit the leaf's position.
 */
export function rootByInclusion(
  sha256: Sha256,
  leaf: Uint8Array,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!(index >= 0 && index < size)) return null
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0 || sibling.length !== HASH_BYTES) return null
    if (!isEven(node) || node === last) {
      hash = nodeHash(sha256, sibling, hash)
      while (isEven(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(sha256, hash, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? hash : null
}

type Tree = { readonly size: number; readonly root: Uint8Array }

/** Whether the older tree is the beginning of the newer one (RFC 9162, section 2.1.4.2). */
export function isConsistent(
  sha256: Sha256,
  older: Tree,
  newer: Tree,
  proof: readonly Uint8Array[],
): boolean {
  if (older.size < 1 || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && equal(older.root, newer.root)
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof]
  const [first, ...rest] = path
  if (!first || path.some(({ length }) => length !== HASH_BYTES)) return false
  let [node, last] = [older.size - 1, newer.size - 1]
  while (!isEven(node)) [node, last] = [half(node), half(last)]
  let [olderHash, newerHash] = [first, first]
  for (const each of rest) {
    if (last === 0) return false
    if (!isEven(node) || node === last) {
      olderHash = nodeHash(sha256, each, olderHash)
      newerHash = nodeHash(sha256, each, newerHash)
      while (isEven(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else newerHash = nodeHash(sha256, newerHash, each)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && equal(olderHash, older.root) && equal(newerHash, newer.root)
}

const isPowerOfTwo = (size: number): boolean => size === 1 || splitOf(size) * 2 === size

/** Whether two hashes are equal. They are public, so the timing reveals nothing. */
export const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i])
