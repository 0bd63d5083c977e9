/**
 * Random commands that often make sense. A move names what to try, and its numbers choose the
 * member, the object and the amount from the naive model's current state.
 */
import { array, constant, constantFrom, nat, oneof, record, type Arbitrary } from 'fast-check'
import {
  DEFAULT_CATALOG,
  type Catalog,
  type Plan,
  type PlanTerms,
} from '../../src/domain/money/catalog.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { micros, units } from '../../src/domain/money/money.ts'
import {
  accept,
  adjust,
  disable,
  coinOf,
  dollars,
  from,
  grant,
  hoard,
  openDeposit,
  person,
  receive,
  treat,
  withdraw,
  type Numbers,
} from './money-moves.ts'
import { type Naive } from './naive/state.ts'

/** How new members find their sponsors: the possible shapes of networks. */
export type Shape = 'wide' | 'chain' | 'one-sided'
export type Move = { what: keyof typeof MOVES } & Numbers
type Make = (naive: Naive, move: Numbers, at: number, shape: Shape) => Command[]

const sponsorOf = (naive: Naive, pick: number, shape: Shape): number => {
  const last = naive.members.length
  if (shape === 'chain') return last
  return shape === 'one-sided' ? Math.max(1, last - (pick % 2) * 2) : 1 + (pick % last)
}

const join: Make = (naive, { a, b }, _at, shape) => {
  const member = naive.members.length + 1
  const profile = naive.profiles.length + 1
  const registered: Command = { kind: 'register', sponsor: sponsorOf(naive, a, shape) }
  if (b % 5 === 0) return [registered]
  const funds = from([1, 1, 2, 30, 200], b)
  return [
    registered,
    ...grant(naive, member, dollars(funds)),
    { kind: 'activate', member, profile },
  ]
}

/** Seven join under one sponsor with money for every plan: boards fill and upgrades start. */
const crowd: Make = (naive, { a }, _at, shape) => {
  const member = naive.members.length + 1
  const profile = naive.profiles.length + 1
  const adjustment = naive.adjustments.length + 1
  const sponsor = sponsorOf(naive, a, shape)
  const amount = { amountMicros: dollars(60), reason: 'a test', operator: 'ada' }
  const seven = [0, 1, 2, 3, 4, 5, 6]
  return [
    ...seven.map((): Command => ({ kind: 'register', sponsor })),
    ...seven.map((i): Command => ({ kind: 'propose_adjustment', member: member + i, ...amount })),
    ...seven.map((i): Command => ({
      kind: 'approve_adjustment',
      adjustment: adjustment + i,
      operator: 'bo',
    })),
    ...seven.map((i): Command => ({ kind: 'activate', member: member + i, profile: profile + i })),
  ]
}

/** Imported members, under each other or anyone. Before the raise of the rules they are refused. */
const bring: Make = (naive, { a, b, c }, _at, shape) => {
  const first = naive.members.length + 1
  const imported = naive.profiles.filter((each) => each.imported)
  const known = imported.length > 0 && b % 4 > 0 ? from(imported, a).owner.no : null
  const sponsor = known ?? (b % 4 > 1 ? 1 : sponsorOf(naive, a, shape))
  const plans = from<Plan[]>([[0], [0], [0, 1], [0, 1, 2, 3, 4], [1], [], [1, 0]], c)
  const side = from([null, null, 0, 1] as const, b)
  const one: Command = { kind: 'import_member', sponsor, plans, side }
  const below = [0, 1, 1, 2, 2, 3].slice(0, c % 7)
  const rest = below.map((up): Command => ({ ...one, sponsor: first + up, side: null }))
  return c % 3 === 0 ? [one, ...rest] : [one]
}

const activate: Make = (naive, { a, b }) => {
  const profile = 1 + (a % (naive.profiles.length + 1))
  const waiting = naive.profiles.filter(({ turn }) => turn === 0)
  const chosen = b % 3 === 0 || waiting.length === 0 ? profile : from(waiting, a).no
  const owner = naive.profiles[chosen - 1]?.owner.no ?? 1
  const member = b % 7 === 0 ? person(naive, b) : owner
  return [{ kind: 'activate', member, profile: chosen }]
}

const catalogOf = (change: (terms: PlanTerms) => PlanTerms): Catalog => {
  const [a, b, c, d, e] = DEFAULT_CATALOG
  return [change(a), change(b), change(c), change(d), change(e)]
}

const CATALOGS: Catalog[] = [
  catalogOf((terms) => ({ ...terms, feeMicros: micros(terms.feeMicros + 10_000n) })),
  catalogOf((terms) => ({ ...terms, level1Micros: micros(0n), sponsorBonusMicros: micros(0n) })),
  catalogOf((terms) => ({ ...terms, reentries: terms.reentries === 12 ? 12 : 1 })),
  catalogOf((terms) => ({ ...terms, level2Micros: micros(terms.level2Micros + 1n) })),
  catalogOf((terms) => ({ ...terms, reentries: terms.reentries === 12 ? 3 : 0 })),
  catalogOf((terms) => ({ ...terms, reentries: terms.reentries === 12 ? 100 : 0 })),
  DEFAULT_CATALOG,
]

const MOVES = {
  join,
  crowd,
  bring,
  raise: (naive) => [{ kind: 'raise_rules', version: Math.min(naive.rules + 1, 3) }],
  hoard,
  activate,
  openDeposit,
  receive,
  accept,
  withdraw,
  treat,
  adjust,
  disable,
  flag: (naive, { a, b, c }) => {
    const kind = c % 2 ? 'set_auto_upgrade' : 'set_suspended'
    return [{ kind, member: person(naive, a), on: b % 2 === 1 }]
  },
  orphan: (naive) => [{ kind: 'register', sponsor: naive.members.length + 1 }],
  expire: (_naive, { a }, at) => [{ kind: 'expire_deposits', blockAt: at + (a % 3) * 600_000 }],
  publish: (_naive, { a }) => [
    { kind: 'publish_catalog', catalog: from(CATALOGS, a), operator: 'ada' },
  ],
  burn: (_naive, { a }) => [
    { kind: 'book_network_fee', feeSun: units(BigInt(a)), txid: 'cd'.repeat(32) },
  ],
  treasury: (_naive, { a, b }) => [
    {
      kind: 'move_treasury',
      coin: coinOf(a),
      amountUnits: units(BigInt((b % 9) - 4)),
      reason: 'x',
    },
  ],
  seal: (_naive, { a, b }, at) => {
    const days = [0, 0, 0, -1, 1].map((days) => at + days * 86_400_000)
    const day = new Date(from(days, a)).toISOString().slice(0, 10)
    return [{ kind: 'seal_day', day, sheet: (b % 10).toString().repeat(64) }]
  },
} satisfies Record<string, Make>

const WEIGHTS: Record<keyof typeof MOVES, number> = {
  join: 12,
  crowd: 3,
  bring: 4,
  raise: 2,
  hoard: 1,
  activate: 6,
  openDeposit: 4,
  receive: 6,
  accept: 3,
  withdraw: 4,
  treat: 12,
  adjust: 4,
  disable: 1,
  flag: 2,
  orphan: 1,
  expire: 1,
  publish: 1,
  burn: 1,
  treasury: 1,
  seal: 1,
}

const number = nat(9_999)
export const moves = (maxLength: number): Arbitrary<Move[]> => {
  const names = Object.entries(WEIGHTS) as [keyof typeof MOVES, number][]
  const what = oneof(...names.map(([name, weight]) => ({ weight, arbitrary: constant(name) })))
  return array(record({ what, a: number, b: number, c: number }), { maxLength, size: 'max' })
}
export const shapes: Arbitrary<Shape> = constantFrom('wide', 'chain', 'one-sided')

/** The commands of a move, given the model's current state. */
export const commandsOf = (naive: Naive, move: Move, at: number, shape: Shape): Command[] =>
  MOVES[move.what](naive, move, at, shape)

/** The time since the previous move: mostly a moment, now and then hours. */
export const pauseMs = ({ a, b }: Move): number => (a % 9 === 0 ? 5 * 3_600_000 : b % 1_000)
