/** What we hold against what we owe: on a devnet, with wallets that sign and nodes that lie. */
import { sql } from 'kysely'
import { Trx } from 'tronweb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Solvency } from '../../../src/contract/subjects/reserves.ts'
import { checkSample } from '../../../src/proof/reserve-tree.ts'
import { deriveSolvency } from '../../../src/proof/solvency.ts'
import { findSolvencyFault } from '../../../src/server/transparency/reserves/check-solvency.ts'
import { drawSample, readSample } from '../../../src/server/transparency/reserves/draw-sample.ts'
import { isTime, takeReading } from '../../../src/server/transparency/reserves/random-readings.ts'
import type { ReserveDeps } from '../../../src/server/transparency/reserves/read-wallets.ts'
import { committedIn, openingsIn } from '../../../src/server/transparency/reserves/sample-body.ts'
import {
  draftStatement,
  keepStatement,
} from '../../../src/server/transparency/reserves/statements.ts'
import { reservesPart } from '../../../src/server/transparency/reserves/reserves-part.ts'
import { makeSheet } from '../../../src/server/transparency/sheet/make-sheet.ts'
import { readPart } from '../../../src/server/transparency/sheet/read-sheets.ts'
import { sheetParts } from '../../../src/server/transparency/parts.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode } from '../../support/rewriting-node.ts'
import { isLong } from '../../support/scale.ts'
import { openReserveWorld, patience, today, type ReserveWorld } from '../support/reserve-world.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'

let world: ReserveWorld
beforeAll(async () => {
  world = await openReserveWorld()
})
afterAll(() => world.close())

const read: ReserveWorld['read'] = (...given) => world.read(...given)
const place = () => world.place()

const later = (days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

test('counts a wallet for 35 days after its key signed a statement', async () => {
  expect(await read()).toMatchObject({ wallets: [{ state: 'unsigned' }], held: null, ratio: null })
  await expect(world.sign(world.keys.cold, world.keys.foreign)).rejects.toThrow(
    'Another key signed the text.',
  )
  await world.sign(world.keys.cold)
  const body = await read()
  expect(body.wallets).toMatchObject([{ state: 'counted', trx: '100', usdt: '90' }])
  // 140 TRX at $0.25, and 90 USDT, against $100 and 40 TRX that nobody has been credited with.
  expect(body.owed).toEqual({ members: '100.00', trx: '40', usdt: '0' })
  expect(body).toMatchObject({
    deposits: { addresses: 1, trx: '40', usdt: '0' },
    held: { trx: '140', usdt: '90' },
    usd: { owed: '110.00', held: '125.00' },
    ratio: 11_363,
  })
  expect((await read({}, later(35))).wallets).toMatchObject([{ state: 'counted' }])
  expect((await read({}, later(36))).wallets).toMatchObject([{ state: 'unsigned' }])
  expect((await read({}, later(-1))).wallets).toMatchObject([{ state: 'unsigned' }])
})

test('refuses a statement for another place, wallet, or future day', async () => {
  const { db } = world.edge
  const here = await place()
  const text = await draftStatement(db, here, world.cold)
  const signed = (said: string) => {
    const signature = Trx.signMessageV2(said, toHex(world.keys.cold))
    return keepStatement(db, { text: said, signature, operator: world.operator }, here)
  }
  await expect(signed(text.replace('test/log', 'other/log'))).rejects.toThrow(/another wallet/)
  await expect(signed(text.replace('Twofold', 'Threefold'))).rejects.toThrow(/another wallet/)
  await expect(signed(text.replace(/Network: .*/, 'Network: tron-0'))).rejects.toThrow(/another/)
  await expect(signed(text.replace(/Day: .*/, 'Day: 2001-01-01'))).rejects.toThrow(/35 days/)
  // A wallet that was borrowed can't sign for later days: nobody knows their checkpoints.
  const size = /Checkpoint: (\d+)/.exec(text)?.[1]
  await expect(
    signed(text.replace(/Checkpoint: .*/, `Checkpoint: ${size} ${'A'.repeat(43)}=`)),
  ).rejects.toThrow(/checkpoint/)
  await expect(signed(`${text}more`)).rejects.toThrow(/not a statement/)
})

test('reports reserves as unknown when nodes disagree or too few answer', async () => {
  const liar = await openRewritingNode(world.devnet.url)
  liar.rewrite = (path, answer) => {
    if (path === '/walletsolidity/getaccount' && answer.balance > 0) answer.balance += 1
  }
  const { usdtContract } = world.edge.context
  const open = (...urls: string[]) => {
    const nodes = urls.map((url) => ({ url, ratePerSecond: 10_000, retries: 0, pauseMs: 10 }))
    const holdings = { reader: null, batch: 100, perSecond: 10_000 }
    return openTronNodes({ nodes, usdtContract, headLastsMs: 0, holdings })
  }
  const unknown = { held: null, usd: null, ratio: null, wallets: [{ state: 'not_known' }] }
  try {
    const { url } = world.devnet
    expect(await read({ tron: open(url, liar.url) })).toMatchObject(unknown)
    expect(await read({ tron: open(url, 'http://127.0.0.1:9') })).toMatchObject(unknown)
    expect(await read({ tron: open(url, url) })).toMatchObject({ ratio: 11_363 })
  } finally {
    await liar.stop()
  }
})

test('never counts coins twice that move during the reading', async () => {
  const { tron } = world.edge.context
  let reading = 0
  const moving: ReserveDeps['tron'] = {
    ...tron,
    holdings: async (addresses, stakes) => {
      const answers = await tron.holdings(addresses, stakes)
      const lent = reading++ === 0 ? 0n : 5_000_000n
      const held = answers.flatMap((each) => each.held)
      return answers.map((each) => ({
        ...each,
        held: held.map((holding) => ({ ...holding, usdt: holding.usdt + lent })),
      }))
    },
  }
  expect((await read({ tron: moving })).held).toEqual({ trx: '140', usdt: '90' })
  // A wallet that is also a deposit address, and a sweep that is under way.
  const both = await read({
    wallets: [world.cold, requireAddress(world.member.address)],
  })
  expect(both.deposits).toMatchObject({ addresses: 0, root: null })
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state)
    values ('sweep', 1, 40000000, ${world.member.address}, ${world.cold}, ${'ab'.repeat(32)}, '00',
      now() + interval '1 day', 'stored')`.execute(world.edge.db)
  expect((await read()).deposits).toMatchObject({ addresses: 0 })
  await sql`update custody_moves set state = 'expired'`.execute(world.edge.db)
  expect((await read()).deposits).toMatchObject({ addresses: 1 })
})

test('draws the sealed day’s addresses by a later block, for auditors by default', async () => {
  const { edge } = world
  edge.context.config.reserveWallets = [world.cold, world.hot]
  await world.sign(world.keys.hot)
  const day = await sealToday(edge)
  const { body, text } = await edge.call('GET', `/api/transparency/solvency/?day=${day}`)
  expect(body).toMatchObject({ ratio: 11_363, wallets: [{ state: 'counted' }, { usdt: '0' }] })
  const { tron } = edge.context
  // A day that can no longer be drawn, because its sheet has no such tree.
  const { db } = edge
  const lost = { day: '2026-01-01', seq: 1n, sha256: 'ab'.repeat(32), sealed_at: new Date() }
  await db.insertInto('day_sheets').values(lost).execute()
  const root = Buffer.alloc(32)
  await db.insertInto('reserve_trees').values({ day: lost.day, secret: root, root }).execute()
  expect(await drawSample(edge.db, tron)).toBeNull()
  await world.mine(60)
  expect(await drawSample(edge.db, tron, 0)).toBe(day)
  expect(await drawSample(edge.db, tron, 0)).toBeNull()
  const sample = (await readSample(edge.db, day)) ?? ''
  const committed = committedIn(text)
  const block = (JSON.parse(sample) as { block: { id: string } }).block.id
  if (!committed) throw new Error('the day has no tree')
  const check = checkSample(sha256, { day, ...committed }, block, openingsIn(sample))
  expect(check).toBeNull()
  // An auditor finds what was changed from the bytes alone.
  const at = { day, origin: 'test/log' }
  expect(findSolvencyFault(text, at, sample)).toBeNull()
  const signature = String(body.wallets[0]?.statement?.signature)
  const other = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  for (const changed of [
    text.replace('"ratio":11363', '"ratio":11364'),
    text.replaceAll('"90"', '"91"'),
    text.replace(signature, other),
    text.replace('"root":"', '"root":"A').replace(/=",/, '",'),
  ]) {
    expect(changed).not.toBe(text)
    expect(findSolvencyFault(changed, at, sample)).not.toBeNull()
  }
  expect(findSolvencyFault(text, { ...at, day: '2030-01-01' })).toMatch(/statement.*day$/)
  expect(openingsIn(sample).map(({ address }) => address)).toContain(world.member.address)

  const url = '/api/transparency/solvency/sample/'
  expect((await edge.call('GET', url)).status).toBe(404)
  const hidden = await edge.call('GET', '/transparency/solvency')
  expect(hidden.text).not.toContain(world.member.address)
  edge.context.config.reserveSample = 'public'
  expect((await edge.call('GET', url)).text).toBe(sample)
  const page = await edge.call('GET', '/transparency/solvency')
  expect(page.text).toContain('We owe $110.00, and we hold $125.00 for it: 113.63%.')
  const csv = await edge.call('GET', '/api/transparency/solvency/?format=csv')
  expect(csv.text).toContain('owed to members,100.00')
})

test.runIf(isLong)('draws the days in order although a node fails', async () => {
  const fresh = await openReserveWorld()
  const node = await openRewritingNode(fresh.devnet.url)
  try {
    const { db, context } = fresh.edge
    context.config.reserveWallets = [fresh.cold]
    const day = await sealToday(fresh.edge)
    const next = later(1)
    // The next day's sheet is the same one, with an earlier command.
    await sql`insert into day_sheets (day, seq, sha256, sealed_at)
      select ${next}, seq - 1, sha256, now() from day_sheets`.execute(db)
    await sql`insert into reserve_trees (day, secret, root)
      select ${next}, secret, root from reserve_trees`.execute(db)
    await sql`insert into reserve_leaves (tree_no, no, address, trx, usdt)
      select tree_no + 1, no, address, trx, usdt from reserve_leaves`.execute(db)
    await fresh.settle()
    const limits = { ratePerSecond: 10_000, retries: 0, pauseMs: 0 }
    const { usdtContract } = context
    const nodes = [{ url: node.url, ...limits }]
    const tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
    let failures = 1
    node.rewrite = (path) =>
      path.endsWith('limitnext') && failures-- > 0 ? { hangUp: 'now' } : undefined
    expect(await drawSample(db, tron, 0)).toBeNull()
    expect(await drawSample(db, tron, 0)).toBe(day)
    // A block that no node has doesn't stop the later days.
    await sql`alter table reserve_samples disable trigger user`.execute(db)
    await db.deleteFrom('reserve_samples').execute()
    let missing = 1
    node.rewrite = (path) =>
      path.endsWith('limitnext') && missing-- > 0 ? { block: [] } : undefined
    expect(await drawSample(db, tron, 0)).toBe(next)
  } finally {
    await node.stop()
    await fresh.close()
  }
})

test('shows borrowed coins in the lowest ratio of the day', async () => {
  const { db, context } = world.edge
  const { brand, origin } = await place()
  const at = { db, tron: context.tron, brand, origin, wallets: [world.cold], patience }
  for (let reading = 0; reading < 3; reading++) {
    expect(await takeReading(at)).toMatchObject({ held: { trx: '140', usdt: '90' }, ratio: 11_363 })
  }
  // The loan comes for the night, and the sheet is made of it.
  await world.pay(world.cold, 'USDT', '910')
  await world.settle()
  const body = await read({}, later(1))
  expect(body).toMatchObject({ ratio: 94_090, lowest: 11_363 })
  expect(body.readings).toHaveLength(3)
  // With too few readings, nobody can say how it was.
  const [first, ...more] = body.readings ?? []
  const few = deriveSolvency({ ...body, readings: first ? [first] : more })
  expect(few.lowest).toBeNull()
  // A wallet without a statement counts in no reading.
  expect(await takeReading({ ...at, wallets: [world.foreign] })).toBeNull()
  expect(isTime(3_600_000 * 2)).toBe(true)
  expect(isTime(0)).toBe(false)
})

test.runIf(isLong)(
  'a reading that comes while a sheet is made is on the next one, and on no other',
  async () => {
    const fresh = await openReserveWorld()
    try {
      await fresh.sign(fresh.keys.cold)
      const { db, book, context } = fresh.edge
      const { brand, origin } = await fresh.place()
      const at = { db, tron: context.tron, brand, origin, wallets: [fresh.cold], patience }
      await takeReading(at)
      const late = {
        name: 'late',
        read: async () => {
          await takeReading(at)
          return null
        },
      }
      await makeSheet({ db, book, origin, parts: [...sheetParts, reservesPart(at), late] })
      const sealed = await readPart(db, 'solvency')
      type Body = { readings?: readonly { at: string }[] | undefined }
      const timesIn = ({ readings }: Body) => readings?.map(({ at: time }) => time)
      const first = timesIn(Solvency.parse(JSON.parse(sealed?.body ?? '{}')))
      expect(first).toHaveLength(1)
      const next = timesIn(await fresh.read({}, later(1)))
      expect(next).toHaveLength(1)
      expect(next).not.toEqual(first)
    } finally {
      await fresh.close()
    }
  },
)
