import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRound } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { openFunded, approvedPayout } from '../../api/support/payouts.ts'
import { requestDepositFor, SOLID_AFTER, type MoneyMember } from '../../api/support/money-world.ts'
import { openForkedWorld, type ForkedWorld } from './forked-world.ts'

// Two of three nodes lie about final blocks, so we credit a payment that doesn't exist. Its
// withdrawal is approved before the nodes recover.

let forked: ForkedWorld
let liar: MoneyMember
beforeAll(async () => {
  forked = await openForkedWorld()
  liar = await forked.world.member('liar')
})
afterAll(() => forked.close())

const db = () => forked.world.edge.db
const payouts = () => db().selectFrom('payouts').select(['withdrawal_no', 'state']).execute()
const pauses = () => db().selectFrom('payout_pauses').select(['reason', 'detail']).execute()

test('pays nothing once most nodes have replaced a final block', async () => {
  const { world } = forked
  await openFunded(world)
  await world.mine(1)
  await world.watch()
  const early = await forked.cursor()
  await forked.fork()
  const figures = { original_amount: '20', fee_amount: '0.4', crypto_amount: '20.4' }
  await requestDepositFor(liar, 'USDT', figures)
  await world.pay(liar.address, 'USDT', '20.4')
  await world.mine(SOLID_AFTER)
  const lies = forked.nodesAt('lie', 'lie', 'truth')
  await forked.watcher(lies).round()
  // The nodes lie about balances, too.
  await checkRound({ ...world.edge.context, tron: lies }, { cursorWaitMs: 0 })
  expect(await liar.balance()).toBe('20.00')
  const { no } = await approvedPayout(world, liar)

  // The nodes recover. A payout is due before the watcher asks them again.
  await forked.mineTruth(2)
  const healed = forked.nodesAt('truth', 'truth', 'truth')
  const worker = await forked.payouts(healed)
  await worker.round()
  expect(await payouts()).toEqual([])
  const [pause, ...others] = await pauses()
  expect([pause?.reason, others]).toEqual(['history_lost', []])
  expect(pause?.detail).toContain('Most nodes replaced final block')
  const watcher = forked.watcher(healed)
  await expect(watcher.round()).rejects.toThrow('most nodes replaced a final block')

  // As in the runbook, from a block that was read before.
  await forked.readAgainFrom(early)
  await watcher.round()
  await worker.round()
  expect(await payouts()).toEqual([])
  await checkRound({ ...world.edge.context, tron: healed }, { cursorWaitMs: 0 })
  const { rows } = await sql`select address from address_checks where state = 'differs'`.execute(
    db(),
  )
  expect(rows).toEqual([{ address: liar.address }])
  await sql`delete from payout_pauses where reason = 'history_lost'`.execute(db())
  await worker.round()
  expect(await payouts()).toEqual([])
  expect(await pauses()).toEqual([])
  expect((await liar.get('rewards/withdrawals/')).body.results).toMatchObject([
    { id: String(no), status: 'approved' },
  ])
})
