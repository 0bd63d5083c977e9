import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { fundMember } from '../support/members.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { askFor } from '../support/payouts.ts'

// Two operators import different files that one wallet pays.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

/** A signed file of one payout. */
async function signedFile(name: string, amount: number) {
  const { world, payer, exportPayouts } = offline
  const member = await world.member(name)
  await fundMember(world.edge, member.no, amount)
  const to = addressOfKey(newPrivateKey())
  const asked = await askFor(world, member, { amount, method: 'trx', to })
  await approveWithdrawal(world.edge.book, Number(asked.body.id))
  return await readSignedBatch(world.edge.db, await payer.sign(await exportPayouts()))
}

/** Whether both imports wait: for the table, for each other, or for the ledger. */
async function doBothWait(): Promise<boolean> {
  const { context, db } = offline.world.edge
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length + context.book.status().queued >= 2
}

test('stores no more than the wallet holds, together', async () => {
  const { context, db } = offline.world.edge
  // The wallet has 1,000 TRX, and each payout takes 598.
  const files = [await signedFile('one', 150), await signedFile('two', 150)]
  const imports = await db.transaction().execute(async (tx) => {
    await sql`lock table payouts in share mode`.execute(tx)
    const running = Promise.allSettled(files.map((file) => importPayouts(context, file, 'ann')))
    await until('both imports to wait', doBothWait)
    return { running }
  })
  const ended = await imports.running
  const refused = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  expect(refused).toEqual([expect.stringContaining('The wallet is short of coins')])
  const stored = db.selectFrom('payouts').select('units').where('state', '=', 'stored')
  expect(await stored.execute()).toHaveLength(1)
})
