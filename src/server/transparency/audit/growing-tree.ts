import { emptyRoot, nodeHash } from '../../../proof/tree.ts'
import type { Sha256 } from '../../../proof/canonical.ts'

/**
 * A tree that keeps only the roots of its complete parts. They are enough to compute its root after
 * each leaf.
 */
export function growingTree(sha256: Sha256) {
  /** The root of a complete part of 2^height leaves, by height. */
  const parts: (Uint8Array | undefined)[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    add(leaf: Uint8Array): void {
      let [hash, height] = [leaf, 0]
      for (let left = parts[0]; left; left = parts[height]) {
        hash = nodeHash(sha256, left, hash)
        parts[height++] = undefined
      }
      parts[height] = hash
      size++
    },
    root(): Uint8Array {
      const [smallest, ...larger] = parts.filter((part) => part !== undefined)
      if (!smallest) return emptyRoot(sha256)
      return larger.reduce((right, left) => nodeHash(sha256, left, right), smallest)
    },
  }
}
