/** Leaves in memory, 41 bytes each, and their order in the tree. */
import { randomBytes } from 'node:crypto'
import { LEAF_BYTES } from './tile-bodies.ts'

const PIECE_LEAVES = 65_536

/** Leaves in the order of their members, in chunks that never move. */
export function leafStore() {
  const pieces: Uint8Array[] = []
  let count = 0
  return {
    count: () => count,
    add(leaves: Uint8Array): void {
      for (let at = 0; at < leaves.length;) {
        const place = (count % PIECE_LEAVES) * LEAF_BYTES
        if (place === 0) pieces.push(new Uint8Array(PIECE_LEAVES * LEAF_BYTES))
        const own = pieces.at(-1) ?? new Uint8Array()
        const some = leaves.subarray(at, at + own.length - place)
        own.set(some, place)
        at += some.length
        count += some.length / LEAF_BYTES
      }
    },
    /** Some leaves, in order. */
    pick(numbers: Uint32Array): Uint8Array<ArrayBuffer> {
      const picked = new Uint8Array(numbers.length * LEAF_BYTES)
      for (const [i, no] of numbers.entries()) {
        const at = (no % PIECE_LEAVES) * LEAF_BYTES
        const piece = pieces[Math.floor(no / PIECE_LEAVES)]
        if (piece) picked.set(piece.subarray(at, at + LEAF_BYTES), i * LEAF_BYTES)
      }
      return picked
    },
  }
}

const WORDS = 2 ** 32
const WORDS_AT_ONCE = 16_384

/** Many random 32-bit numbers at once, because requesting them takes longer than using them. */
function randomWords() {
  let words = new Uint32Array()
  let at = 0
  return (): number => {
    if (at === words.length) {
      const bytes = randomBytes(4 * WORDS_AT_ONCE)
      words = new Uint32Array(bytes.buffer, bytes.byteOffset, WORDS_AT_ONCE)
      at = 0
    }
    return words[at++] ?? 0
  }
}

/**
 * A new random order of all leaves each day, so two days' neighbors reveal nothing (Fisher and
 * Yates).
 */
export function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  const draw = randomWords()
  for (let at = count - 1; at > 0; at--) {
    // Words above the last whole multiple would make small numbers more likely.
    const limit = WORDS - (WORDS % (at + 1))
    let word = draw()
    while (word >= limit) word = draw()
    const other = word % (at + 1)
    const moved = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = moved
  }
  return order
}
