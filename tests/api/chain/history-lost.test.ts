import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '../../../src/domain/money/money.ts'
import { recordLoss } from '../../../src/server/book/lost-history.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { exportPayouts } from '../../../src/server/payout/offline/offline-payouts.ts'
import { openPayoutWallet, type PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { storePayout } from '../../../src/server/payout/store-payout.ts'
import { newHouseKey } from '../../../src/tron/keys/house-key.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { runProgram } from '../../support/run-program.ts'
import { disableOperator, newestEntry } from '../support/staff-edge.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { isLong, sample } from '../../support/scale.ts'

// Lost commands may have paid. Until an operator has checked, nothing new is signed or stored.

const to = addressOfKey(newPrivateKey())

let world: MoneyWorld
let wallet: PayoutWallet
let withdrawal: number
beforeAll(async () => {
  world = await openMoneyWorld()
  const { context, db, book } = world.edge
  wallet = await openPayoutWallet(context.db, context.config.payoutKey ?? '')
  await world.pay(wallet.address, 'TRX', '1000')
  await world.settle()
  await addOperator(db, 'fiona', 'finance')
  await addOperator(db, 'gone', 'admin')
  await disableOperator({ db, book }, 'gone')
  const member = await world.member('patient')
  await fundMember(world.edge, member.no, 50)
  const at = { wallet_address: to, hold_until: null }
  await db.updateTable('identities').set(at).where('member_no', '=', member.no).execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  withdrawal = Number(asked.body.id)
  await approveWithdrawal(book, withdrawal)
  await noticeTogether(world)
})
afterAll(() => world.close())

const lost = { seq: 1_000_000, batch: crypto.randomUUID(), checkedAt: Date.now() - 60_000 }

/** The leader and its standbys notice before any of them sees the others' records. */
async function noticeTogether({ edge: { db } }: MoneyWorld): Promise<void> {
  const noticed: Promise<void>[] = []
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('payout_pauses').values({ reason: 'history_lost', detail: '' }).execute()
    for (let i = 0; i < 3; i++) {
      noticed.push(recordLoss(db, { known: lost, foundSeq: 1 } as never))
    }
    await until('all of them to wait', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.n === noticed.length
    })
    await tx.deleteFrom('payout_pauses').execute()
  })
  await Promise.all(noticed)
}

const reasons = async () =>
  (await world.edge.db.selectFrom('payout_pauses').select('reason').execute()).map(
    ({ reason }) => reason,
  )

const stored = () =>
  world.edge.db.selectFrom('payouts').select(['withdrawal_no', 'to_address']).execute()

/** The exit codes of the program, oldest first. */
const codes: (number | null)[] = []

async function runPayouts(...args: string[]): Promise<string> {
  const { databaseUrl, config } = world.edge
  const { url, info } = world.devnet
  const env = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    TRON_API_URL: url,
    TRON_USDT_CONTRACT: info.usdtContract,
  }
  const { code, said } = await runProgram('cli/payouts.ts', { args, env })
  codes.push(code)
  return said
}

const resume = (...args: string[]): Promise<string> => runPayouts('resume', ...args)

test('records one loss when several processes notice it at once', async () => {
  const { db } = world.edge
  expect(await db.selectFrom('history_losses').select('found_seq').execute()).toHaveLength(1)
})

test('signs nothing in the worker while history is lost', async () => {
  const payouts = await world.openPayouts()
  await payouts.round()
  await payouts.round()
  expect(await reasons()).toEqual(['history_lost'])
  expect(await stored()).toEqual([])
})

test('exports nothing for offline signing', async () => {
  const deps = { ...world.edge.context, exportKey: newHouseKey(), operator: 'ann' }
  await expect(exportPayouts(deps, wallet.address)).rejects.toThrow(
    'npm run payouts -- resume history_lost',
  )
})

test('doesn’t store payouts that were signed before the loss', async () => {
  const { book } = world.edge
  const coins = { coin: 'TRX', units: units(38_000_000n), rateE8: 25_000_000n as never } as const
  const bytes = { txid: 'ab'.repeat(32), signedHex: 'ab', expiresAt: new Date(), feeLimitSun: 0n }
  const payout = { withdrawal, attempt: 1, from: wallet.address, to, ...coins, ...bytes }
  await expect(storePayout(book, payout, { operator: 'ann' })).rejects.toThrow('history was lost')
  expect(await stored()).toEqual([])
})

const refused: [string, string[]][] = [
  ['someone unknown', ['history_lost', '--operator', 'nobody', '--why', 'compared']],
  ['a disabled operator', ['history_lost', '--operator', 'gone', '--why', 'compared']],
  ['nobody', ['history_lost', '--why', 'compared']],
  ['an empty reason', ['history_lost', '--operator', 'fiona', '--why', ' ']],
  ['another pause', ['unexplained_transfer', '--operator', 'fiona', '--why', 'compared']],
]

// Each starts a program.
test.each(sample(refused, 5))('doesn’t resume payouts for %s', async (_who, args) => {
  expect(await resume(...args)).toMatch(/^(--operator|--why|Only history_lost)/)
  expect(await reasons()).toEqual(['history_lost'])
  expect(await newestEntry(world.edge, 'history_lost')).toBeUndefined()
})

const args = ['history_lost', '--operator', 'Fiona', '--why', 'Compared: nothing was paid']

const txid = 'cd'.repeat(32)

/** A transfer that nobody has explained yet. */
const addStranger = () =>
  world.edge.db
    .insertInto('unexplained_transfers')
    .values({ txid, address: wallet.address, detail: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

test.runIf(isLong)('shows why payouts are paused, and what is unexplained', async () => {
  await addStranger()
  const said = await runPayouts('status')
  expect(said).toContain('history_lost')
  expect(said).toContain(txid)
})

test('lets an operator resume payouts, and records who and why', async () => {
  const { db } = world.edge
  await addStranger()
  await db.updateTable('unexplained_transfers').set({ explained_by: 'fiona' }).execute()
  expect(await resume(...args)).toBe('Payouts resume.\n')
  expect(await reasons()).toEqual([])
  expect(await newestEntry(world.edge, 'history_lost')).toMatchObject({
    operator: 'fiona',
    action: 'resume payouts',
    reason: 'Compared: nothing was paid',
  })
  expect(codes.at(-1)).toBe(0)
  await (await world.openPayouts()).round()
  expect(await stored()).toEqual([{ withdrawal_no: withdrawal, to_address: to }])
})

test.runIf(isLong)('says that payouts run, and have no pause to end', async () => {
  expect(await runPayouts('status')).toBe('Payouts run, and nothing is quarantined.\n')
  expect(await resume(...args)).toBe('Payouts are not paused for this reason.\n')
  expect(codes.at(-1)).toBe(1)
})

const pause = () =>
  runPayouts('pause', 'history_lost', '--operator', 'fiona', '--why', 'Restored to 8:00')

test.runIf(isLong)(
  'lets an operator pause payouts after a restore, and records who and why',
  async () => {
    expect(await pause()).toBe('Payouts are paused.\n')
    expect(await reasons()).toEqual(['history_lost'])
    expect(await newestEntry(world.edge, 'history_lost')).toMatchObject({
      operator: 'fiona',
      action: 'pause payouts',
      reason: 'Restored to 8:00',
    })
    expect(await pause()).toBe('Payouts were paused for this reason already.\n')
  },
)
