/**
 * A Merkle tree of liabilities that also adds up. Each node's hash covers the sums of both its
 * children, so no sum can shrink on the way to the root. It has the shape of RFC 9162: the left
 * subtree is the largest full one.
 */
import { bytesOf, type Sha256 } from './canonical.ts'
import { GROUPS } from './groups.ts'

/**
 * The sums of a node: `owed` in micro-dollars, members, and the number of members in each group.
 */
export type Sums = {
  readonly owed: bigint
  readonly members: number
  readonly groups: readonly number[]
}

/**
 * A node: its sums in 60 bytes (u64 owed, u32 members, 12 times u32 in a group; unsigned and
 * big-endian), then its hash in 32.
 */
export type SumNode = Uint8Array

/** The owner of a part of a balance. Without the salt, the hash identifies nobody. */
export type Owner = {
  readonly salt: Uint8Array
  readonly username: string
  /** A balance has `parts` leaves. This is the index of one, from 0. */
  readonly part: number
  readonly parts: number
}

/** A part of one member's balance. */
export type Leaf = {
  readonly day: string
  readonly owed: bigint
  /** Whether this leaf counts the member. Only each member's first part does. */
  readonly counts: boolean
  /**
   * The group of the member's result; null if this leaf counts nobody, or the tree has no groups.
   */
  readonly group: number | null
}

const OWED_BYTES = 8
const SUMS_BYTES = OWED_BYTES + 4 * (1 + GROUPS)
export const HASH_BYTES = 32
export const NODE_BYTES = SUMS_BYTES + HASH_BYTES
export const SALT_BYTES = 32
export const MOST_PARTS = 64
const MAX_OWED = 2n ** 63n - 1n
const MAX_WORD = 2n ** 32n - 1n
const MAX_SAFE = 2n ** 53n

const LEAF = 0
const INNER = 1
const KIND = bytesOf('twofold/liability/v1')
const SALT_LABEL = bytesOf('twofold/salt/v1')

/** The sums don't fit: a balance below zero, or more than a sum can hold. */
export class SumOutOfRange extends Error {
  override name = 'SumOutOfRange'
}

/** The largest value of the upper half of `owed`: half of an unsigned word. */
const MAX_UPPER = 2 ** 31 - 1
const WORD = 2 ** 32

// We read and write millions of nodes a day, so we use words instead of views or bigints.

const wordAt = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)) >>>
  0

function setWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24
  bytes[at + 1] = word >>> 16
  bytes[at + 2] = word >>> 8
  bytes[at + 3] = word
}

/** Writes what a node owes. Most balances fit a number, which is faster than a big one. */
export function writeOwed(nodes: Uint8Array, at: number, owed: bigint): void {
  if (owed < 0n || owed > MAX_OWED) throw new SumOutOfRange('a balance is negative or too large')
  const small = owed < MAX_SAFE ? Number(owed) : null
  setWord(nodes, at, small === null ? Number(owed >> 32n) : Math.floor(small / WORD))
  setWord(nodes, at + 4, small === null ? Number(owed & MAX_WORD) : small % WORD)
}

function requireNode(node: SumNode): SumNode {
  if (node.length !== NODE_BYTES) throw new SumOutOfRange(`a node has ${NODE_BYTES} bytes`)
  return node
}

/** The upper half of a node's `owed`. */
function upperOf(upper: number): number {
  if (upper > MAX_UPPER) throw new SumOutOfRange('a balance is negative or too large')
  return upper
}

/** @throws SumOutOfRange if the node has another length, or owes more than a sum can hold */
export function sumsOf(node: SumNode): Sums {
  requireNode(node)
  const groups = Array.from({ length: GROUPS }, (_, at) => wordAt(node, OWED_BYTES + 4 + 4 * at))
  const owed = (BigInt(upperOf(wordAt(node, 0))) << 32n) | BigInt(wordAt(node, 4))
  return { owed, members: wordAt(node, OWED_BYTES), groups }
}

export const hashOf = (node: SumNode): Uint8Array => node.subarray(SUMS_BYTES)

/** A salt for one leaf of one day. It can't be computed from another leaf's salt. */
export function saltOf(
  sha256: Sha256,
  secret: Uint8Array,
  { member, part }: { readonly member: number; readonly part: number },
): Uint8Array {
  const bytes = new Uint8Array(SALT_LABEL.length + secret.length + 6)
  bytes.set(SALT_LABEL)
  bytes.set(secret, SALT_LABEL.length)
  setWord(bytes, bytes.length - 6, member)
  setHalf(bytes, bytes.length - 2, part)
  return sha256(bytes)
}

function setHalf(bytes: Uint8Array, at: number, half: number): void {
  bytes[at] = half >>> 8
  bytes[at + 1] = half
}

/** Binds a leaf to one member. The length precedes the name, so no two owners look alike. */
function hideOwner(sha256: Sha256, { salt, username, part, parts }: Owner): Uint8Array {
  const name = username.toLowerCase()
  const encoded = isAscii(name) ? null : bytesOf(name)
  const length = encoded?.length ?? name.length
  if (salt.length !== SALT_BYTES || length > 255) throw new SumOutOfRange('no such owner')
  if (!(part >= 0 && part < parts && parts <= MOST_PARTS)) {
    throw new SumOutOfRange(`part ${part} of ${parts}`)
  }
  const bytes = new Uint8Array(SALT_BYTES + 1 + length + 4)
  bytes.set(salt)
  bytes[SALT_BYTES] = length
  if (encoded) bytes.set(encoded, SALT_BYTES + 1)
  else for (let i = 0; i < length; i++) bytes[SALT_BYTES + 1 + i] = name.charCodeAt(i)
  setHalf(bytes, bytes.length - 4, part)
  setHalf(bytes, bytes.length - 2, parts)
  return sha256(bytes)
}

/** Most names are, and need no encoder. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Writes whom a leaf counts into its node, which has zeros there. */
export function writeSums(
  nodes: Uint8Array,
  at: number,
  { counts, group }: Pick<Leaf, 'counts' | 'group'>,
): void {
  if (group !== null && !(counts && Number.isInteger(group) && group >= 0 && group < GROUPS)) {
    throw new SumOutOfRange(`group ${group}`)
  }
  if (counts) setWord(nodes, at + OWED_BYTES, 1)
  if (group !== null) setWord(nodes, at + OWED_BYTES + 4 + 4 * group, 1)
}

/** The hashed bytes of a leaf: the same for each leaf of a day, except for its sums and owner. */
function bytesOfLeaf(day: string): Uint8Array {
  const text = bytesOf(day)
  const bytes = new Uint8Array(1 + KIND.length + text.length + SUMS_BYTES + HASH_BYTES)
  bytes[0] = LEAF
  bytes.set(KIND, 1)
  bytes.set(text, 1 + KIND.length)
  return bytes
}

// One buffer for all leaves of a day, because each is hashed before the next is written.
let ofDay = { day: '', bytes: bytesOfLeaf('') }

/**
 * The hash of a leaf, which is the end of its node.
 * @throws SumOutOfRange for a balance below zero, or a group or part that doesn't exist
 */
export function hashLeaf(sha256: Sha256, leaf: Leaf, owner: Owner): Uint8Array {
  if (ofDay.day !== leaf.day) ofDay = { day: leaf.day, bytes: bytesOfLeaf(leaf.day) }
  const { bytes } = ofDay
  const sums = bytes.length - HASH_BYTES - SUMS_BYTES
  bytes.fill(0, sums)
  writeOwed(bytes, sums, leaf.owed)
  writeSums(bytes, sums, leaf)
  bytes.set(hideOwner(sha256, owner), bytes.length - HASH_BYTES)
  return sha256(bytes)
}

/** The node of a leaf. It throws what `hashLeaf` does. */
export function leafOf(sha256: Sha256, leaf: Leaf, owner: Owner): SumNode {
  const node = new Uint8Array(NODE_BYTES)
  node.set(hashLeaf(sha256, leaf, owner), SUMS_BYTES)
  writeOwed(node, 0, leaf.owed)
  writeSums(node, 0, leaf)
  return node
}

/** Two nodes that are joined. One buffer for all: it's hashed before anyone else writes to it. */
const JOINED = new Uint8Array(1 + 2 * NODE_BYTES).fill(INNER, 0, 1)
const [LEFT, RIGHT] = [1, 1 + NODE_BYTES]

/**
 * Writes the node above the two that are in `JOINED`.
 * @throws SumOutOfRange if a sum of the two doesn't fit
 */
function writeJoined(sha256: Sha256, nodes: Uint8Array, to: number): void {
  const lower = wordAt(JOINED, LEFT + 4) + wordAt(JOINED, RIGHT + 4)
  const carried = lower >= WORD ? 1 : 0
  setWord(nodes, to, upperOf(wordAt(JOINED, LEFT) + wordAt(JOINED, RIGHT) + carried))
  setWord(nodes, to + 4, lower)
  for (let at = OWED_BYTES; at < SUMS_BYTES; at += 4) {
    const count = wordAt(JOINED, LEFT + at) + wordAt(JOINED, RIGHT + at)
    if (count >= WORD) throw new SumOutOfRange('a count is too large')
    setWord(nodes, to + at, count)
  }
  nodes.set(sha256(JOINED), to + SUMS_BYTES)
}

/**
 * The node above two others.
 * @throws SumOutOfRange if a sum of the two doesn't fit
 */
export function join(sha256: Sha256, left: SumNode, right: SumNode): SumNode {
  JOINED.set(requireNode(left), LEFT)
  JOINED.set(requireNode(right), RIGHT)
  const node = new Uint8Array(NODE_BYTES)
  writeJoined(sha256, node, 0)
  return node
}

/** The root over nodes that follow each other. It overwrites them: millions need no other room. */
export function rootInPlace(sha256: Sha256, nodes: Uint8Array): SumNode {
  let count = nodes.length / NODE_BYTES
  if (!(count >= 1 && Number.isInteger(count))) throw new RangeError('a tree needs whole leaves')
  while (count > 1) {
    const pairs = Math.floor(count / 2)
    for (let at = 0; at < pairs; at++) {
      JOINED.set(nodes.subarray(2 * at * NODE_BYTES, 2 * (at + 1) * NODE_BYTES), LEFT)
      writeJoined(sha256, nodes, at * NODE_BYTES)
    }
    // A node without a neighbor moves up as it is.
    const isOdd = count % 2 === 1
    if (isOdd) nodes.copyWithin(pairs * NODE_BYTES, (count - 1) * NODE_BYTES, count * NODE_BYTES)
    count = pairs + (isOdd ? 1 : 0)
  }
  return nodes.slice(0, NODE_BYTES)
}

/** The next level up. A node without a neighbor moves up as it is. */
function levelAbove(sha256: Sha256, nodes: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = []
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at], nodes[at + 1]]
    if (left) above.push(right ? join(sha256, left, right) : left)
  }
  return above
}

/** The neighbors from a node of a level up to the root over that level, lowest first. */
export function pathIn(sha256: Sha256, nodes: readonly SumNode[], index: number): SumNode[] {
  const path: SumNode[] = []
  let level = nodes
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    const neighbor = level[at % 2 === 0 ? at + 1 : at - 1]
    if (neighbor) path.push(neighbor)
    level = levelAbove(sha256, level)
  }
  return path
}

export type Inclusion = {
  readonly leaf: SumNode
  readonly index: number
  readonly size: number
  readonly path: readonly SumNode[]
}

/**
 * The root that a path leads to (RFC 9162, section 2.1.3.2); null if the path doesn't fit the
 * leaf's position.
 * @throws SumOutOfRange if a sum on the path is impossible
 */
export function rootByPath(sha256: Sha256, { leaf, index, size, path }: Inclusion): SumNode | null {
  const isPlace = Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0
  if (!isPlace || index >= size) return null
  let [node, last, root] = [index, size - 1, leaf]
  for (const neighbor of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = join(sha256, neighbor, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      root = join(sha256, root, neighbor)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}
