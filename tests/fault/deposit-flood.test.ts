import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { depositAddress } from '../../src/server/deposit/incoming/deposit-address.ts'
import { openMoneyWorld, SOLID_AFTER, type MoneyWorld } from '../api/support/money-world.ts'
import { effectsOf } from '../support/book-acts.ts'
import { isLong } from '../support/scale.ts'
import { heldBytes } from '../support/memory.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const MEMBERS = 20
const BLOCKS = isLong ? 100 : 20
const PER_BLOCK = 100
const ADDRESSES_PER_CALL = 50

/** Members without an identity: the book's numbers and a deposit address are all that it takes. */
async function addAddresses(): Promise<string[]> {
  const { book } = world.edge
  const addresses: string[] = []
  for (let at = 0; at < MEMBERS; at += 1) {
    const { no } = eventOf(await effectsOf(book, { kind: 'register', sponsor: 1 }), 'member')
    addresses.push(await depositAddress(world.edge.context, no))
  }
  return addresses
}

test.runIf(isLong)(
  `books ${BLOCKS * PER_BLOCK} payments once each, in bounded memory`,
  async () => {
    const addresses = await addAddresses()
    for (let block = 0; block < BLOCKS; block += 1) {
      for (let done = 0; done < PER_BLOCK; done += ADDRESSES_PER_CALL) {
        const transfers = Array.from({ length: ADDRESSES_PER_CALL }, (_, at) => ({
          address: addresses[(done + at) % MEMBERS],
          amount: '2.1',
        }))
        await world.switch('batch', { transfers })
      }
      await world.mine(1)
    }
    await world.mine(SOLID_AFTER)
    const before = heldBytes()
    let most = 0
    const look = (): void => void (most = Math.max(most, heldBytes() - before))
    const looking = setInterval(look, 1_500)
    await world.watch()
    clearInterval(looking)
    look()
    const grownMb = most / 1e6
    const { db } = world.edge
    const { rows } = await sql<{ transfers: number; custody: bigint; incoming: number }>`
    select (select count(*)::int from transfers) as transfers,
      (select balance from accounts where no = 11) as custody,
      (select count(*)::int from incoming_transfers) as incoming`.execute(db)
    const count = BLOCKS * PER_BLOCK
    expect(rows).toEqual([{ transfers: count, custody: BigInt(count) * 2_100_000n, incoming: 0 }])
    expect(grownMb).toBeLessThan(100)
  },
)
