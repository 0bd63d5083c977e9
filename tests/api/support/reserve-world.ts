/** A devnet with reserve wallets, some of which sign, and a member to whom we owe $100. */
import { Trx } from 'tronweb'
import type { Solvency } from '../../../src/proof/solvency.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import type { ReserveDeps } from '../../../src/server/transparency/reserves/read-wallets.ts'
import { reservesPart } from '../../../src/server/transparency/reserves/reserves-part.ts'
import {
  draftStatement,
  keepStatement,
} from '../../../src/server/transparency/reserves/statements.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from './members.ts'
import { openMoneyWorld } from './money-world.ts'
import { signLog } from './makers/transparency-makers.ts'

export const today = new Date().toISOString().slice(0, 10)
export const patience = { tries: 1, pauseMs: 0 }

export async function openReserveWorld() {
  const world = await openMoneyWorld()
  const { edge } = world
  const [coldKey, hotKey, foreignKey, anchorKey] = [
    newPrivateKey(),
    newPrivateKey(),
    newPrivateKey(),
    newPrivateKey(),
  ]
  const [cold, hot, foreign] = [coldKey, hotKey, foreignKey].map(addressOfKey)
  if (!cold || !hot || !foreign) throw new Error('no wallets')
  const operator = 'treasurer'
  await edge.db
    .insertInto('operators')
    .values({ username: operator, role: 'finance', password_hash: 'none' })
    .execute()
  const member = await world.member('depositor')
  await fundMember(edge, member.no, 100)
  // It was paid without a request, so it waits for its owner, and we owe it.
  await world.pay(member.address, 'TRX', '40')
  await world.pay(cold, 'USDT', '90')
  await world.pay(cold, 'TRX', '100')
  await world.pay(foreign, 'USDT', '1000000')
  await world.pay(addressOfKey(anchorKey), 'TRX', '10')
  await world.settle()
  await checkAddresses(edge.context)
  await signLog(edge)

  async function place() {
    const chain = await edge.context.tron.chainName()
    return { brand: 'Twofold', origin: 'test/log', network: chain.ok ? chain.value : '' }
  }

  return {
    ...world,
    member,
    operator,
    keys: { cold: coldKey, hot: hotKey, foreign: foreignKey, anchor: anchorKey },
    cold,
    hot,
    foreign,
    place,
    /** Signs today's statement of a wallet, with its own key or another. */
    async sign(key: Uint8Array, by = key) {
      const text = await draftStatement(edge.db, await place(), addressOfKey(key))
      const signature = Trx.signMessageV2(text, toHex(by))
      return keepStatement(edge.db, { text, signature, operator }, await place())
    },
    /** The reserves as a day's sheet would show them. */
    async read(change: Partial<ReserveDeps> = {}, day = today): Promise<Solvency> {
      const { brand, origin } = await place()
      const { tron } = edge.context
      const part = reservesPart({ tron, brand, origin, wallets: [cold], patience, ...change })
      await part.prepare?.()
      return await edge.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const body = await part.read(tx, { seq: 1, journal: 1, at: new Date(), day }, edge.db)
          return JSON.parse(JSON.stringify(body)) as Solvency
        })
    },
  }
}

export type ReserveWorld = Awaited<ReturnType<typeof openReserveWorld>>
