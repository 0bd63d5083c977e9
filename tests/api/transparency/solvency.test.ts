/** What we hold against what we owe: on a devnet, with wallets that sign and nodes that lie. */
import { sql } from 'kysely'
import { Trx } from 'tronweb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSample } from '../../../src/proof/reserve-tree.ts'
import { checkAddresses } from '../../../src/server/custody/check-addresses.ts'
import { drawSample, readSample } from '../../../src/server/transparency/reserves/draw-sample.ts'
import { committedIn, openingsIn } from '../../../src/server/transparency/reserves/sample-body.ts'
import { findSolvencyFault } from '../../../src/server/transparency/reserves/check-solvency.ts'
import {
  reservesPart,
  type ReserveDeps,
} from '../../../src/server/transparency/reserves/reserves-part.ts'
import type { SolvencyBody } from '../../../src/server/transparency/reserves/solvency-figures.ts'
import {
  draftStatement,
  keepStatement,
} from '../../../src/server/transparency/reserves/statements.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openRewritingNode } from '../../support/rewriting-node.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'
import { sealToday, signLog } from '../support/transparency-makers.ts'

const keys = Array.from({ length: 3 }, () => newPrivateKey())
const [cold, hot, foreign] = keys.map((key) => addressOfKey(key))
const today = new Date().toISOString().slice(0, 10)
const patience = { tries: 1, pauseMs: 0 }

let world: MoneyWorld
let member: MoneyMember
let operator: string
beforeAll(async () => {
  world = await openMoneyWorld()
  const { edge } = world
  operator = 'treasurer'
  await edge.db
    .insertInto('operators')
    .values({ username: operator, role: 'finance', password_hash: 'none' })
    .execute()
  member = await world.member('depositor')
  await fundMember(edge, member.no, 100)
  // Nobody announced it: it waits for its owner, and we owe it.
  await world.pay(member.address, 'TRX', '40')
  await world.pay(String(cold), 'USDT', '90')
  await world.pay(String(cold), 'TRX', '100')
  await world.pay(String(foreign), 'USDT', '1000000')
  await world.settle()
  await checkAddresses(edge.context)
  await signLog(edge)
})
afterAll(() => world.close())

async function place() {
  const chain = await world.edge.context.tron.chainName()
  return { brand: 'Twofold', origin: 'test/log', network: chain.ok ? chain.value : '' }
}

/** Signs today's statement of a wallet, by its own key or another. */
async function sign(at: number, by = at) {
  const { db } = world.edge
  const text = await draftStatement(db, await place(), addressOfKey(keys[at] ?? newPrivateKey()))
  const signature = Trx.signMessageV2(text, toHex(keys[by] ?? newPrivateKey()))
  return keepStatement(db, { text, signature, operator }, await place())
}

async function read(change: Partial<ReserveDeps> = {}, day = today): Promise<SolvencyBody> {
  const { db, context } = world.edge
  const { brand, origin } = await place()
  const wallets = [cold].flatMap((each) => each ?? [])
  const { tron } = context
  const part = reservesPart({ tron, brand, origin, wallets, patience, ...change })
  await part.prepare?.()
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const body = await part.read(tx, { seq: 1, journal: 1, at: new Date(), day }, db)
      return JSON.parse(JSON.stringify(body)) as SolvencyBody
    })
}

const later = (days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

test('a wallet counts once its key has signed, and for 35 days', async () => {
  expect(await read()).toMatchObject({ wallets: [{ state: 'unsigned' }], held: null, ratio: null })
  await expect(sign(0, 2)).rejects.toThrow('Another key signed the text.')
  await sign(0)
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

test('a statement for another place, wallet, or day in advance is refused', async () => {
  const { db } = world.edge
  const here = await place()
  const text = await draftStatement(db, here, addressOfKey(keys[0] ?? newPrivateKey()))
  const signed = (said: string) => {
    const signature = Trx.signMessageV2(said, toHex(keys[0] ?? newPrivateKey()))
    return keepStatement(db, { text: said, signature, operator }, here)
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

test('nodes that disagree or are too few make the reserves unknown, never a figure', async () => {
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

test('coins that leave during the reading, or are on their way, never count twice', async () => {
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
    wallets: [cold, member.address as typeof cold].flatMap((x) => x ?? []),
  })
  expect(both.deposits).toMatchObject({ addresses: 0, root: null })
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state)
    values ('sweep', 1, 40000000, ${member.address}, ${String(cold)}, ${'ab'.repeat(32)}, '00',
      now() + interval '1 day', 'stored')`.execute(world.edge.db)
  expect((await read()).deposits).toMatchObject({ addresses: 0 })
  await sql`update custody_moves set state = 'expired'`.execute(world.edge.db)
  expect((await read()).deposits).toMatchObject({ addresses: 1 })
})

test('a later block draws addresses of the sealed day, for auditors unless published', async () => {
  const { edge } = world
  edge.context.config.reserveWallets = [cold, hot].flatMap((each) => each ?? [])
  await sign(1)
  const day = await sealToday(edge)
  const { body, text } = await edge.call('GET', `/api/transparency/solvency/?day=${day}`)
  expect(body).toMatchObject({ ratio: 11_363, wallets: [{ state: 'counted' }, { usdt: '0' }] })
  const { tron } = edge.context
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
  expect(findSolvencyFault(text, { ...at, day: '2030-01-01' })).toMatch(/another time/)
  expect(openingsIn(sample).map(({ address }) => address)).toContain(member.address)

  const url = '/api/transparency/solvency/sample/'
  expect((await edge.call('GET', url)).status).toBe(404)
  const hidden = await edge.call('GET', '/transparency/solvency')
  expect(hidden.text).not.toContain(member.address)
  edge.context.config.reserveSample = 'public'
  expect((await edge.call('GET', url)).text).toBe(sample)
  const page = await edge.call('GET', '/transparency/solvency')
  expect(page.text).toContain('We owe $110.00, and we hold $125.00 for it: 113.63%.')
  const csv = await edge.call('GET', '/api/transparency/solvency/?format=csv')
  expect(csv.text).toContain('owed to members,100.00')
})
