import type { CallName } from '../../../src/contract/routes.ts'
import { by, make, none, send, type Maker, type Stage } from '../support/call-stage.ts'
import { newIncident, newUpdate } from '../support/makers/transparency-makers.ts'
import { missing, when, type CasesOf, type Invalid, type InvalidOf } from './refusal-cases.ts'

// The refusals of calls about public figures.

const LONG_AGO = '2001-01-01'

const noSheet = (name: 'getIncome' | 'getBoardOutcomes' | 'getSolvency' | 'getReserveSample') => ({
  not_found: when(async () => make(name, none, { query: { day: LONG_AGO } })),
})

/** One more open incident than the limit. */
const oneIncidentTooMany: Maker = async (stage) => {
  const ask = () => make('reportIncident', stage.operators.admin, { body: newIncident })
  for (let i = 0; i < 20; i++) await send(stage, ask())
  return ask()
}

/** A closed incident with as many updates. */
async function closedIncident({ world }: Stage, updates: number): Promise<string> {
  const { impact, title_en, title_es } = newIncident
  const { db } = world.edge
  const { no } = await db
    .insertInto('incidents')
    .values({ impact, title_en, title_es, opened_by: 'admin' })
    .returning('no')
    .executeTakeFirstOrThrow()
  const update = { ...newUpdate, incident_no: no, posted_by: 'admin' }
  await db
    .insertInto('incident_updates')
    .values(Array.from({ length: updates }, () => update))
    .execute()
  return String(no)
}

const onClosed =
  (updates: number, more: object = {}): Maker =>
  async (stage) => {
    const params = { id: await closedIncident(stage, updates) }
    const body = { ...newUpdate, ...more }
    return make('updateIncident', stage.operators.admin, { params, body })
  }

/** Reopens an incident while as many as possible are open. */
const reopenedTooMany: Maker = async (stage) => {
  await send(stage, await oneIncidentTooMany(stage))
  return await onClosed(1, { state: 'monitoring' })(stage)
}

// Other cases sign this stage's log, so these are in transparency/receipts.test.ts.
const unproved = {
  no_proof_yet: { reason: 'needs a log that has not been signed' },
  log_rests: { reason: 'needs a log that rests' },
}

export const transparencyRefusals = {
  reportIncident: { too_many_incidents: when(oneIncidentTooMany) },
  updateIncident: {
    not_found: missing('updateIncident', newUpdate),
    too_many_updates: when(onClosed(100)),
    too_many_incidents: when(reopenedTooMany),
    incident_changed: when(onClosed(1, { after: '1' })),
  },
  getSheet: {
    not_found: [LONG_AGO, 'yesterday'].map((day) =>
      when(async () => make('getSheet', none, { params: { day } })),
    ),
  },
  getSeal: {
    not_found: [LONG_AGO, 'yesterday'].map((day) =>
      when(async () => make('getSeal', none, { params: { day } })),
    ),
    ...unproved,
  },
  getReceipt: {
    not_found: ['1', '999999999999999', '0', 'x'].map((journal) =>
      when(async ({ member }) => make('getReceipt', by(member), { params: { journal } })),
    ),
    ...unproved,
  },
  getProof: {
    not_found: [LONG_AGO, 'reports'].map((day) =>
      when(async ({ member }) => make('getProof', by(member), { params: { day } })),
    ),
    ...unproved,
  },
  reportProof: {
    not_found: when(async ({ member }) =>
      make('reportProof', by(member), {
        body: { day: LONG_AGO, failure: 'part_changed: parts[0]', evidence: '{}' },
      }),
    ),
  },
  getIncome: noSheet('getIncome'),
  getBoardOutcomes: noSheet('getBoardOutcomes'),
  getSolvency: noSheet('getSolvency'),
  getReserveSample: noSheet('getReserveSample'),
} satisfies Partial<CasesOf<CallName>>

const date = ['Enter a date such as 2026-01-31.']
const days: Invalid[] = [
  { query: { day: 'today' }, errors: { day: date } },
  { query: { day: '2026-02-30' }, errors: { day: date } },
  { query: { format: 'pdf' }, errors: { format: ['Choose one of these: json, csv.'] } },
]

const required = ['This field is required.']

export const transparencyInputs = {
  reportIncident: [
    { body: { ...newIncident, title_es: ' ' }, errors: { title_es: required } },
    { body: { ...newIncident, state: 'gone' }, errors: { state: ['Choose a state.'] } },
  ],
  updateIncident: [{ body: { ...newUpdate, text_en: '' }, errors: { text_en: required } }],
  listSealedDays: ['1', '2026-02-30'].map((before) => ({
    query: { before },
    errors: { before: date },
  })),
  reportProof: [
    {
      body: { day: '1', failure: '', evidence: 'x'.repeat(50_001) },
      errors: {
        day: date,
        failure: ['This field is required.'],
        evidence: ['Use at most 50000 characters.'],
      },
    },
  ],
  getIncome: days,
  getBoardOutcomes: days,
  getSolvency: days,
  getReserveSample: days.slice(0, 1),
} satisfies Partial<InvalidOf<CallName>>
