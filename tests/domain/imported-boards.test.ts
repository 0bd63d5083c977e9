/** When imported members fill a board, its owner gets a profile on the next plan, and no money. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import type { LedgerEvent } from '../../src/domain/ledger/event.ts'
import { emptyState, type State } from '../../src/domain/ledger/state.ts'
import { BRONZE, DIAMOND, planAt, type Plan } from '../../src/domain/money/catalog.ts'
import { BOARD_SIZE } from '../../src/domain/network/board.ts'

const OWNER = 2
const SILVER = planAt(1)

function play(state: State, ...commands: Command[]): LedgerEvent[] {
  return commands.flatMap((command) => {
    const applied = apply(state, command, 1)
    if ('refusal' in applied) throw new Error(`${command.kind}: ${applied.refusal.code}`)
    return applied.events
  })
}

const imported = (sponsor: number, plans: Plan[]): Command => ({
  kind: 'import_member',
  sponsor,
  plans,
  side: null,
})

/** The profiles that the owner gets when a board of theirs is filled. */
function fill(owned: Plan[], plan: Plan) {
  const state = emptyState()
  play(state, FOUNDING, { kind: 'raise_rules', version: 2 }, imported(1, owned))
  const commands = Array.from({ length: BOARD_SIZE }, () => imported(OWNER, [plan]))
  const early = play(state, ...commands.slice(0, -1))
  const events = play(state, ...commands.slice(-1))
  const profiles = [...early, ...events].filter((event) => event.event === 'profile')
  expect([...early, ...events].filter(({ event }) => event === 'journal')).toEqual([])
  expect(early.filter((event) => event.event === 'profile' && event.member === OWNER)).toEqual([])
  return profiles.filter(({ member }) => member === OWNER)
}

test('a full Bronze board gives its owner a Silver profile', () => {
  const [upgrade, ...more] = fill([BRONZE], BRONZE)
  expect(upgrade).toMatchObject({ plan: SILVER, origin: 'upgrade', imported: false })
  expect(more).toEqual([])
})

test('a full board on the third plan gives a profile on the fourth', () => {
  expect(fill([BRONZE, planAt(2)], planAt(2))).toMatchObject([{ plan: planAt(3) }])
})

test('an owner who came with a seat on the next plan gets nothing', () => {
  expect(fill([BRONZE, SILVER], BRONZE)).toEqual([])
})

test('a full Diamond board gives nothing', () => {
  expect(fill([BRONZE, DIAMOND], DIAMOND)).toEqual([])
})

test('the house gets nothing for its boards', () => {
  const state = emptyState()
  play(state, FOUNDING, { kind: 'raise_rules', version: 2 })
  const commands = Array.from({ length: BOARD_SIZE }, () => imported(1, [BRONZE]))
  const profiles = play(state, ...commands).filter((event) => event.event === 'profile')
  expect(profiles.filter(({ member }) => member === 1)).toEqual([])
  expect(profiles).toHaveLength(BOARD_SIZE)
})

test.each([
  ['twice the same plan', [BRONZE, BRONZE]],
  ['plans in another order', [SILVER, BRONZE]],
  ['a plan that there isn’t', [DIAMOND + 1]],
])('refuses a member with %s', (_name, plans) => {
  const state = emptyState()
  play(state, FOUNDING, { kind: 'raise_rules', version: 2 })
  const applied = apply(state, imported(1, plans as Plan[]), 1)
  expect(applied).toMatchObject({ refusal: { code: 'amount_out_of_range' } })
})
