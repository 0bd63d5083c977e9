import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimItem } from '../../../src/server/claims/claims.ts'
import { exportPayouts } from '../../../src/server/payout/offline/offline-payouts.ts'
import { readFlags } from '../../../src/server/withdrawal/review/withdrawal-flags.ts'
import { storePayout } from '../../../src/server/payout/store-payout.ts'
import { units } from '../../../src/domain/money/money.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newHouseKey } from '../../../src/tron/keys/house-key.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { discard } from '../support/offline-world.ts'
import { approvedPayout, financeOperator, openPayee, withdrawalState } from '../support/payouts.ts'

// Anyone with a signed file can send its payouts until they expire, also after we discarded it. So
// the worker doesn't pay the same withdrawals meanwhile.

let world: MoneyWorld
let payee: Awaited<ReturnType<typeof openPayee>>
beforeAll(async () => {
  world = await openMoneyWorld()
  payee = await openPayee(world)
})
afterAll(() => world.close())

const batches = () => world.edge.db.selectFrom('signing_batches').select('batch').execute()

test('the worker pays no withdrawal that a signed file may pay', async () => {
  const { member, wallet } = payee
  const { no } = await approvedPayout(world, member)
  const { context } = world.edge
  await exportPayouts({ ...context, exportKey: newHouseKey(), operator: 'ann' }, wallet.address)
  const payouts = await world.openPayouts()
  await payouts.round()
  expect(await withdrawalState(world, no)).toBe('approved')
  const [file] = await batches()
  expect(await discard(context.db, file?.batch ?? '')).toBe(true)
  await payouts.round()
  expect(await withdrawalState(world, no)).toBe('approved')
  // An operator who pays it from another wallet would pay it twice, too.
  expect((await readFlags(context.db, [no])).get(no)).toContain('in_signer_file')
  // A worker that read it as due before the export, and stores its payout only now.
  const what = { withdrawal: no, attempt: 1, coin: 'TRX', units: units(1n), rateE8: 1n } as const
  const late = { from: wallet.address, to: wallet.address, txid: 'ab'.repeat(32), feeLimitSun: 0n }
  const bytes = { signedHex: 'ab', expiresAt: new Date() }
  const stored = storePayout(context.book, { ...what, ...late, ...bytes } as never, {
    system: 'payouts',
  })
  expect(await stored).not.toBeNull()
  const flagsAt = async (seconds: number) => {
    await sql`update signing_batches set expires_at = (select max(final_at) from chain_cursors)
      - make_interval(secs => ${seconds})`.execute(world.edge.db)
    return (await readFlags(context.db, [no])).get(no)
  }
  expect(await flagsAt(60)).toContain('in_signer_file')
  expect(await flagsAt(61)).not.toContain('in_signer_file')
  // Nobody can send it anymore.
  await world.edge.db
    .updateTable('signing_batches')
    .set({ expires_at: new Date(0) })
    .execute()
  await payouts.round()
  expect(await withdrawalState(world, no)).toBe('sent')
})

test.each<[string, (no: number) => Promise<unknown>]>([
  [
    'is claimed',
    (no) =>
      claimItem(world.edge.db, financeOperator, 'withdrawals', BigInt(no), { requestId: 'a test' }),
  ],
  [
    'is rejected',
    (withdrawal) =>
      world.edge.book.submit({
        command: { kind: 'reject_withdrawal', withdrawal, reason: 'a test' },
        by: { operator: 'ben' },
      }),
  ],
])('exports no withdrawal that %s while the nodes answer', async (_, happen) => {
  const { context } = world.edge
  const { member, wallet } = payee
  const { no } = await approvedPayout(world, member)
  const before = await batches()
  // The export has chosen the withdrawal when it asks for its receiver.
  const tron = new Proxy(context.tron, {
    get(nodes, name: keyof typeof context.tron) {
      if (name !== 'account') return nodes[name]
      return async (address: Address) => {
        await happen(no)
        return nodes.account(address)
      }
    },
  })
  const deps = { ...context, tron, exportKey: newHouseKey(), operator: 'ann' }
  await expect(exportPayouts(deps, wallet.address)).rejects.toThrow('ran at the same time')
  expect(await batches()).toEqual(before)
  await world.edge.db.deleteFrom('operator_claims').execute()
  await rejectIfApproved(no)
})

/** So that the next export has nothing but its own withdrawal. */
async function rejectIfApproved(withdrawal: number): Promise<void> {
  if ((await withdrawalState(world, withdrawal)) !== 'approved') return
  await world.edge.book.submit({
    command: { kind: 'reject_withdrawal', withdrawal, reason: 'a test' },
    by: { operator: 'ben' },
  })
}
