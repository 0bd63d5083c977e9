/** The tree of what we owe members: built at the cut, checked against the ledger and the income. */
import type { Worker } from 'node:worker_threads'
import pino from 'pino'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallet } from '../../src/domain/ledger/account.ts'
import { groupOf } from '../../src/proof/groups.ts'
import { hashOf, rootByPath, type SumNode } from '../../src/proof/sum-tree.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { buildTree } from '../../src/server/transparency/liabilities/build-tree.ts'
import { split } from '../../src/server/transparency/liabilities/hash-leaves.ts'
import type { PackedOwed } from '../../src/server/transparency/liabilities/tree-rows.ts'
import { readLeaves } from '../../src/server/transparency/liabilities/read-leaves.ts'
import { sha256 } from '../../src/server/transparency/log/sha256.ts'
import { sheetParts } from '../../src/server/transparency/parts.ts'
import { makeSheet } from '../../src/server/transparency/sheet/make-sheet.ts'
import { isLong } from '../support/scale.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let book: Book
beforeAll(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await book.close()
  await database.close()
})

type Owed = { readonly member: number; readonly username: string; readonly owed: bigint }

/** Numbers and amounts as PostgreSQL packs them. */
function pack(rows: readonly (readonly [number, bigint])[]) {
  const [numbers, amounts] = [Buffer.alloc(4 * rows.length), Buffer.alloc(8 * rows.length)]
  for (const [at, [no, amount]] of rows.entries()) {
    numbers.writeInt32BE(no, 4 * at)
    amounts.writeBigInt64BE(amount, 8 * at)
  }
  return { numbers, amounts }
}

const packOwed = (members: readonly Owed[]): PackedOwed => ({
  ...pack(members.map(({ member, owed }) => [member, owed] as const)),
  names: JSON.stringify(members.map(({ username }) => username)),
})

async function* inBatches(members: readonly Owed[]): AsyncGenerator<PackedOwed> {
  for (let at = 0; at < members.length; at += 300) yield packOwed(members.slice(at, at + 300))
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)

test('splits a balance into at most 64 parts of about $25 that add up', () => {
  for (const owed of [0n, 1n, 25_000_000n, 25_000_001n, 60_000_000n, 10n ** 12n]) {
    const parts = split(owed)
    expect(sum(parts)).toBe(owed)
    expect(parts.every((part) => part >= 0n)).toBe(true)
    expect(parts.length).toBe(Math.max(1, Math.min(64, Math.ceil(Number(owed) / 25_000_000))))
  }
  const once = split(10n ** 9n)
  expect(split(10n ** 9n)).not.toEqual(once)
})

const resultOf = (member: number): bigint => BigInt(member - 350) * 300_000n

test('each leaf of each member leads to the root by the tiles that are stored', async () => {
  const { db } = database
  // Three levels of tiles would take 65,537 leaves. Two have a full tile and one that is not.
  const members = Array.from({ length: 700 }, (_, i) => ({
    member: i + 2,
    username: `member-${i}`,
    owed: BigInt(i % 90) * 1_000_000n,
  }))
  // Every third member paid, and each of them has another result.
  const paid = members.filter(({ member }) => member % 3 === 0)
  async function* results() {
    yield pack(paid.map(({ member }) => [member, resultOf(member)] as const))
  }
  const owed = inBatches(members)
  const built = await buildTree({ db, day: '2026-11-23', results: results(), owed })
  const owned = new Set<number>()
  for (const { member, owed } of members.filter((_, i) => isLong || i % 8 === 0)) {
    const found = await readLeaves(db, hashOf(built.root), member)
    expect(sum((found ?? []).map((leaf) => leaf.owed))).toBe(owed)
    const group = groupOf(member % 3 === 0 ? resultOf(member) : null)
    expect(found?.[0]).toMatchObject({ counts: true, group })
    for (const { node, index, path } of found ?? []) {
      expect(owned.has(index)).toBe(false)
      owned.add(index)
      const proof = { leaf: node, index, size: built.size, path }
      expect(rootByPath(sha256, proof)).toEqual(Uint8Array.from(built.root))
    }
  }
  expect(owned.size).toBeGreaterThan(100)
  expect(await readLeaves(db, hashOf(built.root), 702)).toBeNull()
})

test('fails only the tree when its thread dies', async () => {
  const { db } = database
  const workers: Worker[] = []
  const remember = (worker: Worker) => void workers.push(worker)
  process.on('worker', remember)
  const members = Array.from({ length: 500 }, (_, i) => ({
    member: i + 2,
    username: `member-${i}`,
    owed: 1_000_000_000n,
  }))
  async function* killing(): AsyncGenerator<PackedOwed> {
    yield packOwed(members)
    // The next members reach a thread that is ending, or one that is gone.
    const ending = workers.map((worker) => worker.terminate())
    yield packOwed(members)
    await Promise.all(ending)
  }
  const build = (owed: AsyncGenerator<PackedOwed>) =>
    buildTree({ db, day: '2026-11-21', results: null, owed })
  await expect(build(killing())).rejects.toThrow('tree-thread.ts ended without an answer')
  process.off('worker', remember)
  expect(workers).toHaveLength(1)
  expect((await build(inBatches(members.slice(0, 10)))).size).toBe(400)
})

test('builds two trees of one day in different orders with different salts', async () => {
  const { db } = database
  const members = Array.from({ length: 40 }, (_, i) => ({
    member: i + 2,
    username: `member-${i}`,
    owed: 1_000_000n,
  }))
  const build = () => buildTree({ db, day: 'today', results: null, owed: inBatches(members) })
  await expect(build()).rejects.toThrow(/day/)
  const order = async (root: SumNode): Promise<number[]> => {
    const leaves = members.map((each) => readLeaves(db, hashOf(root), each.member))
    return (await Promise.all(leaves)).flatMap((own) => own?.map(({ index }) => index) ?? [])
  }
  const built = async () =>
    (await buildTree({ db, day: '2026-11-22', results: null, owed: inBatches(members) })).root
  const [one, other] = [await built(), await built()]
  expect(hashOf(one)).not.toEqual(hashOf(other))
  expect(await order(one)).not.toEqual(await order(other))
})

test('keeps few trees of unsealed attempts', async () => {
  const { db } = database
  const day = '2026-11-21'
  const members = [{ member: 2, username: 'anna', owed: 1_000_000n }]
  const build = () => buildTree({ db, day, results: null, owed: inBatches(members) })
  await build()
  // The answer to its seal may still arrive.
  const recent = await build()
  await sql`update liability_days set built_at = now() - interval '11 minutes'
    where day = ${day} and root <> ${Buffer.from(hashOf(recent.root))}`.execute(db)
  const last = await build()
  const kept = await db
    .selectFrom('liability_days')
    .select('root')
    .where('day', '=', day)
    .orderBy('no')
    .execute()
  expect(kept.map(({ root }) => root?.toString('hex'))).toEqual(
    [recent, last].map(({ root }) => Buffer.from(hashOf(root)).toString('hex')),
  )
})

const none: Owed = { member: 2, username: 'none', owed: 0n }

test('seals a sheet only if its tree matches the ledger for every member', async () => {
  const { db } = database
  for (let at = 0; at < 3; at++) {
    await book.submit({ command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } })
  }
  const deps = { db, book, origin: 'test/log', parts: sheetParts }
  // Someone with full rights hides a member who has $5.
  const asOwner = (statement: RawBuilder<unknown>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
  const hidden = wallet(900)
  await asOwner(sql`insert into accounts (no, balance, asset) values (${hidden}, 5000000, 0)`)
  await expect(makeSheet(deps)).rejects.toThrow(/the tree owes 0 .* the ledger 5000000/)
  await asOwner(sql`delete from accounts where no = ${hidden}`)
  await makeSheet(deps)
  const { body } = await db
    .selectFrom('sheet_bodies')
    .select('body')
    .where('name', '=', 'sheet')
    .orderBy('stored_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body)).toMatchObject({
    liabilities: {
      leaves: 3,
      members: 3,
      owed: '0.00',
      groups: Array.from({ length: 12 }, () => 0),
    },
    unattributed: { trx: '0', usdt: '0' },
  })
  // A later day deletes what failed attempts of this one left behind, and keeps the sealed tree.
  const treesOf = () => db.selectFrom('liability_days').select(['day', 'root']).execute()
  const { liabilities } = JSON.parse(body) as { liabilities: { root: string } }
  const isSealed = ({ root }: { root: Buffer | null }) =>
    root?.toString('base64') === liabilities.root
  expect((await treesOf()).filter((tree) => !isSealed(tree))).not.toEqual([])
  await asOwner(sql`update liability_days set built_at = now() - interval '11 minutes'`)
  const later = await buildTree({ db, day: '2999-01-01', results: null, owed: inBatches([none]) })
  const hashes = (await treesOf()).map(({ root }) => root?.toString('base64'))
  expect(hashes).toHaveLength(2)
  expect(hashes).toEqual(
    expect.arrayContaining([liabilities.root, Buffer.from(hashOf(later.root)).toString('base64')]),
  )
})
