/** The full check sees rows that someone changed behind the book's back, also of what has ended. */
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallet } from '../../src/domain/account.ts'
import type { Command } from '../../src/domain/command.ts'
import { micros, rateE8, units } from '../../src/domain/money.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { depositCommands } from '../support/deposits.ts'

const MEMBER = 2
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

test('every edited column of what has ended is named', async () => {
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
    `insert into withdrawal_approvals values (1, 1, 'otto', 3000000, now())`,
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

test('a balanced pair cannot join an old journal, and is seen where it was forced in', async () => {
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
