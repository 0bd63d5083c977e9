import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { makers } from '../../api/support/makers/call-makers.ts'
import { openStage, send } from '../../api/support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../../api/support/money-world.ts'
import { approvedPayout, openPayee, withdrawalState } from '../../api/support/payouts.ts'
import { isLong } from '../../support/scale.ts'

/** A suspension ends everything that the member has begun, one after the other. */
const RARE = { set_suspended: 7 }

/** For each kind of command, the most round trips that a batch of one took. */
function countTrips() {
  const most = new Map<string, number>()
  const watch = (client: PoolClient): void => {
    const query = client.query.bind(client)
    let answered = 0
    let kind = ''
    const counting = async (asked: { text: string; values?: unknown[] }, ...rest: never[]) => {
      const { text, values = [] } = asked
      if (text === 'begin') [answered, kind] = [0, '']
      if (text.includes('insert into commands')) kind = String(values[1]).replace(/[{"}]/g, '')
      // It may have waited for any answer that is there, and so for the trips before it.
      const trip = answered + 1
      try {
        return await query(asked as never, ...rest)
      } finally {
        answered = Math.max(answered, trip)
        if (text === 'commit' && kind) most.set(kind, Math.max(most.get(kind) ?? 0, trip))
      }
    }
    Object.assign(client, { query: counting })
  }
  return { most, watch }
}

async function payOut(world: MoneyWorld): Promise<void> {
  const { member } = await openPayee(world)
  const { no } = await approvedPayout(world, member)
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
  await payouts.round()
  expect(await withdrawalState(world, no)).toBe('confirmed')
}

test.runIf(isLong)(
  'needs at most four round trips for each command, except for rare ones',
  async () => {
    const { most, watch } = countTrips()
    const world = await openMoneyWorld({}, 10_000, 1, undefined, { onLedgerConnection: watch })
    onTestFinished(() => world.close())
    const stage = await openStage(world)
    for (const name of Object.keys(api) as CallName[]) {
      if (api[name].method === 'GET') continue
      const made = await makers[name]?.(stage)
      if (made) await send(stage, made)
    }
    await payOut(world)
    const more = [...most].filter(([, trips]) => trips > 4)
    expect(Object.fromEntries(more)).toEqual(RARE)
    // A batch without a hook that reads: its lock, its rows, its COMMIT.
    expect(most.get('activate')).toBe(3)
    const moving = [
      'receive_transfer',
      'request_withdrawal',
      'cancel_withdrawal',
      'send_withdrawal',
    ]
    for (const kind of [...moving, 'confirm_withdrawal'])
      expect([kind, most.get(kind)]).toEqual([kind, 4])
  },
)
