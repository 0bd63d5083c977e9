import type { CallName } from '../../../src/contract/routes.ts'
import { make, none } from '../support/call-stage.ts'
import { when, type CasesOf, type Invalid, type InvalidOf } from './refusal-cases.ts'

// What the calls about public figures refuse.

const LONG_AGO = '2001-01-01'

const noSheet = (name: 'getIncome' | 'getBoardOutcomes') => ({
  not_found: when(async () => make(name, none, { query: { day: LONG_AGO } })),
})

export const transparencyRefusals = {
  getSheet: {
    not_found: [LONG_AGO, 'yesterday'].map((day) =>
      when(async () => make('getSheet', none, { params: { day } })),
    ),
  },
  getIncome: noSheet('getIncome'),
  getBoardOutcomes: noSheet('getBoardOutcomes'),
} satisfies Partial<CasesOf<CallName>>

const date = ['Enter a date such as 2026-01-31.']
const days: Invalid[] = [
  { query: { day: 'today' }, errors: { day: date } },
  { query: { format: 'pdf' }, errors: { format: ['Choose one of these: json, csv.'] } },
]

export const transparencyInputs = {
  listSealedDays: [{ query: { before: '1' }, errors: { before: date } }],
  getIncome: days,
  getBoardOutcomes: days,
} satisfies Partial<InvalidOf<CallName>>
