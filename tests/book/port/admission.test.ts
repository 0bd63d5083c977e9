import { afterAll, beforeAll, expect, test } from 'vitest'
import { micros } from '../../../src/domain/money/money.ts'
import { coinsFor } from '../../../src/domain/money/rate.ts'
import type { Sender } from '../../../src/server/config/roles.ts'
import { openAdmission } from '../../../src/server/forward/allowed-commands.ts'
import { provesTransfer } from '../../../src/server/forward/proofs.ts'
import { readItem } from '../../../src/server/forward/read-item.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { portItems, wireItem, type PortItem } from './port-items.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the leader books only what was recorded, and nothing from a wallet of ours', async () => {
  const { db } = database
  const { command } = portItems.receive_transfer
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
  const provable = { db, isInForce: () => Promise.resolve(true) }
  const prove = (change: Partial<typeof command> = {}) =>
    provesTransfer(provable, { ...command, ...change }, null)
  await expect(prove()).resolves.toBeUndefined()
  const { blockNumber, blockAt } = command
  const altered = [{ from: 'TOther' }, { blockNumber: blockNumber + 1 }, { blockAt: blockAt + 1 }]
  for (const change of altered) {
    await expect(prove(change)).rejects.toThrow('the watcher has not recorded this transfer yet')
  }
  const wallet = { address: from ?? '', role: 'cold' } as const
  await db.insertInto('own_wallets').values(wallet).execute()
  await expect(prove()).rejects.toThrow('not as recorded')
})

const settings = {
  production: true,
  usdtPayouts: false,
  trxDepositLimitMicros: 1_000_000_000n,
  approvalLimitMicros: 0n,
  approvalDayLimitMicros: 0n,
  adjustmentLimitMicros: 5n,
  adjustmentDayLimitMicros: 7n,
}
const ann = { operator: 'ann' }

/** The command as the leader runs it. */
async function admit(sender: Sender, item: Omit<PortItem, 'from'>) {
  const sent = readItem(wireItem(item))
  return (await openAdmission(settings, database)(sender, sent)).command
}

const { accept_transfer: acceptance, send_withdrawal: payout } = portItems
const { set_auto_upgrade: upgrade, withdraw_approvals: ending } = portItems

test.each<[string, Sender, Omit<PortItem, 'from'>]>([
  ['a part of the product turn an upgrade on', 'chain', { ...upgrade, by: { system: 'closing' } }],
  [
    'an operator accept a transfer in a member’s name',
    'web',
    { ...acceptance, by: ann, hook: { name: 'operator-accept-transfer', input: null } },
  ],
  [
    'an operator mark one of our own payouts as sent',
    'web',
    { ...payout, by: ann, hook: { name: 'mark-withdrawal-sent', input: null } },
  ],
  [
    'an operator withdraw approvals in another’s name',
    'web',
    { ...ending, command: { ...ending.command, by: 'bo' } },
  ],
])('the leader doesn’t let %s', async (_, sender, item) => {
  await expect(admit(sender, item)).rejects.toThrow('may not submit')
})

test('the leader lets nobody adjust more alone than its own limits', async () => {
  const most = { memberLimitMicros: micros(9n), dayLimitMicros: micros(9n) }
  const { command, ...item } = portItems.propose_adjustment
  expect(await admit('web', { ...item, command: { ...command, ...most } })).toMatchObject({
    memberLimitMicros: 5n,
    dayLimitMicros: 7n,
  })
})

test('the leader computes the fee of a deposit itself', async () => {
  const { command, ...item } = portItems.open_deposit
  const { coin, amountMicros, lockedE8 } = command
  const free = { feeMicros: micros(0n), cryptoUnits: coinsFor(coin, amountMicros, lockedE8) }
  await expect(admit('web', { ...item, command: { ...command, ...free } })).rejects.toThrow(
    'not ours',
  )
})
