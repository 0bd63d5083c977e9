import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../support/scale.ts'
import type { Sha256 } from '../../src/proof/canonical.ts'
import { centsOf, groupOf, GROUPS } from '../../src/proof/groups.ts'
import {
  hashOf,
  join,
  leafOf,
  NODE_BYTES,
  pathIn,
  rootByPath,
  rootInPlace,
  saltOf,
  sumsOf,
  SumOutOfRange,
  type SumNode,
} from '../../src/proof/sum-tree.ts'

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

const day = '2026-11-23'
type Person = { name: string; owed: bigint; group: number }
type Place = { part: number; parts: number }

const salt = (name: string): Uint8Array => sha256(new TextEncoder().encode(`salt of ${name}`))
const leaf = (
  { name, owed, group }: Person,
  { part, parts }: Place = { part: 0, parts: 1 },
): SumNode =>
  leafOf(
    sha256,
    { day, owed, counts: part === 0, group: part === 0 ? group : null },
    { salt: salt(name), username: name, part, parts },
  )

/** `count` members with different balances. */
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `member-${i}`,
    owed: BigInt(i * 7_919) % 40_000_000n,
    group: i % GROUPS,
  }))

/** The root of nodes that are kept. */
const rootOver = (hash: Sha256, nodes: readonly SumNode[]): SumNode =>
  rootInPlace(hash, Uint8Array.from(Buffer.concat(nodes)))

/** The root by the recursive words of RFC 9162, written without a look at the code under test. */
function plainRoot(nodes: readonly SumNode[]): SumNode {
  const [first] = nodes
  if (nodes.length === 1 && first) return first
  let half = 1
  while (half * 2 < nodes.length) half *= 2
  return join(sha256, plainRoot(nodes.slice(0, half)), plainRoot(nodes.slice(half)))
}

test('has the shape of RFC 9162 at every size, with a path from each leaf to the root', () => {
  const some = Array.from({ length: isLong ? 300 : 25 }, (_, i) => i + 1)
  for (const size of [...some, 255, 257]) {
    const nodes = people(size).map((each) => leaf(each))
    const root = rootOver(sha256, nodes)
    expect(root).toEqual(plainRoot(nodes))
    for (const [index, node] of nodes.entries()) {
      // In large trees, the positions with irregular paths.
      if (size > 100 && !isLong && index % 50 > 1 && index < size - 2) continue
      const path = pathIn(sha256, nodes, index)
      expect(rootByPath(sha256, { leaf: node, index, size, path })).toEqual(root)
    }
  }
})

test('adds up the debt, the members, and the groups in the root', () => {
  const members = people(1_000)
  const sums = sumsOf(
    rootOver(
      sha256,
      members.map((each) => leaf(each)),
    ),
  )
  expect(sums.owed).toBe(members.reduce((sum, { owed }) => sum + owed, 0n))
  expect(sums.members).toBe(1_000)
  expect(sums.groups).toEqual(
    Array.from({ length: GROUPS }, (_, g) => members.filter(({ group }) => group === g).length),
  )
})

const sized = fc.integer({ min: 2, max: isLong ? 2_000 : 300 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    index: fc.nat(size - 1),
    step: fc.nat(),
    bit: fc.nat(),
    other: fc.nat(size - 1),
  }),
)

/** The root that a path leads to, even if its sums are impossible. */
function rootOrNothing(inclusion: Parameters<typeof rootByPath>[1]): SumNode | null {
  try {
    return rootByPath(sha256, inclusion)
  } catch (error) {
    if (error instanceof SumOutOfRange) return null
    throw error
  }
}

test('gives another root for a changed bit, position, neighbor, or name', () => {
  const property = fc.property(sized, ({ size, index, step, bit, other }) => {
    const members = people(size)
    const nodes = members.map((each) => leaf(each))
    const root = rootOver(sha256, nodes)
    const [own, path] = [nodes[index], pathIn(sha256, nodes, index)]
    const person = members[index]
    if (!own || !person) throw new Error('no such leaf')
    const proof = { leaf: own, index, size, path }

    const at = step % path.length
    const flipped = path.map((node, i) => {
      if (i !== at) return node
      const bytes = Uint8Array.from(node)
      const place = (bit >> 3) % bytes.length
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (bit & 7))
      return bytes
    })
    const others = [(index + 1 + other) % size].filter((each) => each !== index)
    const forged = [
      { ...proof, path: flipped },
      ...others.map((each) => ({ ...proof, index: each })),
      ...(path.length > 1 ? [{ ...proof, path: path.toReversed() }] : []),
      { ...proof, path: path.slice(1) },
      { ...proof, path: [...path, own] },
      { ...proof, leaf: leaf({ ...person, name: `${person.name}x` }) },
      { ...proof, leaf: leaf({ ...person, owed: person.owed + 1n }) },
    ]
    for (const each of forged) expect(rootOrNothing(each)).not.toEqual(root)
  })
  fc.assert(property, { numRuns: isLong ? 400 : 40, seed: 11 })
})

/** A node that claims to owe more or less. */
function owing(node: SumNode, more: bigint): SumNode {
  const bytes = Uint8Array.from(node)
  new DataView(bytes.buffer).setBigUint64(0, sumsOf(node).owed + more)
  return bytes
}

test('changes the hash above when a cent moves between children', () => {
  const [, left, right] = people(3).map((each) => leaf(each))
  if (!left || !right) throw new Error('two leaves')
  const kept = join(sha256, left, right)
  const moved = join(sha256, owing(left, 1n), owing(right, -1n))
  expect(sumsOf(moved)).toEqual(sumsOf(kept))
  expect(hashOf(moved)).not.toEqual(hashOf(kept))
})

test('refuses sums below zero and above the limit', () => {
  const [one] = people(1)
  if (!one) throw new Error('a person')
  expect(() => leaf({ ...one, owed: -1n })).toThrow(SumOutOfRange)
  const rich = leaf({ ...one, owed: 2n ** 63n - 1n })
  const cent = leaf({ ...one, name: 'b', owed: 1n })
  expect(() => join(sha256, rich, cent)).toThrow(SumOutOfRange)
})

/** Values near the limits of words, exact numbers, and sums. */
const nearEdges = (...edges: bigint[]) =>
  fc
    .tuple(
      fc.constantFrom(...edges),
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([edge, off, share]) => edge / BigInt(share) + BigInt(off))
const owedAt = nearEdges(6n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 3n)
const countAt = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 30n }) },
  { weight: 1, arbitrary: nearEdges(6n, 2n ** 16n, 2n ** 31n, 2n ** 32n - 3n) },
)
const [MAX_OWED, MAX_COUNT] = [2n ** 63n - 1n, 2n ** 32n - 1n]

/** A node with any sums, written with bigints. */
function nodeWith(owed: bigint, counts: readonly bigint[]): SumNode {
  const node = new DataView(new ArrayBuffer(NODE_BYTES))
  node.setBigUint64(0, owed)
  for (const [at, count] of counts.entries()) node.setUint32(8 + 4 * at, Number(count))
  return new Uint8Array(node.buffer)
}
const nodeAt = fc.tuple(owedAt, fc.array(countAt, { minLength: 1 + GROUPS, maxLength: 1 + GROUPS }))

/** The node above two others; undefined if a sum of the two doesn't fit. */
function tryJoin(left: SumNode, right: SumNode): SumNode | undefined {
  try {
    return join(sha256, left, right)
  } catch (error) {
    if (error instanceof SumOutOfRange) return undefined
    throw error
  }
}

test('adds words as exactly as bigints, up to every limit and beyond', () => {
  let [fits, refused] = [0, 0]
  const adds = fc.property(nodeAt, nodeAt, ([owed, counts], [otherOwed, others]) => {
    const sum = owed + otherOwed
    const sums = counts.map((count, at) => count + (others[at] ?? 0n))
    const isOut = sum > MAX_OWED || owed > MAX_OWED || otherOwed > MAX_OWED
    const fitting = !isOut && sums.every((each) => each <= MAX_COUNT)
    if (fitting) fits += 1
    else refused += 1
    const added = tryJoin(nodeWith(owed, counts), nodeWith(otherOwed, others))
    // The hash covers the written sums, so their bytes must be right too.
    expect(added?.subarray(0, 60)).toEqual(
      fitting ? nodeWith(sum, sums).subarray(0, 60) : undefined,
    )
    expect(added && sumsOf(added).owed).toBe(fitting ? sum : undefined)
  })
  fc.assert(adds, { numRuns: isLong ? 20_000 : 1_000, seed: 32 })
  expect(Math.min(fits, refused)).toBeGreaterThan(50)
})

test('never gives two members with equal balances the same leaf', () => {
  const twins = ['ana', 'ben'].map((name) => leaf({ name, owed: 1_000_000n, group: 5 }))
  expect(twins[0]).not.toEqual(twins[1])
  const same = { day, owed: 1n, counts: true, group: 5 }
  // With one salt for all, only the name distinguishes them.
  const of = (username: string, part = 0, parts = 1) =>
    leafOf(sha256, same, { salt: salt('x'), username, part, parts })
  const all = [of('ab'), of('a'), of('b'), of('ab', 0, 2), of('ab', 1, 2), of('ab\0')]
  expect(new Set(all.map((node) => Buffer.from(node).toString('hex'))).size).toBe(all.length)
  expect(of('AB')).toEqual(of('ab'))
})

test('salts each part of each member separately', () => {
  const salts = [1, 2, 65_536].flatMap((member) =>
    [0, 1, 63].map((part) => Buffer.from(saltOf(sha256, salt('day'), { member, part }))),
  )
  expect(new Set(salts.map((each) => each.toString('hex'))).size).toBe(9)
  expect(saltOf(sha256, salt('next'), { member: 1, part: 0 })).not.toEqual(salts[0])
})

test('counts a member only in the first part of the balance', () => {
  const person = { name: 'ana', owed: 40_000_000n, group: 3 }
  const nodes = [0, 1].map((part) => leaf(person, { part, parts: 2 }))
  expect(sumsOf(rootOver(sha256, nodes))).toMatchObject({ owed: 80_000_000n, members: 1 })
  expect(sumsOf(nodes[1] ?? new Uint8Array()).groups.every((count) => count === 0)).toBe(true)
  expect(() =>
    leafOf(
      sha256,
      { day, owed: 1n, counts: false, group: 3 },
      { salt: salt('ana'), username: 'ana', part: 1, parts: 2 },
    ),
  ).toThrow(SumOutOfRange)
  expect(() => leaf(person, { part: 2, parts: 2 })).toThrow(SumOutOfRange)
})

test.each([
  [null, 0],
  [-50_000_001n, 1],
  [-50_010_000n, 1],
  [-50_000_000n, 2],
  [-1_010_000n, 4],
  [-1_000_000n, 5],
  [-1n, 5],
  [0n, 6],
  [9_999n, 6],
  [10_000n, 7],
  [100_000_000n, 10],
  [100_010_000n, 11],
])('puts a result of %s micro-dollars into group %i', (result, group) => {
  expect(groupOf(result)).toBe(group)
})

test('rounds cents down, even below zero', () => {
  expect([-10_001n, -10_000n, -1n, 0n, 9_999n].map(centsOf)).toEqual([-2n, -1n, -1n, 0n, 0n])
})
