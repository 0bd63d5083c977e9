import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '../../../src/domain/money/money.ts'
import { BatchRefused } from '../../../src/server/custody/batch-refused.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import {
  explainTransfer,
  recordFees,
  recordMoves,
} from '../../../src/server/payout/unexplained/explain-transfer.ts'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { sendOutside } from '../../fault/send-outside.ts'
import { matching } from '../../support/matching.ts'
import { runProgram } from '../../support/run-program.ts'
import type { MoneyWorld } from '../support/money-world.ts'
import { storeAttempt } from '../support/payouts.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { approveFor, callFor, openPayingFinance } from './open-finance.ts'
import { isLong } from '../../support/scale.ts'

// An operator pays an open withdrawal from one of our wallets, and then explains the transfer,
// instead of recording it as the payment.

let world: MoneyWorld
let wallet: PayoutWallet
let headers: Record<string, string>
beforeAll(async () => {
  ;({ world, wallet, headers } = await openPayingFinance())
})
afterAll(() => world.close())

const approve = (name: string, to?: Address) => approveFor(world, headers, name, null, to)
const operate = (id: string, action: string, body: object = {}) =>
  callFor(world, headers, id, action, body)

/** Sends TRX from the payout wallet, and waits until the transaction is final. */
async function sendByHand(to: Address, amount = 38_000_000n): Promise<string> {
  const txid = await sendOutside(world.edge.context, wallet, to, amount)
  await world.settle()
  return txid
}

const explain = (txid: string, notFor: readonly (number | string)[] = []) =>
  explainTransfer(world.edge.context, {
    txid,
    operator: 'fiona',
    why: 'a loss',
    notFor: notFor.map(Number),
  })

/** What the explanation of 38 TRX to an address books. */
const booked = (to: string) => [`38 TRX to ${to}, out of custody`, '1.1 TRX burned']

async function pay(rounds = 3): Promise<void> {
  for (let at = 0; at < rounds; at += 1) {
    await (await world.openPayouts()).round()
    await world.settle()
  }
}

const balanceOf = async (account: bigint): Promise<bigint> => {
  const row = await world.edge.db
    .selectFrom('accounts')
    .select('balance')
    .where('no', '=', account)
    .executeTakeFirst()
  return row?.balance ?? 0n
}
const CUSTODY = 10n

async function countPayments(to: string): Promise<number> {
  const rows = await world.edge.db
    .selectFrom('chain_transfers')
    .select('txid')
    .where('to_address', '=', to)
    .execute()
  return rows.length
}

type Approved = Awaited<ReturnType<typeof approve>>

const shown = async ({ member, id }: Approved) => {
  const { results } = (await member.get('rewards/withdrawals/')).body
  return results.find((each) => each.id === id)
}

test('books no payment of an approved withdrawal as a loss', async () => {
  const before = await balanceOf(CUSTODY)
  const approved = await approve('byhand')
  const { wallet: to, id } = approved
  const txid = await sendByHand(to)
  await expect(explain(txid)).rejects.toThrow(
    `It may pay withdrawal ${id}, because it went to the same address after the request. ` +
      'If it does, approve the withdrawal and record this transaction as sent in the console. ' +
      `If it doesn't, explain it with --not-for ${id}.`,
  )
  await pay()
  expect(await shown(approved)).toMatchObject({ stage: 'approved' })
  expect((await operate(id, 'sent', { transaction_hash: txid })).status).toBe(200)
  expect(await explain(txid)).toEqual([])
  await pay()
  expect(await shown(approved)).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
  expect(await countPayments(to)).toBe(1)
  expect(before - (await balanceOf(CUSTODY))).toBe(39_100_000n)
})

test('refuses any amount to the address of a withdrawal that is pending or disputed', async () => {
  const { member, wallet: to, id } = await approve('anyamount')
  const first = await sendByHand(to)
  await operate(id, 'sent', { transaction_hash: first })
  await explain(first)
  await pay()
  const asked = await member.post('rewards/withdrawals/', { amount: 5, payment_method: 'trx' })
  await world.edge.db
    .insertInto('security_events')
    .values({ member_no: member.no, kind: 'disputed' })
    .execute()
  const txid = await sendByHand(to, 1_000_000n)
  await expect(explain(txid)).rejects.toThrow(`It may pay withdrawal ${asked.body.id},`)
  await explain(txid, [asked.body.id])
})

test.runIf(isLong)('names every withdrawal of the address', async () => {
  const [first, to] = [await approve('samefirst'), addressOfKey(newPrivateKey())]
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: to })
    .where('member_no', '=', first.member.no)
    .execute()
  const asked = await first.member.post('rewards/withdrawals/', {
    amount: 10,
    payment_method: 'trx',
  })
  const [one, two] = [asked.body.id, (await approve('samesecond', to)).id]
  const txid = await sendByHand(to)
  await expect(explain(txid)).rejects.toThrow(`withdrawals ${one} and ${two}, because`)
  await expect(explain(txid, [one])).rejects.toThrow(`withdrawal ${two}, because`)
  await expect(explain(txid, [two, first.id])).rejects.toThrow(`--not-for ${one},${two}.`)
  // One is paid, and the other one remains.
  expect((await operate(two, 'sent', { transaction_hash: txid })).status).toBe(200)
  expect(await explain(txid)).toEqual([])
  await pay(1)
  const again = await sendByHand(to)
  await expect(explain(again)).rejects.toThrow(`withdrawal ${one}, because`)
  await operate(one, 'approve')
  expect((await operate(one, 'sent', { transaction_hash: again })).status).toBe(200)
  expect(await explain(again)).toEqual([])
  await pay()
  expect(await countPayments(to)).toBe(2)
})

test('books what isn’t a payment after an operator’s confirmation, and audits that', async () => {
  const { wallet: to, id } = await approve('gift')
  const txid = await sendByHand(to)
  expect(await explain(txid, [id])).toEqual([...booked(to), `not a payment of withdrawal ${id}`])
  const entry = await world.edge.db
    .selectFrom('audit_entries')
    .select(['operator', 'action', 'after'])
    .where('object', '=', `transaction ${txid}`)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ operator: 'fiona', action: 'explain transfer' })
  expect(JSON.stringify(entry.after)).toContain(`not a payment of withdrawal ${id}`)
  // Recording it as the payment would count it twice.
  const sent = await operate(id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.code, sent.problem.text]).toEqual([
    409,
    'already_used',
    { code: 'payment_explained', params: {} },
  ])
  await pay()
  expect(await countPayments(to)).toBe(2)
})

test.runIf(isLong)('lets operators correct an explanation that was wrong', async () => {
  const { member, wallet: to, id } = await approve('mistaken')
  await explain(await sendByHand(to), [id])
  const { headers: ofAdmin } = await signInStaff(world.edge, 'adam', 'admin')
  const why = { reason: 'Paid by hand' }
  const page = `/api/operator/members/${member.no}` as const
  const asAdmin = { headers: ofAdmin, body: why }
  const suspended = await world.edge.call('POST', `${page}/suspend/`, asAdmin)
  expect(suspended.status).toBe(200)
  expect((await operate(id, 'reject', why)).status).toBe(200)
  const body = { username: 'mistaken', amount: '-10.00', ...why }
  const asked = await world.edge.call('POST', '/api/operator/adjustments/', { headers, body })
  const url = `/api/operator/adjustments/${asked.body.id}/approve/` as const
  expect((await world.edge.call('POST', url, { headers: ofAdmin })).status).toBe(200)
  await pay()
  expect(await countPayments(to)).toBe(1)
  const left = await world.edge.call('GET', `${page}/`, { headers })
  expect(left.body.wallet_balance).toBe('10.00')
})

test.runIf(isLong)(
  'takes the withdrawals that a transfer doesn’t pay from the command line',
  async () => {
    const { wallet: to, id } = await approve('terminal')
    const txid = await sendByHand(to)
    const { databaseUrl, config } = world.edge
    const run = async (...more: string[]) => {
      const args = ['explain', '--txid', txid, '--operator', 'fiona', '--why', 'a gift', ...more]
      const env = {
        DATA_DIR: config.dataDir,
        DATABASE_URL: databaseUrl,
        TRON_API_URL: world.devnet.url,
        TRON_USDT_CONTRACT: world.devnet.info.usdtContract,
      }
      return await runProgram('cli/payouts.ts', { args, env })
    }
    const refused: [args: string[], code: number, said: RegExp][] = [
      [[], 1, /--not-for \d+\.\n$/],
      [['--not-for', `${id},x`], 2, /^--not-for must be numbers of withdrawals/],
    ]
    for (const [args, code, said] of refused) {
      expect(await run(...args)).toMatchObject({ code, said: matching(said) })
    }
    const done = await run('--not-for', id)
    expect(done).toMatchObject({ code: 0, said: matching(/^Explained\.\n38 TRX to /) })
  },
)

test.runIf(isLong)(
  'waits for a payout that is under way, and then books a second payment',
  async () => {
    const approved = await approve('twice')
    const { wallet: to, id } = approved
    await world.settle()
    await (await world.openPayouts()).round()
    expect(await shown(approved)).toMatchObject({ stage: 'sent' })
    const txid = await sendByHand(to)
    for (const notFor of [[], [id]]) {
      await expect(explain(txid, notFor)).rejects.toThrow(
        `It may pay withdrawal ${id}, to whose address a payout is under way.`,
      )
    }
    await pay(1)
    expect(await shown(approved)).toMatchObject({ stage: 'confirmed' })
    expect(await explain(txid)).toContain(`38 TRX to ${to}, out of custody`)
  },
)

test('books a transfer to a withdrawal that was canceled, or requested later', async () => {
  const { member, wallet: to, id } = await approve('canceled')
  expect((await operate(id, 'reject', { reason: 'A test' })).status).toBe(200)
  const txid = await sendByHand(to)
  await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  expect(await explain(txid)).toEqual(booked(to))
})

test('refuses a transaction in which a contract pays the address', async () => {
  const { wallet: to, id } = await approve('contract')
  const { txid } = await world.switch('internal', { transfers: [{ address: to, amount: '38' }] })
  await world.settle()
  await world.edge.db
    .insertInto('unexplained_transfers')
    .values({ txid, address: wallet.address, detail: 'call' })
    .execute()
  await expect(explain(txid)).rejects.toThrow(`It may pay withdrawal ${id},`)
  expect(await explain(txid, [id])).toEqual([`not a payment of withdrawal ${id}`])
})

test('counts a transfer once if it is explained and recorded at the same time', async () => {
  const approved = await approve('sametime')
  const { wallet: to, id } = approved
  const before = await balanceOf(CUSTODY)
  const txid = await sendByHand(to)
  const [sent] = await Promise.all([
    operate(id, 'sent', { transaction_hash: txid }),
    explain(txid, [id]).catch(String),
  ])
  expect([200, 409]).toContain(sent.status)
  if (sent.status === 409) await operate(id, 'reject', { reason: 'A test' })
  await pay(1)
  expect(before - (await balanceOf(CUSTODY))).toBe(39_100_000n)
})

test('books a transfer once if two operators explain it at the same time', async () => {
  const { wallet: to, id } = await approve('twoatonce')
  const before = await balanceOf(CUSTODY)
  const txid = await sendByHand(to)
  const ended = await Promise.allSettled([explain(txid, [id]), explain(txid, [id])])
  // The later one may have seen only a part of it.
  const failures = ended.flatMap((each): unknown[] => ('reason' in each ? [each.reason] : []))
  for (const failure of failures) expect(failure).toBeInstanceOf(BatchRefused)
  expect(failures.length).toBeLessThan(2)
  expect(await explain(txid)).toBeNull()
  expect(before - (await balanceOf(CUSTODY))).toBe(39_100_000n)
  expect((await operate(id, 'reject', { reason: 'A test' })).status).toBe(200)
})

test('checks again in the commit', async () => {
  const { wallet: to, id } = await approve('commit')
  const txid = 'a1'.repeat(32)
  const place = { network: 'test', blockNumber: 1, blockAt: new Date(), attributable: true }
  const move = { txid, asset: 1, logIndex: 0, amount: 5n, from: wallet.address, toOwn: false }
  const stranger = addressOfKey(newPrivateKey())
  const book = (given: { to: string; payees: string[]; notFor: number[]; blockAt?: Date }) =>
    world.edge.book.submit({
      command: { kind: 'move_treasury', coin: 'TRX', amountUnits: units(-5n), reason: 'x' },
      by: { system: 'explained' },
      hook: callHook(recordMoves, { ...move, ...place, ...given }),
    })
  const refusal = `transaction ${txid} may pay withdrawal ${id}`
  const before = await balanceOf(CUSTODY)
  await expect(book({ to, payees: [], notFor: [] })).rejects.toThrow(refusal)
  await expect(book({ to: stranger, payees: [to], notFor: [] })).rejects.toThrow(refusal)
  // We have paid the withdrawal since the operator said what the transfer is not.
  const paid = 'b2'.repeat(32)
  const made = { withdrawal: Number(id), attempt: 1, from: wallet.address, to, txid: paid }
  await storeAttempt(world, made)
  await expect(book({ to, payees: [], notFor: [Number(id)] })).rejects.toThrow(refusal)
  // What is recorded as a payout books its own fee.
  await world.edge.db
    .insertInto('unexplained_transfers')
    .values({ txid: paid, address: wallet.address, detail: 'a test' })
    .execute()
  const fee = world.edge.book.submit({
    command: { kind: 'book_network_fee', feeSun: units(7n), txid: paid },
    by: { system: 'explained' },
    hook: callHook(recordFees, { txid: paid, feeSun: 7n, blockNumber: 1 }),
  })
  await expect(fee).rejects.toThrow(`transaction ${paid} was recorded as a payout`)
  expect(await balanceOf(CUSTODY)).toBe(before)
  const earlier = new Date(Date.now() - 3_600_000)
  const done = await book({ to, payees: [to], notFor: [], blockAt: earlier })
  expect(done.accepted).toBe(true)
})

/** Pays several at once, in a transaction that our wallet signed and that nobody explained. */
async function payUnexplained(transfers: { address: string; amount: string }[]): Promise<string> {
  const { txid } = await world.switch('internal', { transfers })
  await world.settle()
  await world.edge.db
    .insertInto('unexplained_transfers')
    .values({ txid, address: wallet.address, detail: 'call' })
    .execute()
  return txid
}

test.runIf(isLong)('asks about a withdrawal that a recorded transaction paid, too', async () => {
  const [one, two] = [await approve('bulkone'), await approve('bulktwo')]
  const transfers = [one, two].map(({ wallet: address }) => ({ address, amount: '38' }))
  const txid = await payUnexplained(transfers)
  expect((await operate(one.id, 'sent', { transaction_hash: txid })).status).toBe(200)
  await expect(explain(txid)).rejects.toThrow(
    `It may pay withdrawal ${two.id}, because it went to the same address after the request. ` +
      'This transaction is already recorded for another one.',
  )
  await pay()
  expect(await shown(two)).toMatchObject({ stage: 'approved' })
  expect(await countPayments(two.wallet)).toBe(1)
  expect(await explain(txid, [two.id])).toEqual([`not a payment of withdrawal ${two.id}`])
})

test('asks about a second withdrawal if a transaction paid its address twice', async () => {
  const { member, wallet: to, id } = await approve('bulktwice')
  const ask = { amount: 10, payment_method: 'trx' }
  const { id: second } = (await member.post('rewards/withdrawals/', ask)).body
  const transfers = ['38', '37'].map((amount) => ({ address: to, amount }))
  const txid = await payUnexplained(transfers)
  expect((await operate(id, 'sent', { transaction_hash: txid })).status).toBe(200)
  await pay(1)
  await expect(explain(txid)).rejects.toThrow(`It may pay withdrawal ${second}, because`)
})
