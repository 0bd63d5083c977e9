/** The full check sees rows that someone changed behind the book's back, also of what has ended. */
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallet } from '../../src/domain/ledger/account.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { micros, rateE8, units } from '../../src/domain/money/money.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { depositCommands } from '../support/deposits.ts'

const MEMBER = 2
const OTHER = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const TXID = '1'.repeat(64)
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log: pino({ level: 'silent' }) })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

const insertPayout = (no: number, txid: string): string => `
  insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid, state,
    fee_sun)
  values (${no}, 1, 1, 8000000, '${OTHER}', '${ADDRESS}', '${txid}', 'confirmed', 1100000)`

const withdraw = (no: number): Command[] => [
  {
    kind: 'request_withdrawal',
    member: MEMBER,
    amountMicros: micros(3_000_000n),
    address: ADDRESS,
    holdUntilAt: 0,
  },
  {
    kind: 'approve_withdrawal',
    withdrawal: no,
    operator: 'olga',
    revision: 1,
    payoutLimitMicros: micros(5_000_000n),
    dayLimitMicros: micros(50_000_000n),
  },
]

const PAID: Command[] = [
  {
    kind: 'send_withdrawal',
    withdrawal: 1,
    attempt: 1,
    paidBy: 'us',
    address: ADDRESS,
    coin: 'TRX',
    sentUnits: units(8_000_000n),
    rateE8: rateE8(31_250_000n),
    txid: TXID,
  },
  {
    kind: 'confirm_withdrawal',
    withdrawal: 1,
    attempt: 1,
    txid: TXID,
    feeSun: units(1_100_000n),
  },
]

/** A member with a credited deposit, a paid withdrawal, a rejected one and an adjustment. */
async function live(): Promise<void> {
  const commands: Command[] = [
    { kind: 'register', sponsor: 1 },
    ...depositCommands(MEMBER, 20, 7),
    { kind: 'activate', member: MEMBER, profile: 6 },
    ...withdraw(1),
    ...PAID,
    ...withdraw(2),
    { kind: 'reject_withdrawal', withdrawal: 2, reason: 'the address is unknown' },
    {
      kind: 'propose_adjustment',
      member: MEMBER,
      amountMicros: micros(1_000_000n),
      operator: 'olga',
      reason: 'a gift',
    },
    { kind: 'approve_adjustment', adjustment: 1, operator: 'pia' },
  ]
  for (const command of commands) {
    const { accepted } = await book.submit({ command, by: { system: 'test' } })
    if (!accepted) throw new Error(`${command.kind} is refused`)
  }
  await database.pool.query(insertPayout(1, TXID))
}

const described = async (): Promise<readonly string[]> =>
  (await checkBook(database.db, database.pool)).differences.described

/** Edits as an administrator of the database could: without triggers. */
async function edit(...statements: string[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('reports every edited column of closed rows', async () => {
  await live()
  expect(await described()).toEqual([])
  await edit(
    `update withdrawals set state = 'cancelled', address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
      where no = 1`,
    `update withdrawals set reason = 'none', requested_at = requested_at - interval '1 microsecond'
      where no = 2`,
    `update transfers set credited_micros = 1`,
    `update deposit_requests set state = 'expired', credited_micros = null`,
    `update adjustments set approved_by = 'olaf'`,
    `delete from withdrawal_approvals where withdrawal_no = 2`,
    `insert into withdrawal_approvals values (1, 1, 'otto', 3000000, now(), 2)`,
    `update profiles set public_id = 'BR-AAAAAA' where no = 6`,
    `update journals set subject = 99 where kind = 4 and subject = 1`,
  )
  const found = await described()
  for (const what of [
    /^withdrawals 1: state is cancelled, the rules say confirmed/,
    /^withdrawals 1: address is T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb, the rules say TR7NH/,
    /^withdrawals 2: reason is none, the rules say the address is unknown/,
    /^withdrawals 2: requested_at is .*999Z, the rules say .*Z$/,
    /^transfers 1: credited_micros is 1, the rules say 20000000/,
    /^deposit_requests 1: state is expired, the rules say credited/,
    /^deposit_requests 1: credited_micros is null, the rules say 20000000/,
    /^adjustments 1: approved_by is olaf, the rules say pia/,
    /^withdrawal_approvals 2 1 olga: the row is missing/,
    /^withdrawal_approvals 1 1 otto: no command wrote this row/,
    /^profiles 6: public_id is BR-AAAAAA, the rules say BR-/,
    /^journals \d+: subject is 99, the rules say 1/,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(what))
  }
})

test('reports edited, added, and deleted payouts, batches, and approvals', async () => {
  await live()
  for (const command of withdraw(3)) await book.submit({ command, by: { system: 'test' } })
  expect(await described()).toEqual([])
  await edit(`update payouts set state = 'failed', fee_sun = 2, units = 9, to_address = '${OTHER}'`)
  expect(await described()).toEqual([
    'payouts 1 1: units is 9, the commands say 8000000',
    `payouts 1 1: to_address is ${OTHER}, the commands say ${ADDRESS}`,
    'payouts 1 1: state is not paid, the commands say confirmed',
    'payouts 1 1: fee_sun is 2, the commands say 1100000',
    'totals of addresses are the sums of their rows: address T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb: ' +
      'asset 1, total -9100000, rows -2',
  ])
  await edit(
    'delete from payouts',
    insertPayout(2, '2'.repeat(64)),
    `update withdrawals set address = '${OTHER}', requested_at = 'epoch' where no = 3`,
    `insert into withdrawal_approvals values (3, 1, 'otto', 3000000, now(), 2)`,
    `update batches set last_seq = last_seq + 1 where first_seq = 3`,
    `delete from batches where first_seq = (select max(first_seq) from batches)`,
    `insert into batches (first_seq, last_seq, writer, epoch)
      values (900, 901, gen_random_uuid(), 0)`,
  )
  const found = await described()
  for (const what of [
    /^payouts 1 1: the row is missing/,
    /^payouts 2 1: no command sent this payout/,
    /^every payout was sent by a command: payout \d+ of withdrawal 2/,
    /^withdrawals 3: address is T9yD.*, the rules say TR7N/,
    /^withdrawals 3: requested_at is 1970/,
    /^withdrawal_approvals 3 1 otto: no command wrote this row/,
    /^every approval was given by a command: approval of withdrawal 3 by otto/,
    /^batches cover the command log without gaps: batch \d+ to \d+ does not follow/,
    /^batches cover the command log without gaps: the last batch ends at 901/,
    /^approvals by operator: /,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(what))
  }
})

test('refuses postings to an old journal, and finds forced ones', async () => {
  await live()
  const account = wallet(MEMBER)
  const { rows } = await database.pool.query(
    `select journal_no as no, balance_after as after from postings
      where account_no = $1 order by journal_no desc, line desc limit 1`,
    [account],
  )
  const { no, after } = rows[0] as { no: bigint; after: bigint }
  const pair = `insert into postings values (${no}, ${account}, 5, ${after + 5n}, 7, 0, 0),
    (${no}, ${account}, -5, ${after}, 8, 0, 0)`
  await expect(database.pool.query(pair)).rejects.toThrow(/postings come with their journals/)
  // Neither beside a journal of its own.
  const beside = `with j as (insert into journals values (${no + 1n}, 1, 0, 9000, now())) ${pair},
    (${no + 1n}, 1, 5, 5, 0, 0, 0), (${no + 1n}, 2, -5, -5, 1, 0, 0)`
  await expect(database.pool.query(beside)).rejects.toThrow(/postings come with their journals/)
  expect(await described()).toEqual([])
  await edit(pair)
  expect(await described()).toEqual([
    `postings ${no} 7: no command wrote this row`,
    `postings ${no} 8: no command wrote this row`,
  ])
})
