import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDevnetInfo } from '../../devnet/info.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves } from '../../../src/server/custody/import-moves.ts'
import { addWallet } from '../../../src/server/custody/own-wallets.ts'
import { retireWallet } from '../../../src/server/custody/retire-wallet.ts'
import { readCustody, readDifferences } from '../../../src/server/custody/queries.ts'
import { sendMoves } from '../../../src/server/custody/send-moves.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import {
  quarantineAddress,
  readQuarantinedAddresses,
  requeueAddress,
  richInTrx,
  richInUsdt,
} from '../../../src/server/custody/sweep-candidates.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { requireAddress, type Address } from '../../../src/tron/encoding/address.ts'
import { readSignedFile } from '../../../src/tron/signer/payout-file.ts'
import { accountXpub, newMnemonic, newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { isLong } from '../../support/scale.ts'

const RATE = rateE8(25_000_000n)

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context
const act = { operator: 'ann', why: 'a test' }

const wallets = async () =>
  (await context().db.selectFrom('own_wallets').select('address').execute()).map(
    ({ address }) => address,
  )

/** Exports sweeps, and discards the file, so that the next one may have the same addresses. */
async function tryExport(to: Address) {
  const exported = await offline.exportSweeps(to)
  const [, batch = ''] = /"batch": "([^"]+)"/.exec(exported.text) ?? []
  expect(await discard(context().db, batch)).toBe(true)
  return exported
}

test('tops up and sweeps a deposit address, in agreement with the ledger', async () => {
  const { world, cold, payer, sweeper } = offline
  const { db } = context()
  const member = await world.member('swept')
  await world.pay(member.address, 'USDT', '204')
  await world.settle()
  expect(await checkAddresses(context())).toBeGreaterThan(0)
  await expect(offline.exportSweeps(cold)).rejects.toThrow(/nothing to sign/)

  const topUp = await payer.sign((await offline.exportTopUps(cold)).text)
  expect((await importMoves(db, await readSignedBatch(db, topUp), 'ann')).stored).toBe(1)
  await offline.send()
  // TRX that we sent to the address ourselves is not a deposit.
  const waiting = (await member.get('transactions/unattributed/')).body.results
  expect(waiting).toMatchObject([{ cryptocurrency: 'USDT' }])
  // Until we have compared it, its holdings are unknown, so we propose no move.
  await expect(offline.exportTopUps(cold)).rejects.toThrow(/nothing to sign/)
  await checkAddresses(context())
  expect(await readDifferences(db)).toEqual([])

  const { text } = await offline.exportSweeps(cold)
  const sweep = await sweeper.sign(text, '--to', cold)
  expect((await importMoves(db, await readSignedBatch(db, sweep), 'ann')).stored).toBe(1)
  await offline.send()
  const swept = await context().tron.balances(cold)
  expect(swept).toMatchObject({ ok: true, value: { usdt: 203_999_999n } })
  await expect(offline.exportSweeps(cold)).rejects.toThrow(/nothing to sign/)
  // Addresses that moved since the last reading are read again automatically.
  await checkAddresses(context())
  await checkAddresses(context())
  expect(await readDifferences(db)).toEqual([])
  const custody = await readCustody(db, RATE)
  const [trx, usdt] = custody.coins
  expect(trx?.chain).toBe(trx?.ledger)
  // Swept coins count once, in the wallet, and no longer at their origin.
  expect(usdt?.chain).toBe(204_000_000n)
})

test('doesn’t adopt an address from a refused command', async () => {
  const { world } = offline
  const before = await wallets()
  const stranger = addressOfKey(newPrivateKey())
  await expect(offline.exportSweeps(stranger)).rejects.toThrow(/nothing to sign/)
  await expect(offline.exportPayouts(stranger)).rejects.toThrow(/nothing to sign/)
  // A wallet with a history can't pay until an operator adds it.
  const info = await readDevnetInfo(world.devnet.url)
  await expect(offline.exportPayouts(info.treasury)).rejects.toThrow(/not one of our/)
  const member = await world.member('typed')
  await expect(
    addWallet(context().db, { address: member.address as Address, role: 'cold' }, act),
  ).rejects.toThrow(/deposit address/)
  expect(await wallets()).toEqual(before)
})

test('quarantines an address whose sweep would fail, and sweeps the others', async () => {
  const { world, cold } = offline
  const { db } = context()
  const [gone, good] = [await world.member('gone'), await world.member('good')]
  for (const { address } of [gone, good]) {
    await world.pay(address, 'USDT', '300')
    await world.pay(address, 'TRX', '60')
  }
  await world.settle()
  await checkAddresses(context())
  // More than it holds: the dry run fails, as for a blacklisted address.
  await sql`update address_checks set chain_usdt = 900000000
    where address = ${gone.address}`.execute(db)
  const { text, refused } = await tryExport(cold)
  expect(refused).toMatchObject([{ address: gone.address, coin: 'USDT' }])
  expect(text).toContain(`"from": "${good.address}"`)
  expect(text).not.toContain(`"from": "${gone.address}"`)
  expect(await readQuarantinedAddresses(db)).toMatchObject([{ address: gone.address, asset: 2 }])
  expect((await measure(db, new Date())).quarantined_sweeps).toBe(100n)
  // We don't try it again until an operator requeues it.
  expect((await tryExport(cold)).refused).toEqual([])
  expect(await requeueAddress(db, gone.address)).toBe(true)
  expect((await tryExport(cold)).refused).toHaveLength(1)
})

test('sweeps no address during a top-up, nor its TRX while its USDT needs that', async () => {
  const { db } = context()
  const address = requireAddress((await offline.world.member('chosen')).address)
  const find = async () => {
    const terms = { leastSun: 1n, worthUsdt: 300n, most: 1_000 }
    const ofTrx = await richInTrx(db, terms)
    const ofUsdt = []
    for await (const each of richInUsdt(db, 2n)) ofUsdt.push(each)
    return [ofTrx, ofUsdt].map((found) => found.some((each) => each.address === address))
  }
  const hold = (usdt: bigint) =>
    sql`insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
        ledger_usdt, state)
      values (${address}, now(), 50, ${usdt}, 50, ${usdt}, 'agrees')
      on conflict (address) do update set chain_usdt = excluded.chain_usdt`.execute(db)
  await hold(299n)
  expect(await find()).toEqual([true, true])
  await hold(300n)
  expect(await find()).toEqual([false, true])
  await hold(299n)
  await quarantineAddress(db, { address, coin: 'USDT', reason: 'a test' })
  expect(await find()).toEqual([true, false])
  expect(await requeueAddress(db, address)).toBe(true)
  const units = { asset: 1, units: 1n, signed_hex: '00', expires_at: new Date() }
  const way = { from_address: 'Telsewhere', to_address: address, txid: 'ce'.repeat(32) }
  const move = { kind: 'top_up' as const, state: 'stored' as const, ...units, ...way }
  await db.insertInto('custody_moves').values(move).execute()
  expect(await find()).toEqual([false, false])
  await db
    .updateTable('custody_moves')
    .set({ state: 'expired' })
    .where('txid', '=', way.txid)
    .execute()
  expect(await find()).toEqual([true, true])
  await sql`delete from address_checks where address = ${address}`.execute(offline.world.edge.db)
})

const asked = async (change: Record<string, unknown>): Promise<void> => {
  await offline.world.switch('usdt', change)
  await offline.world.mine(1)
}

test('blames no address while the contract refuses every transfer', async () => {
  const { cold } = offline
  const { db } = context()
  const before = await readQuarantinedAddresses(db)
  await asked({ paused: true })
  const exported = tryExport(cold).finally(() => asked({ paused: false }))
  await expect(exported).rejects.toThrow(/Every transfer of USDT is refused/)
  expect(await readQuarantinedAddresses(db)).toEqual(before)
})

test.runIf(isLong)('sweeps the others, however many of the richest are frozen', async () => {
  const { world, cold } = offline
  const { db } = context()
  const frozen: Address[] = []
  for (const name of ['iceone', 'icetwo', 'icethree', 'icefour'])
    frozen.push((await world.member(name)).address as Address)
  const [known, ...unknown] = frozen
  if (known === undefined) throw new Error('no member')
  for (const address of frozen) {
    await world.pay(address, 'USDT', '5000')
    await world.pay(address, 'TRX', '60')
  }
  await world.settle()
  await checkAddresses(context())
  await db.insertInto('frozen_addresses').values({ address: known }).execute()
  await asked({ blacklist: frozen })
  const { text, refused } = await tryExport(cold)
  expect(refused.map(({ address }) => address).sort()).toEqual(unknown.sort())
  for (const address of frozen) expect(text).not.toMatch(new RegExp(`"from": "${address}"`))
  expect(text).toMatch(/sweep \d+ USDT/)
  const quarantined = (await readQuarantinedAddresses(db)).map(({ address }) => address)
  expect(quarantined).toEqual(expect.arrayContaining(unknown))
  // The daily check knows this one, and finds out when it is released. So nobody has to requeue it.
  expect(quarantined).not.toContain(known)
  await asked({ unblacklist: frozen })
  await db.deleteFrom('frozen_addresses').execute()
  expect((await tryExport(cold)).text).toContain(`"from": "${known}"`)
})

test.runIf(isLong)('explains and books a sweep that a restored database lacks', async () => {
  const { world, cold, sweeper } = offline
  const { db, tron } = context()
  const member = await world.member('forgotten')
  await world.pay(member.address, 'TRX', '500')
  await world.settle()
  await checkAddresses(context())
  const { text } = await offline.exportSweeps(cold)
  const signed = readSignedFile(await sweeper.sign(text, '--to', cold))
  // Sent without an import, as if by the product before the restore.
  const sweep = signed.payouts.find(({ from }) => from === member.address)
  if (!sweep) throw new Error('no sweep of the member')
  await tron.broadcast(sweep.signedHex)
  await world.settle()
  await discard(db, signed.batch)
  const explanation = { txid: sweep.txid, operator: 'ann', why: 'a sweep before the restore' }
  expect(await explainTransfer(context(), explanation)).toContainEqual(
    expect.stringContaining('which is ours'),
  )
  expect(await explainTransfer(context(), explanation)).toBeNull()
  // The product deletes no comparison, so the owner does.
  await sql`delete from address_checks
    where address in (${member.address}, ${cold})`.execute(world.edge.db)
  await sql`insert into reconciliation_queue (address) values (${member.address})`.execute(db)
  await checkAddresses(context())
  const checks = await db
    .selectFrom('address_checks')
    .select('state')
    .where('address', 'in', [member.address, cold])
    .execute()
  expect(checks).toEqual([{ state: 'agrees' }, { state: 'agrees' }])
  // A stranger's transaction isn't ours to explain.
  const paid = await world.pay(member.address, 'TRX', '1')
  await world.settle()
  expect(await explainTransfer(context(), { ...explanation, txid: paid })).toBeNull()
})

test('refuses a signed sweep to a wallet that was retired meanwhile', async () => {
  const { world, sweeper } = offline
  const { db } = context()
  const member = await world.member('late')
  await world.pay(member.address, 'TRX', '400')
  await world.settle()
  await checkAddresses(context())
  const former = addressOfKey(newPrivateKey())
  await world.pay(former, 'TRX', '1')
  await world.settle()
  const { text } = await offline.exportSweeps(former)
  const batch = await readSignedBatch(db, await sweeper.sign(text, '--to', former))
  await retireWallet(context(), former, { ...act, mistaken: false })
  await expect(importMoves(db, batch, 'ann')).rejects.toThrow(/no longer one of our wallets/)
  const moves = await db
    .selectFrom('custody_moves')
    .select('no')
    .where('to_address', '=', former)
    .execute()
  expect(moves).toEqual([])
  expect(await discard(db, batch.batch)).toBe(true)
})

test.runIf(isLong)('retires no wallet that a sweep reached since the last comparison', async () => {
  const { world, sweeper } = offline
  const { db } = context()
  const member = await world.member('justswept')
  await world.pay(member.address, 'TRX', '400')
  const wallet = addressOfKey(newPrivateKey())
  await world.pay(wallet, 'TRX', '1')
  await world.settle()
  await checkAddresses(context())
  const { text } = await offline.exportSweeps(wallet)
  await checkAddresses(context())
  await importMoves(db, await readSignedBatch(db, await sweeper.sign(text, '--to', wallet)), 'ann')
  await offline.send()
  const retiring = retireWallet(context(), wallet, { ...act, mistaken: false })
  await expect(retiring).rejects.toThrow(/holds coins/)
})

test.runIf(isLong)('refuses to sweep TRX to an address that isn’t activated', async () => {
  const { world } = offline
  const member = await world.member('early')
  await world.pay(member.address, 'TRX', '300')
  await world.settle()
  await checkAddresses(context())
  const fresh = addressOfKey(newPrivateKey())
  await expect(offline.exportSweeps(fresh)).rejects.toThrow(/isn't activated.*Send it 1 TRX first/)
  expect(await wallets()).not.toContain(fresh)
  await world.pay(fresh, 'TRX', '1')
  await world.settle()
  expect((await offline.exportSweeps(fresh)).text).toContain(`"from": "${member.address}"`)
})

test.runIf(isLong)('logs a refused move, and sends it again after growing waits', async () => {
  const { world, cold, sweeper } = offline
  const { db } = context()
  const member = await world.member('refused')
  await world.pay(member.address, 'TRX', '3000')
  await world.settle()
  await checkAddresses(context())
  const signed = await sweeper.sign((await offline.exportSweeps(cold)).text, '--to', cold)
  await importMoves(db, await readSignedBatch(db, signed), 'ann')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const refused = { outcome: 'rejected', code: 'CONTRACT_VALIDATE_ERROR', message: 'no' } as const
  const tron = { ...context().tron, broadcast: () => Promise.resolve(refused) }
  /** Whether it is sent that many seconds after its last broadcast. */
  const isSentAfter = async (seconds: number): Promise<boolean> => {
    lines.length = 0
    await sql`update custody_moves set broadcast_at = now() - make_interval(secs => ${seconds})
      where broadcast_at is not null and state = 'stored'`.execute(world.edge.db)
    await sendMoves({ ...context(), log, tron })
    return lines.some((line) => line.includes('a node refuses a move'))
  }
  expect(await isSentAfter(0)).toBe(true)
  expect(lines[0]).toContain('rejected: CONTRACT_VALIDATE_ERROR no')
  const waits = [15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]
  for (const seconds of waits) {
    expect([seconds, await isSentAfter(seconds - 1)]).toEqual([seconds, false])
    expect([seconds, await isSentAfter(seconds + 1)]).toEqual([seconds, true])
  }
  await sql`update custody_moves set broadcast_at = null where state = 'stored'`.execute(
    world.edge.db,
  )
  await offline.send()
})

test.runIf(isLong)('sweeps and tops up addresses of one key only', async () => {
  const { world, cold, sweeper } = offline
  const current = context().config.depositXpub
  const next = accountXpub(newMnemonic())
  const [rich, richer] = [await world.member('trx-of-old'), await world.member('usdt-of-old')]
  await world.pay(rich.address, 'TRX', '2000')
  await world.pay(richer.address, 'USDT', '500')
  await world.settle()
  await checkAddresses(context())
  // As after a rotation: neither address derives from the next key.
  await expect(offline.exportSweeps(cold, next)).rejects.toThrow(/nothing to sign/)
  await expect(offline.exportTopUps(cold, next)).rejects.toThrow(/nothing to sign/)
  const { text } = await offline.exportSweeps(cold, current)
  const signed = await readSignedBatch(context().db, await sweeper.sign(text, '--to', cold))
  expect(signed.payouts.map(({ from }) => from)).toContain(rich.address)
})

test.runIf(isLong)('chooses sweeps by value, however many addresses hold dust', async () => {
  const { world, cold } = offline
  const { db } = context()
  const whale = await world.member('whale')
  await world.pay(whale.address, 'TRX', '1000')
  await world.settle()
  await checkAddresses(context())
  // 600 swept addresses with a remainder, and 600 with too little to sweep.
  await sql`insert into deposit_addresses (member_no, address_index, address)
    select n, n, 'T' || n from generate_series(100001, 101200) n`.execute(db)
  await sql`insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
      ledger_usdt, state)
    select 'T' || n, now(), 0, case when n <= 100600 then 1 else 20000000 end, 0, 0, 'agrees'
    from generate_series(100001, 101200) n`.execute(db)
  const { text } = await offline.exportSweeps(cold)
  expect(text).toContain(`"from": "${whale.address}"`)
  expect(text).not.toContain('"from": "T1')
})
