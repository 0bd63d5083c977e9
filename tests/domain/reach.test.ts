import { sample } from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '../../src/domain/book.ts'
import { commandsOf, moves, pauseMs } from './moves.ts'
import { openBoth, step } from './play-both.ts'

/** What a thousand random books reached: refusals, journals and states. */
function seenIn(books: number): Set<string> {
  const seen = new Set<string>()
  for (const all of sample(moves(70), { numRuns: books, seed: 7 })) {
    const both = openBoth()
    for (const move of all) {
      both.at += pauseMs(move)
      for (const command of commandsOf(both.naive, move, both.at, 'wide')) {
        const before = both.log.length
        step(both, command)
        const events = both.log[before]?.effects.events
        for (const event of events ?? []) {
          if ('state' in event) seen.add(`${event.event} ${event.state}`)
          if (event.event === 'journal') seen.add(event.kind)
        }
        if (events) continue
        const again = apply(both.state, command, both.at)
        if ('refusal' in again) seen.add(again.refusal.code)
      }
    }
  }
  return seen
}

// Without this, the property tests could agree simply because they try nothing.
test('reaches every journal, state, and refusal by random moves', () => {
  const seen = seenIn(1_000)
  const refusals = `not_found already_active insufficient_balance member_suspended minimum_deposit
    already_used minimum_withdrawal too_many_withdrawals wrong_state old_revision
    second_operator_required amount_out_of_range reason_required unsound_catalogue on_hold
    below_network_fee`
  const journals = `activation deposit unattributed accepted withdrawal_requested
    withdrawal_returned withdrawal_paid network_fee adjustment treasury`
  const states = {
    deposit_request: ['open', 'credited', 'expired', 'replaced'],
    transfer: ['credited', 'unattributed', 'accepted', 'too_small', 'dust'],
    withdrawal: ['pending', 'approved', 'sent', 'confirmed', 'rejected', 'cancelled'],
  }
  const named = Object.entries(states).flatMap(([name, all]) => all.map((s) => `${name} ${s}`))
  const expected = [...refusals.split(/\s+/), ...journals.split(/\s+/), ...named]
  expect(expected.filter((each) => !seen.has(each))).toEqual([])
})
