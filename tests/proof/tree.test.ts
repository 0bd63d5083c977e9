import { hex } from '@scure/base'
import { expect, test } from 'vitest'
import {
  addLeaves,
  edgeOf,
  HASH_BYTES,
  subtreesOf,
  subtreesOfList,
  tilesFor,
  type Tile,
} from '../../src/proof/tiles.ts'
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  leafHash,
  rootByInclusion,
  rootOf,
  type SubtreeReader,
} from '../../src/proof/tree.ts'
import { isLong } from '../support/scale.ts'
import { randomFrom } from '../domain/random.ts'
import { naivePath, naiveProof, naiveRoot, sha256 } from './naive-tree.ts'

// Leaves and roots that Certificate Transparency's tests have used since 2012.
const known = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [
    '606162636465666768696a6b6c6d6e6f',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
] as const

const contentsOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => Buffer.from(`leaf ${i}`))
const hashed = (contents: readonly Uint8Array[]) => contents.map((each) => leafHash(sha256, each))

/** Computes each subtree once, so that all proofs of all sizes take only seconds. */
function remembered(reader: SubtreeReader): SubtreeReader {
  const known = new Map<string, Uint8Array>()
  return (height, no) => {
    const found = known.get(`${height}/${no}`) ?? reader(height, no)
    known.set(`${height}/${no}`, found)
    return found
  }
}

const MAX_SIZE = isLong ? 300 : 40
const contents = contentsOf(MAX_SIZE)
const leaves = hashed(contents)
const read = remembered(subtreesOfList(sha256, leaves))
const roots = Array.from({ length: MAX_SIZE + 1 }, (_, size) => rootOf(sha256, read, size))

test('has published roots and a published path', () => {
  const own = hashed(known.map(([content]) => hex.decode(content)))
  const tree = subtreesOfList(sha256, own)
  for (const [i, [, root]] of known.entries()) {
    expect(hex.encode(rootOf(sha256, tree, i + 1))).toBe(root)
  }
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(hex.encode(rootOf(sha256, tree, 0))).toBe(empty)
  expect(inclusionProof(sha256, tree, 5, 8).map(hex.encode)).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  expect(consistencyProof(sha256, tree, 6, 8).map(hex.encode)).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
})

test(`has the roots of a naive tree, at every size up to ${MAX_SIZE}`, () => {
  for (const size of roots.keys()) expect(roots[size]).toEqual(naiveRoot(contents.slice(0, size)))
})

test('proves every leaf at every size, as the definition says', () => {
  for (let size = 1; size <= MAX_SIZE; size++) {
    for (let index = 0; index < size; index++) {
      const path = inclusionProof(sha256, read, index, size)
      const root = rootByInclusion(sha256, leaves[index] as Uint8Array, { index, size }, path)
      if (!Buffer.from(root ?? []).equals(roots[size] as Uint8Array)) {
        throw new Error(`leaf ${index} of ${size}`)
      }
    }
    const index = (size * 7) % size
    const plain = naivePath(index, contents.slice(0, size))
    expect(inclusionProof(sha256, read, index, size)).toEqual(plain)
  }
})

const treeOf = (size: number) => ({ size, root: roots[size] as Uint8Array })

test('proves that every size continues every smaller one', () => {
  for (let size = 1; size <= MAX_SIZE; size++) {
    for (let older = 1; older <= size; older++) {
      const proof = consistencyProof(sha256, read, older, size)
      if (!isConsistent(sha256, treeOf(older), treeOf(size), proof)) {
        throw new Error(`${older} in ${size}`)
      }
    }
    const older = 1 + ((size * 13) % size)
    const plain = naiveProof(older, contents.slice(0, size))
    expect(consistencyProof(sha256, read, older, size)).toEqual(plain)
  }
})

const flipped = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

test('rejects proofs with a flipped bit, another position, or one hash too many or too few', () => {
  const random = randomFrom(7)
  const pick = (most: number): number => random.below(most)
  for (let round = 0; round < 200; round++) {
    const size = 2 + pick(MAX_SIZE - 2)
    const index = pick(size)
    const leaf = leaves[index] as Uint8Array
    const path = inclusionProof(sha256, read, index, size)
    const at = pick(path.length)
    const bent = path.map((hash, i) => (i === at ? flipped(hash, pick(256)) : hash))
    const good = Buffer.from(roots[size] as Uint8Array)
    const leads = (place: { index: number; size: number }, hashes: Uint8Array[], from = leaf) => {
      const root = rootByInclusion(sha256, from, place, hashes)
      return root !== null && good.equals(root)
    }
    expect(leads({ index, size }, bent)).toBe(false)
    expect(leads({ index, size }, path, flipped(leaf, pick(256)))).toBe(false)
    expect(leads({ index, size }, path.slice(1))).toBe(false)
    expect(leads({ index, size }, [...path, leaf])).toBe(false)
    expect(leads({ index: index + size, size }, path)).toBe(false)
    const older = 1 + pick(size - 1)
    const proof = consistencyProof(sha256, read, older, size)
    const other = { size: older, root: flipped(treeOf(older).root, pick(256)) }
    expect(isConsistent(sha256, other, treeOf(size), proof)).toBe(false)
    const spoiled = proof.map((hash) => flipped(hash, pick(256)))
    expect(isConsistent(sha256, treeOf(older), treeOf(size), spoiled)).toBe(false)
  }
})

/** Adds leaves in steps and stores the tiles, as the worker does. */
function grow(steps: readonly number[], all: readonly Uint8Array[]): Map<string, Tile> {
  const tiles = new Map<string, Tile>()
  let size = 0
  for (const step of steps) {
    const edge = edgeOf(size).map(({ level, no }) => tiles.get(`${level}/${no}`) as Tile)
    for (const tile of addLeaves(sha256, size, edge, all.slice(size, size + step))) {
      const before = tiles.get(`${tile.level}/${tile.no}`)?.hashes ?? new Uint8Array()
      // A generic comparison would treat each byte as a separate value.
      expect(Buffer.compare(tile.hashes.subarray(0, before.length), before)).toBe(0)
      tiles.set(`${tile.level}/${tile.no}`, tile)
    }
    size += step
  }
  return tiles
}

test('grows in tiles by steps of any length, and needs few of them for roots and proofs', () => {
  // A tile of the third level needs 65,536 leaves. Only the long run hashes as many.
  const steps = [1, 254, 1, 300, 1, ...(isLong ? [64_979] : []), 464, 4_000]
  const count = steps.reduce((sum, step) => sum + step, 0)
  const all = Array.from({ length: count }, (_, i) => leafHash(sha256, Buffer.from(`${i}`)))
  const tiles = grow(steps, all)
  const widths = ([level, no]: readonly [number, number]) =>
    (tiles.get(`${level}/${no}`)?.hashes.length ?? 0) / HASH_BYTES
  // The C2SP specification's example has 70,000 leaves.
  const expected: readonly (readonly [level: number, no: number, width: number])[] = isLong
    ? [
        [0, 272, 256],
        [0, 273, 112],
        [1, 0, 256],
        [1, 1, 17],
        [2, 0, 1],
      ]
    : [
        [0, 18, 256],
        [0, 19, 157],
        [1, 0, 19],
      ]
  expect(expected.map(([level, no]) => [level, no, widths([level, no])])).toEqual(expected)
  const whole = remembered(subtreesOfList(sha256, all))
  const sizes = [1, 255, 256, 257, 65_535, 65_536, 65_537, count]
  for (const size of sizes.filter((each) => each <= count)) {
    for (const index of [0, size >> 1, size - 1]) {
      const needed = new Set(tilesFor(index, size).map(({ level, no }) => `${level}/${no}`))
      const few = subtreesOf(sha256, (level, no) => {
        if (!needed.has(`${level}/${no}`)) throw new Error(`tile ${level}/${no} was not expected`)
        return tiles.get(`${level}/${no}`)?.hashes ?? new Uint8Array()
      })
      expect(hex.encode(rootOf(sha256, few, size))).toBe(hex.encode(rootOf(sha256, whole, size)))
      expect(inclusionProof(sha256, few, index, size).map(hex.encode)).toEqual(
        inclusionProof(sha256, whole, index, size).map(hex.encode),
      )
    }
  }
})
