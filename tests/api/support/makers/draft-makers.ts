import { PLAN_NAMES } from '../../../../src/domain/money/catalog.ts'
import { itemAt } from '../../../support/answer.ts'
import type { CallName } from '../../../../src/contract/routes.ts'
import {
  addStaff,
  make,
  send,
  openWithdrawal,
  operate,
  plain,
  type Maker,
  type Stage,
} from '../call-stage.ts'
import { until } from '../../../support/poll.ts'

// Valid requests about catalog drafts, records and going live.

type Makers = Partial<Record<CallName, Maker>>

/** The plans in force, in the form of a request. */
export async function currentPlans({ world, operators }: Stage) {
  const { headers = {} } = operators.support
  const { body } = await world.edge.call('GET', '/api/operator/catalogues/', { headers })
  return itemAt(body.results, 0).plans.map(
    ({ joining_fee, level1, level2, sponsor_bonus, reentries }, plan) => {
      return {
        name: itemAt(PLAN_NAMES, plan),
        joining_fee,
        level1,
        level2,
        sponsor_bonus,
        reentries,
      }
    },
  )
}

/** The plans in force, where the first pays more than it costs. */
export async function unsoundPlans(stage: Stage) {
  const plans = await currentPlans(stage)
  return plans.with(0, { ...itemAt(plans, 0), level1: '0.51' })
}

export async function newDraft(stage: Stage): Promise<string> {
  const body = { note: 'A draft', plans: await currentPlans(stage) }
  return (await operate(stage, stage.operators.admin, 'catalogue-drafts/', body)).body.id
}

export async function proposed(stage: Stage): Promise<string> {
  const id = await newDraft(stage)
  const body = { revision: 1, starts_at: new Date(Date.now() + 3_600_000).toISOString() }
  await operate(stage, stage.operators.admin, `catalogue-drafts/${id}/propose/`, body)
  return id
}

export const draftMakers: Makers = {
  listCatalogDrafts: plain('listCatalogDrafts', { query: { state: 'draft' } }),
  getCatalogDraft: async (stage) =>
    make('getCatalogDraft', stage.operators.support, { params: { id: await newDraft(stage) } }),
  addCatalogDraft: async (stage) =>
    make('addCatalogDraft', stage.operators.admin, {
      body: { note: 'A draft', plans: await currentPlans(stage) },
    }),
  changeCatalogDraft: async (stage) =>
    make('changeCatalogDraft', stage.operators.admin, {
      params: { id: await newDraft(stage) },
      body: { note: 'Changed', plans: await currentPlans(stage), revision: 1 },
    }),
  discardCatalogDraft: async (stage) =>
    make('discardCatalogDraft', stage.operators.admin, { params: { id: await newDraft(stage) } }),
  proposeCatalogDraft: async (stage) =>
    make('proposeCatalogDraft', stage.operators.admin, {
      params: { id: await newDraft(stage) },
      body: { revision: 1, starts_at: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  approveCatalogDraft: async (stage) => {
    const who = await addStaff(stage.world, stage.name(), 'admin')
    const params = { id: await proposed(stage) }
    return make('approveCatalogDraft', who, { params, body: { revision: 1 } })
  },
  returnCatalogDraft: async (stage) =>
    make('returnCatalogDraft', stage.operators.admin, {
      params: { id: await proposed(stage) },
      body: { reason: 'Not yet' },
    }),
  startWhatIf: async (stage) => {
    const id = await newDraft(stage)
    await ended(stage)
    return make('startWhatIf', stage.operators.admin, { params: { id } })
  },
  getWhatIf: async (stage) =>
    make('getWhatIf', stage.operators.support, { params: { id: await newDraft(stage) } }),
}

/** Only one replay runs at a time, so we wait for that of an earlier request. */
async function ended({ world }: Stage): Promise<void> {
  await until('no replay runs', async () => {
    const running = await world.edge.db
      .selectFrom('what_ifs')
      .select('draft_no')
      .where('state', '=', 'running')
      .executeTakeFirst()
    return running ? null : true
  })
}

export const recordMakers: Makers = {
  getLegalTexts: plain('getLegalTexts'),
  getTrends: plain('getTrends', { query: { days: '7' } }),
  listJobs: plain('listJobs'),
  listAlerts: plain('listAlerts'),
  changeAlert: async ({ operators }) =>
    make('changeAlert', operators.admin, {
      params: { name: 'email_age' },
      body: { enabled: true, limit: '45' },
    }),
  listPayouts: plain('listPayouts', { query: { state: 'stored' } }),
  getPayout: async (stage) => {
    const { world, operators, name } = stage
    const seed = name().replace(/\D/g, '')
    const { no } = await world.edge.db
      .insertInto('payouts')
      .values({
        withdrawal_no: Number((await openWithdrawal(stage)).id),
        attempt: 1_000 + Number(seed),
        asset: 1,
        units: 1n,
        from_address: 'T',
        to_address: 'T',
        txid: seed.padStart(64, 'e'),
        signed_hex: null,
        state: 'expired',
      })
      .returning('no')
      .executeTakeFirstOrThrow()
    return make('getPayout', operators.support, { params: { id: String(no) } })
  },
  checkAudit: plain('checkAudit'),
  getJournal: plain('getJournal', { params: { id: '1' } }),
  getReadinessChecklist: plain('getReadinessChecklist'),
  recordReadinessItem: async ({ operators }) =>
    make('recordReadinessItem', operators.admin, {
      params: { item: 'regions' },
      body: { evidence: 'Not served: see the terms.', done: true },
    }),
  listLegalTexts: plain('listLegalTexts'),
  publishLegalTranslation: async (stage) => {
    const { world, operators, name } = stage
    const original = { kind: 'terms', body: `Terms to translate, the ${name()} time.` } as const
    await send(stage, make('publishLegalText', operators.admin, { body: original }))
    const { body } = await world.edge.call('GET', '/api/texts/')
    return make('publishLegalTranslation', operators.admin, {
      body: {
        kind: 'terms',
        version: body.terms?.version ?? '0',
        language: 'es',
        body: 'Los términos.',
      },
    })
  },
  publishLegalText: async ({ operators, name }) =>
    make('publishLegalText', operators.admin, {
      body: { kind: 'terms', body: `Terms, the ${name()} time.` },
    }),
}
