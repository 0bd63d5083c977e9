/** The shapes of commands on the ledger port, against a recorded log and against the rules. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '../../../src/domain/book.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { commit, emptyState } from '../../../src/domain/ledger/state.ts'
import { encode } from '../../../src/server/book/rows/encode-command.ts'
import { readCommand } from '../../../src/server/forward/command-shapes.ts'
import { readGoldenLog } from '../../domain/golden-log.ts'
import { times } from '../../support/scale.ts'

const log = readGoldenLog()
const asSent = (command: Command): Record<string, unknown> =>
  JSON.parse(encode(command)) as Record<string, unknown> // an object

test('reads every command of a recorded log unchanged', () => {
  const commands = log.map(({ command }) => command)
  const sent = commands.filter(({ kind }) => kind !== 'raise_rules')
  expect(sent.map((command) => readCommand(asSent(command)))).toEqual(sent)
})

test('refuses a kind that is a property of Object.prototype', () => {
  expect(readCommand({ kind: 'toString' })).toBeUndefined()
  expect(readCommand(JSON.parse('{"kind":"register","sponsor":1,"__proto__":{}}'))).toBeUndefined()
})

/** The ends of every range, and numbers beside what the recorded log has. */
const numbers = [0, 1, 2, 3, 7, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]
const amounts = ['0', '1', '-1', '99', '100000000000', '1000000000000000', '1000000000000001']
const wide = ['1000000000000000000', '9223372036854775807', '-9223372036854775808']
const words = ['', 'ada', 'bo', 'T', 'TRX', 'USDT', 'us', 'operator', null, true, false]
const extremes = fc.constantFrom<unknown>(...numbers, ...amounts, ...wide, ...words)

test('accepts no shape of command that makes the rules fail', () => {
  const state = emptyState()
  let at = 0
  for (const entry of log) {
    apply(state, entry.command, entry.at)
    ;({ at } = entry)
  }
  commit(state)
  const run = fc.record({
    of: fc.nat({ max: log.length - 1 }),
    changes: fc.array(fc.tuple(fc.nat({ max: 12 }), extremes), { maxLength: 3 }),
  })
  let taken = 0
  fc.assert(
    fc.property(run, ({ of, changes }) => {
      const given = log[of]
      if (!given) throw new Error('no such command')
      const sent = asSent(given.command)
      const fields = Object.keys(sent).filter((field) => field !== 'kind')
      for (const [i, value] of changes) {
        const field = fields[i % Math.max(1, fields.length)]
        if (field !== undefined) sent[field] = value
      }
      const command = readCommand(sent)
      if (!command) return
      taken += 1
      apply(state, command, at)
      commit(state)
    }),
    { numRuns: times(200_000) },
  )
  expect(taken).toBeGreaterThan(times(40_000))
})
