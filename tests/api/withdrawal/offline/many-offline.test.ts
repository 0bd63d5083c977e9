import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOf } from '../../../../src/domain/ledger/event.ts'
import { micros, type Coin } from '../../../../src/domain/money/money.ts'
import { readSignedBatch } from '../../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../../src/server/payout/offline/import-payouts.ts'
import { newPrivateKey } from '../../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../../src/tron/transaction/signature.ts'
import { approveWithdrawal, effectsOf } from '../../../support/book-acts.ts'
import { isLong } from '../../../support/scale.ts'
import { fundMember } from '../../support/members.ts'
import { addPlainMembers } from '../../support/many-members.ts'
import { idsIn, openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'

// More withdrawals wait than a file takes.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
  await offline.world.pay(offline.cold, 'TRX', '90000')
  await offline.world.settle()
})
afterAll(() => offline.close())

const PER_MEMBER = 10

/** Approved withdrawals of ten dollars each, to wallets of their own or to one per member. */
async function approved(count: number, payIn: Coin, isEqual = false): Promise<string[]> {
  const { edge } = offline.world
  const members = await addPlainMembers(edge, Math.ceil(count / PER_MEMBER))
  const ids: string[] = []
  for (const { no: member } of members) {
    await fundMember(edge, member, 10 * PER_MEMBER + 1)
    const same = addressOfKey(newPrivateKey())
    for (let at = 0; at < PER_MEMBER && ids.length < count; at += 1) {
      const address = isEqual ? same : addressOfKey(newPrivateKey())
      const asked = { kind: 'request_withdrawal', member, address, payIn, holdUntilAt: 0 } as const
      const amountMicros = micros(10_000_000n)
      const effects = await effectsOf(edge.book, { ...asked, amountMicros }, { member })
      const { no } = eventOf(effects, 'withdrawal')
      await approveWithdrawal(edge.book, no)
      ids.push(String(no))
    }
  }
  return ids
}

test.runIf(isLong)(
  'exports what the wallet can pay, behind hundreds that it can’t',
  async () => {
    const { context } = offline.world.edge
    // The wallet has no USDT.
    await approved(1_010, 'USDT')
    const equal = await approved(510, 'TRX', true)
    const first = equal.filter((_, at) => at % PER_MEMBER === 0)
    const others = await approved(460, 'TRX')
    const expected = [...first, ...others]
    expect(expected.length).toBeGreaterThan(500)
    const files = [await offline.exportPayouts(), await offline.exportPayouts()]
    expect(idsIn(files[0] ?? '')).toEqual(expected.slice(0, 500))
    // The next ones of the equal withdrawals, first.
    const second = equal.filter((_, at) => at % PER_MEMBER === 1)
    expect(idsIn(files[1] ?? '')).toEqual([...second, ...expected.slice(500)])
    for (const file of files.toReversed()) {
      const batch = await readSignedBatch(context.db, await offline.payer.sign(file))
      const imported = await importPayouts(context, batch, 'ann')
      expect(imported).toEqual({ stored: idsIn(file), skipped: [] })
    }
  },
  600_000,
)
