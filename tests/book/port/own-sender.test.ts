import { afterAll, beforeAll, expect, test } from 'vitest'
import { provesTransfer } from '../../../src/server/forward/proofs.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { portItems } from './port-items.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the leader books no transfer that one of our own wallets sent', async () => {
  const { db } = database
  const { command } = portItems.receive_transfer
  if (command.kind !== 'receive_transfer') throw new Error('another command')
  const { network, txid, logIndex, from, to, member, blockE8 } = command
  const at = new Date(command.blockAt)
  await db
    .insertInto('incoming_transfers')
    .values({
      network,
      txid,
      asset: 1,
      log_index: logIndex,
      from_address: from ?? '',
      to_address: to,
      amount: command.amountUnits,
      block_number: BigInt(command.blockNumber),
      block_at: at,
      attributable: true,
    })
    .execute()
  await db
    .insertInto('deposit_addresses')
    .values({ member_no: member, address_index: 1, address: to })
    .execute()
  const asOf = new Date(at.getTime() + 30_000)
  await db
    .insertInto('rate_history')
    .values({ minute: at, rate_e8: blockE8, as_of: asOf, sources: 'test' })
    .execute()
  const prove = () => provesTransfer({ db, isInForce: () => Promise.resolve(true) }, command, null)
  await expect(prove()).resolves.toBeUndefined()
  const wallet = { address: from ?? '', role: 'cold' } as const
  await db.insertInto('own_wallets').values(wallet).execute()
  await expect(prove()).rejects.toThrow('not as recorded')
})
