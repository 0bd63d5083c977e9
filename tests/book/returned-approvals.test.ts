/** Approvals that no longer count: the tables, the log, and a restart agree on them. */
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Command } from '../../src/domain/ledger/command.ts'
import { approvedOn, dayNumberOf } from '../../src/domain/wallet/approvals.ts'
import { makeBook, openBook } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { dollars } from '../domain/money-moves.ts'
import { createTestDatabase } from '../support/database.ts'

const log = pino({ level: 'silent' })

const approve = (withdrawal: number, operator: string): Command => ({
  kind: 'approve_withdrawal',
  withdrawal,
  operator,
  revision: null,
  payoutLimitMicros: dollars(1_000),
  dayLimitMicros: dollars(1_000),
})

test('counts the same after a restart, and check:ledger finds edited rows', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await (await openBook({ ...database, log })).close()
  const memory = await foldState(database.pool)
  const { book } = makeBook({ ...database, log }, memory)
  onTestFinished(() => book.close())
  const run = async (...commands: Command[]) => {
    for (const command of commands) {
      const by = { system: 'test' }
      expect(await book.submit({ command, by })).toMatchObject({ accepted: true })
    }
  }
  const limits = { memberLimitMicros: dollars(1_000), dayLimitMicros: dollars(1_000) }
  const gift = { member: 2, amountMicros: dollars(1_000), reason: 'a test', operator: 'ada' }
  const request = { member: 2, amountMicros: dollars(10), address: 'T', holdUntilAt: 0 }
  await run(
    { kind: 'raise_rules', version: 2 },
    { kind: 'raise_rules', version: 3 },
    { kind: 'register', sponsor: 1 },
    { kind: 'propose_adjustment', ...gift, ...limits },
    ...[1, 2, 3, 4].map((): Command => ({ kind: 'request_withdrawal', ...request })),
    ...[1, 2, 3].map((no) => approve(no, 'ada')),
    approve(4, 'bo'),
    { kind: 'reject_withdrawal', withdrawal: 1, reason: 'a mistake' },
    { kind: 'withdraw_approvals', operator: 'bo', by: 'ada', reason: 'reset' },
  )
  const day = dayNumberOf(memory.at)
  const loaded = await foldState(database.pool)
  for (const { state } of [memory, loaded]) {
    expect(approvedOn(state, 'ada', day)).toBe(dollars(20))
    expect(approvedOn(state, 'bo', day)).toBe(0n)
  }
  expect([...loaded.state.approvals]).toEqual([...memory.state.approvals])
  const sound = await checkBook(database.db, database.pool)
  expect(sound.differences.described).toEqual([])
  await database.pool.query('alter table withdrawal_approval_returns disable trigger user')
  await database.pool.query('delete from withdrawal_approval_returns where withdrawal_no = 1')
  const edited = await checkBook(database.db, database.pool)
  expect(edited.differences.described.join('\n')).toMatch(
    /withdrawal_approval_returns 1 1 ada: the row is missing/,
  )
})
