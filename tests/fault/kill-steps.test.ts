import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../src/server/book/check/check.ts'
import { activateProfile } from '../../src/server/network/activate-profile.ts'
import type { PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { fundMember, password } from '../api/support/members.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../api/support/money-world.ts'
import { openFunded } from '../api/support/payouts.ts'
import { approveWithdrawal } from '../support/book-acts.ts'
import { until } from '../support/poll.ts'
import { programEnv } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'
import { openStepProxies } from '../support/wire/step-proxies.ts'

// We kill a worker with SIGKILL between each two of its steps: before and after every COMMIT, every
// single write and every broadcast. Reads change nothing, so these are all distinct states. Then a
// fresh worker continues.

let world: MoneyWorld
let wallet: PayoutWallet
let payee: MoneyMember
let names = 0
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on', FLOAT_LIMIT_USD: '50000' })
  wallet = await openFunded(world)
  payee = await world.member('payee')
  await fundMember(world.edge, payee.no, 2_000)
})
afterAll(() => world.close())

const program = fileURLToPath(new URL('money-worker.ts', import.meta.url))

type Task = 'deposit' | 'payout' | 'activation'
type Ran = { steps: string[]; finished: boolean }

/** Runs a worker and kills it at its n-th step. With fewer steps, it finishes. */
async function runWorker(task: Task, killAt: number, more: string[] = []): Promise<Ran> {
  const { config, context } = world.edge
  const steps: string[] = []
  const url = context.pool.options.connectionString ?? ''
  const proxies = await openStepProxies(url, world.devnet.url, (step) => {
    steps.push(step)
    if (steps.length < killAt) return 'pass'
    child.kill('SIGKILL')
    return 'hold'
  })
  const { databaseUrl, nodeUrl } = proxies
  const args = [
    program,
    task,
    databaseUrl,
    nodeUrl,
    world.devnet.url,
    context.usdtContract,
    ...more,
  ]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...programEnv,
      DATA_DIR: config.dataDir,
      PAYOUT_KEY: config.payoutKey ?? '',
      TRON_DEPOSIT_XPUB: config.depositXpub,
      USDT_PAYOUTS: 'on',
      FLOAT_LIMIT_USD: '50000',
    },
  })
  const [code, signal] = (await once(child, 'exit')) as unknown[]
  await proxies.stop()
  // Any other exit is neither its normal end nor our kill.
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the worker ended with ${code}`)
  return { steps, finished: code === 0 }
}

/** Another broadcast would pay twice. Every run loses answers of broadcasts in payout.test.ts. */
const SIXTH = 'after the broadcast'

/**
 * Kills a worker at its first step, then at a later one, and so on until one finishes. Returns the
 * steps of the last one.
 */
async function killAtEachStep(
  task: 'deposit' | 'payout',
  prepare: () => Promise<() => Promise<void>>,
): Promise<string[]> {
  for (let at = 1; ; at += 1) {
    const recover = await prepare()
    const { steps, finished } = await runWorker(task, at)
    await recover()
    if (finished) return steps
  }
}

async function payer(): Promise<MoneyMember> {
  names += 1
  const member = await world.member(`payer${names}`)
  const half = { original_amount: '10', fee_amount: '0.2' }
  await requestDepositFor(member, 'USDT', { ...half, crypto_amount: '10.2' })
  await requestDepositFor(member, 'TRX', { ...half, crypto_amount: '40.8' })
  await world.pay(member.address, 'USDT', '10.2')
  await world.pay(member.address, 'TRX', '40.8')
  return member
}

// Every run cuts deposits at their COMMITs in deposit.test.ts.
test.runIf(isLong)('of a deposit: credits each transfer exactly once', async () => {
  const steps = await killAtEachStep('deposit', async () => {
    const member = await payer()
    await world.mine(SOLID_AFTER)
    return async () => {
      world.restartWatcher()
      await world.watch()
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from transfers
        where member_no = ${member.no} and state = 'credited'`.execute(world.edge.db)
      expect([await member.balance(), rows[0]?.count]).toEqual(['20.00', 2])
    }
  })
  expect(steps.length).toBeGreaterThan(5)
})

async function approved(coin: 'trx' | 'usdt'): Promise<{ no: number; to: Address }> {
  const { db, book } = world.edge
  const to = addressOfKey(newPrivateKey())
  const changed = db.updateTable('identities').set({ wallet_address: to })
  await changed.where('member_no', '=', payee.no).execute()
  // With so many worker starts and kills, the step-up would expire.
  await payee.post('auth/step-up/', { password })
  const asked = await payee.post('rewards/withdrawals/', { amount: 20, payment_method: coin })
  expect(asked.status).toBe(201)
  const no = Number(asked.body.id)
  await approveWithdrawal(book, no)
  return { no, to }
}

/** A fresh worker completes the payout. Then the chain shows how often it was paid. */
async function recoverPayout({ no, to }: { no: number; to: Address }): Promise<void> {
  const { db, context } = world.edge
  const payouts = await world.openPayouts()
  await until('the payout to be settled', async () => {
    await db
      .updateTable('payouts')
      .set({ broadcast_at: new Date(0) })
      .where('state', '=', 'stored')
      .where('broadcast_at', 'is not', null)
      .execute()
    await payouts.round()
    await world.settle()
    await payouts.round()
    const row = db.selectFrom('withdrawals').select('state').where('no', '=', no)
    return (await row.executeTakeFirstOrThrow()).state === 'confirmed'
  })
  const sent = await context.tron.outgoing(wallet.address, 0)
  const times = sent.ok && sent.value.filter(({ transfer }) => transfer?.to === to).length
  expect(times).toBe(1)
}

// A payout in USDT has the same steps as one in TRX, and a few of its own.
test.runIf(isLong).each(['trx', 'usdt'] as const)(
  'of a payout in %s: pays exactly once on chain',
  async (coin) => {
    const steps = await killAtEachStep('payout', async () => {
      const payout = await approved(coin)
      return () => recoverPayout(payout)
    })
    expect(steps.length).toBeGreaterThan(7)
    expect(steps[5]).toBe(SIXTH)
  },
)

/** What is stored for the key: nothing, a receipt, or the answer. */
async function keptFor(key: string): Promise<string> {
  const row = await world.edge.db
    .selectFrom('idempotency')
    .select('answer')
    .where('key', '=', key)
    .executeTakeFirst()
  return Object.keys(row?.answer ?? {}).join() || 'nothing'
}

test.runIf(isLong)(
  'of an activation with a key: charges the price once, and answers a repeat',
  async () => {
    const { context } = world.edge
    const kept = new Set<string>()
    for (let at = 1; ; at += 1) {
      const member = await world.member(`joiner${at}`)
      await fundMember(world.edge, member.no, 10)
      const { body } = await member.get('accounts/me/')
      const profile = String(body.profiles[0]?.id)
      const key = { scope: 'killed', key: `activation ${at}`, inputHash: 'same' }
      const more = [String(member.no), profile, key.scope, key.key, key.inputHash]
      if ((await runWorker('activation', at, more)).finished) break
      const before = await keptFor(key.key)
      kept.add(before)
      await fundMember(world.edge, member.no, 3)
      const repeated = await activateProfile(context, member, profile, key)
      // If the worker reached its COMMIT, the answer shows the balance before the three dollars.
      expect(repeated.wallet_balance).toBe(before === 'nothing' ? '12.00' : '9.00')
      expect([await member.balance(), await keptFor(key.key)]).toEqual(['12.00', 'body'])
    }
    expect([...kept].toSorted()).toEqual(['body', 'done', 'nothing'])
  },
)

test.runIf(isLong)('leaves rows, rules, and log in agreement', async () => {
  const { db, pool } = world.edge.context
  const { differences, journals } = await checkBook(db, pool)
  expect(differences.described).toEqual([])
  expect(journals).toBeGreaterThan(1)
})
