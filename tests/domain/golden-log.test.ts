import { expect, test } from 'vitest'
import { micros } from '../../src/domain/money/money.ts'
import { readGoldenLog, replay } from './golden-log.ts'

// Two versions of the rules must not give one log two meanings: processes of both may run at once,
// and `check:ledger` replays commands of years ago. If this fails, a change of yours changed what
// an existing log means. Make the new behavior depend on something that only new commands have.
// Before the first release, or when the difference is a bug that no ledger has, empty it and
// record again with `node tests/domain/record-golden-log.ts`, and explain it in the commit.

test('applies a recorded log with unchanged results', () => {
  const entries = readGoldenLog()
  const marks = replay(entries)
  const at = entries.findIndex(({ is }, index) => is !== marks[index])
  expect(at, `command ${at + 1}, ${entries[at]?.command.kind}, now has another outcome`).toBe(-1)
  expect(entries.length).toBeGreaterThan(1_000)
})

test('covers every kind of command, accepted at least once', () => {
  const entries = readGoldenLog()
  const kinds = new Set(entries.map(({ command }) => command.kind))
  expect([...kinds].toSorted()).toEqual([
    'accept_transfer',
    'activate',
    'approve_adjustment',
    'approve_withdrawal',
    'book_network_fee',
    'cancel_withdrawal',
    'confirm_withdrawal',
    'expire_deposits',
    'fail_withdrawal',
    'found',
    'import_member',
    'move_treasury',
    'open_deposit',
    'propose_adjustment',
    'publish_catalog',
    'raise_rules',
    'receive_transfer',
    'register',
    'reject_adjustment',
    'reject_withdrawal',
    'request_withdrawal',
    'seal_day',
    'send_withdrawal',
    'set_auto_upgrade',
    'set_suspended',
    'withdraw_approvals',
  ])
})

test('detects a command with another outcome', () => {
  const entries = readGoldenLog()
  const index = entries.findIndex(({ command }) => command.kind === 'propose_adjustment')
  const changed = entries.map((entry, i) => {
    const { command } = entry
    if (i !== index || command.kind !== 'propose_adjustment') return entry
    return { ...entry, command: { ...command, amountMicros: micros(command.amountMicros + 1n) } }
  })
  const marks = replay(changed)
  expect(marks.findIndex((mark, i) => mark !== entries[i]?.is)).toBe(index)
})
