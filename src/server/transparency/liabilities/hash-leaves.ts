/** Computes the leaves of members and the roots of tiles, which takes most of the time. */
import { randomBytes } from 'node:crypto'
import { hashLeaf, MOST_PARTS, NODE_BYTES, rootInPlace, saltOf } from '../../../proof/sum-tree.ts'
import { sha256 } from '../log/sha256.ts'
import { LEAF_BYTES, nodesOfLeaves, TILE_WIDTH, writeLeaf } from './tile-bodies.ts'

/** What we owe one member, in micro-dollars. */
export type Owed = {
  readonly member: number
  readonly username: string
  readonly owed: bigint
  /** The group of their result; null while groups would reveal individual members. */
  readonly group: number | null
}

/** We split balances above this, so that a neighbor in the tree doesn't see them. */
const PART_MICROS = 25_000_000n

const WIDTH = 16
/** Random bytes for many amounts at once, because requesting them takes longer than using them. */
let random = Buffer.alloc(0)
let used = 0

/** A random amount from 0 to `most`. With sixteen bytes, the bias is negligible. */
function randomUpTo(most: bigint): bigint {
  if (used === random.length) {
    random = randomBytes(WIDTH * 4_096)
    used = 0
  }
  const word = (random.readBigUInt64LE(used) << 64n) | random.readBigUInt64LE(used + 8)
  used += WIDTH
  return word % (most + 1n)
}

/** Splits a balance at random points. A small balance stays in one part. */
export function split(owed: bigint): bigint[] {
  const wanted = Number((owed + PART_MICROS - 1n) / PART_MICROS)
  const parts = Math.max(1, Math.min(MOST_PARTS, wanted))
  if (parts === 1) return [owed]
  const cuts = Array.from({ length: parts - 1 }, () => randomUpTo(owed))
  const ends = [...cuts.toSorted((one, other) => (one < other ? -1 : 1)), owed]
  return ends.map((end, i) => end - (ends[i - 1] ?? 0n))
}

export type LeavesAsked = {
  readonly day: string
  readonly secret: Uint8Array
  readonly members: readonly Owed[]
}

/** The leaves in the form of tiles, and the number of leaves of each member. */
export type LeavesMade = { readonly bytes: Uint8Array; readonly parts: readonly number[] }

/** Creates the leaves of members, in order. */
export function makeLeaves({ day, secret, members }: LeavesAsked): LeavesMade {
  const amounts = members.map(({ owed }) => split(owed))
  const parts = amounts.map(({ length }) => length)
  const bytes = new Uint8Array(LEAF_BYTES * parts.reduce((sum, each) => sum + each, 0))
  let at = 0
  for (const [no, { member, username, group }] of members.entries()) {
    const own = amounts[no] ?? []
    for (const [part, owed] of own.entries()) {
      const counts = part === 0
      const leaf = { day, owed, counts, group: counts ? group : null }
      const salt = saltOf(sha256, secret, { member, part })
      writeLeaf(
        bytes,
        at,
        leaf,
        hashLeaf(sha256, leaf, { salt, username, part, parts: own.length }),
      )
      at += LEAF_BYTES
    }
  }
  return { bytes, parts }
}

/** The roots of the tiles over some leaves, in order. */
export function makeRoots(leaves: Uint8Array): Uint8Array {
  const width = TILE_WIDTH * LEAF_BYTES
  const tiles = Math.ceil(leaves.length / width)
  const roots = new Uint8Array(tiles * NODE_BYTES)
  for (let no = 0; no < tiles; no++) {
    const nodes = nodesOfLeaves(leaves.subarray(no * width, (no + 1) * width))
    roots.set(rootInPlace(sha256, nodes), no * NODE_BYTES)
  }
  return roots
}
