/** At startup, open items come from commands. Rows alone credit and approve nothing. */
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallet } from '../../src/domain/ledger/account.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { micros, PAR_RATE, rateE8, units } from '../../src/domain/money/money.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { countEdited } from '../../src/server/book/rows/open-rows.ts'
import { recordAccepts } from '../../src/server/deposit/accept-transfer.ts'
import { acceptOldTransfers } from '../../src/server/deposit/deposit-deadlines.ts'
import { openPool } from '../../src/db/pool.ts'
import { measure } from '../../src/server/monitoring/measure.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { testHooks } from '../support/book-acts.ts'
import { sample } from '../support/scale.ts'
import { expectAgreement } from '../support/agreement.ts'

const MEMBER = 2
const STRANGER = 3
const TXID = '1'.repeat(64)
const TO = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const DAY_AGO = Date.now() - 25 * 3_600_000
const log = pino({ level: 'silent' })
const hooks = testHooks(recordAccepts)
let database: TestDatabase
let book: Book

beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log, hooks })
  for (let no = MEMBER; no <= STRANGER; no++) await give({ kind: 'register', sponsor: 1 })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

async function give(command: Command): Promise<boolean> {
  return (await book.submit({ command, by: { system: 'test' } })).accepted
}

/** Stops the book, lets someone write to the database meanwhile, and starts it again. */
async function restart(between: () => Promise<unknown>): Promise<void> {
  await book.close()
  await between()
  book = await openBook({ ...database, log, hooks })
}

/** Writes as an intruder in the ledger process could. */
async function asLedger(statement: string): Promise<void> {
  const connectionString = database.urlOfPart('ledger')
  const pool = openPool({ connectionString, name: 'thief', maxConnections: 1 })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}

/** Writes as a database administrator could, without triggers. */
async function asOwner(statement: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const received = (txid: string, attributable = true): Command => ({
  kind: 'receive_transfer',
  member: MEMBER,
  coin: 'TRX',
  network: 'test',
  txid,
  logIndex: 0,
  from: null,
  to: TO,
  amountUnits: units(40_000_000n),
  blockE8: rateE8(31_250_000n),
  blockNumber: 7,
  blockAt: DAY_AGO,
  attributable,
})

const invent = (no: number, txid: string, blockAt = "now() - interval '25 hours'"): string => `
  insert into transfers (no, network, txid, asset, log_index, member_no, to_address, amount,
    rate_e8, block_number, block_at, state, seen_at)
  values (${no}, 'test', '${txid}', 2, 0, ${STRANGER}, '${TO}', 700000000,
    ${PAR_RATE}, 7, ${blockAt}, 'unattributed', now())`

async function walletOf(member: number): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    'select balance from accounts where no = $1',
    [wallet(member)],
  )
  return rows[0]?.balance ?? 0n
}

const acceptOld = () => acceptOldTransfers({ ...database, book, log })

test('starts despite an edited row, logs it, and raises an alert', async () => {
  const lines: string[] = []
  await book.close()
  await asLedger(invent(1, TXID))
  const noisy = pino({}, { write: (line) => lines.push(line) })
  book = await openBook({ ...database, log: noisy, hooks })
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 50, row: 'transfers 1' },
  ])
  expect((await measure(database.db, new Date())).edited_rows).toBe(100n)
  expect(await give(received('2'.repeat(64)))).toBe(true)
})

test('credits the real transfer after a restart, not a forged one', async () => {
  await give(received(TXID))
  await restart(() => asLedger(invent(2, '2'.repeat(64))))
  expect(await countEdited(database.db)).toBe(1)
  expect(await acceptOld()).toBe(1)
  expect(await walletOf(STRANGER)).toBe(0n)
  expect(await walletOf(MEMBER)).toBe(12_250_000n)
})

test('starts without delay despite a row with an impossible time', async () => {
  await give(received(TXID))
  const micro = "date_trunc('second', now() - interval '26 hours') + interval '7 microseconds'"
  await restart(async () => {
    await asLedger(invent(2, '2'.repeat(64), "'-infinity'"))
    await asLedger(invent(3, '3'.repeat(64), micro))
    await asLedger(`insert into transfers (no, network, txid, asset, log_index, member_no,
        to_address, amount, rate_e8, block_number, block_at, state, seen_at)
      select 3 + n, 'test', lpad(to_hex(3 + n), 64, '0'), 2, 0, ${STRANGER}, '${TO}', 700000000,
        ${PAR_RATE}, 7, now() - interval '30 hours', 'unattributed', now()
      from generate_series(1, 300) n`)
  })
  expect(await acceptOld()).toBe(1)
  expect(await walletOf(MEMBER)).toBe(12_250_000n)
  expect(await walletOf(STRANGER)).toBe(0n)
})

const edits = [
  'amount = 400000000',
  'rate_e8 = 312500000',
  `member_no = ${STRANGER}`,
  'asset = 2',
  "block_at = block_at + interval '1 microsecond'",
  `txid = '${'3'.repeat(64)}'`,
]
test.each(sample(edits, 3))('doesn’t credit an open transfer edited to %s', async (change) => {
  await give(received(TXID))
  await restart(() => asOwner(`update transfers set ${change}`))
  expect(await countEdited(database.db)).toBe(1)
  expect(await acceptOld()).toBe(0)
  expect([await walletOf(MEMBER), await walletOf(STRANGER)]).toEqual([0n, 0n])
})

test('keeps a held transfer held after an edit of its row', async () => {
  await give(received(TXID, false))
  await expect(asLedger('update transfers set held = null')).rejects.toThrow('held of a row stays')
  await restart(() => asOwner('update transfers set held = null'))
  expect(await acceptOld()).toBe(0)
  expect(await walletOf(MEMBER)).toBe(0n)
})

const proposed: Command = {
  kind: 'propose_adjustment',
  member: MEMBER,
  amountMicros: micros(5_000_000n),
  operator: 'fin',
  reason: 'a gift',
}
const approve = (adjustment: number) =>
  give({ kind: 'approve_adjustment', adjustment, operator: 'olga' })

test('approves the real adjustment, not a forged one', async () => {
  await give(proposed)
  await restart(() =>
    asLedger(`insert into adjustments (no, member_no, micros, reason, proposed_by, proposed_at)
      values (2, ${STRANGER}, 900000000, 'a refund', 'fin', now())`),
  )
  expect(await countEdited(database.db)).toBe(1)
  expect(await approve(2)).toBe(false)
  expect(await approve(1)).toBe(true)
  expect([await walletOf(MEMBER), await walletOf(STRANGER)]).toEqual([5_000_000n, 0n])
})

/** The same row again with another number. */
const copy = (no: number) => `insert into adjustments
  (no, member_no, micros, reason, proposed_by, proposed_at)
  select ${no}, member_no, micros, reason, proposed_by, proposed_at from adjustments where no = 1`

test('accepts one adjustment per proposal', async () => {
  await give(proposed)
  await restart(() => asLedger(copy(2)))
  expect(await approve(2)).toBe(false)
  expect(await approve(1)).toBe(true)
  await restart(() => asLedger(copy(-1)))
  expect(await approve(-1)).toBe(false)
  expect(await walletOf(MEMBER)).toBe(5_000_000n)
})

test('doesn’t approve an edited adjustment', async () => {
  await give(proposed)
  await restart(() => asOwner('update adjustments set micros = 900000000'))
  expect(await approve(1)).toBe(false)
  expect(await walletOf(MEMBER)).toBe(0n)
})

const asked: Command = {
  kind: 'open_deposit',
  member: MEMBER,
  coin: 'TRX',
  amountMicros: micros(11_000_000n),
  feeMicros: micros(500_000n),
  cryptoUnits: units(36_800_000n),
  lockedE8: rateE8(31_250_000n),
  expiresAt: Date.now() + 900_000,
}
const now = (txid: string) => ({ ...received(txid), blockAt: Date.now() + 60_000 }) as Command

test('ignores the rate of a forged deposit request', async () => {
  await restart(() =>
    asLedger(`insert into deposit_requests (no, public_id, member_no, asset, amount_micros,
        fee_micros, crypto_units, rate_e8, opened_at, expires_at, state)
      values (1, 'DP-AAAAAA', ${MEMBER}, 1, 9000000000, 0, 40000000, 22500000000, now(),
        now() + interval '15 minutes', 'open')`),
  )
  await give(now(TXID))
  expect(await walletOf(MEMBER)).toBe(0n)
  expect(await countEdited(database.db)).toBe(1)
})

test('loads unedited open rows unchanged', async () => {
  await give(asked)
  await give(now(TXID))
  await give(received('2'.repeat(64), false))
  await give(proposed)
  await give({ ...asked, coin: 'USDT' })
  const edited: string[] = []
  const { state } = await foldState(database.pool, undefined, (row) => edited.push(row))
  expect(edited).toEqual([])
  expect(state.unattributed.get(1)).toMatchObject({ request: 1, held: null })
  expect(state.unattributed.get(2)).toMatchObject({ request: null, held: 'contract' })
  expect(state.adjustments.get(1)).toMatchObject({ proposedBy: 'fin' })
  expect([...state.requests.entries()].length).toBe(2)
  await expectAgreement(database)
})
