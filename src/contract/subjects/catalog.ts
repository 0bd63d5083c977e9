import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { Plan } from './account.ts'
import {
  count,
  csvPaging,
  line,
  money,
  pageOf,
  params,
  queuePaging,
  reason,
  time,
  usdIn,
} from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// The plan catalog: versions, drafts and their approval, and what-if replays.

export const planDraft = z.object({
  name: z.enum(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']),
  joining_fee: usdIn,
  level1: usdIn,
  level2: usdIn,
  sponsor_bonus: usdIn,
  reentries: z.number().int().min(0).max(100),
})

export const Catalog = z
  .object({
    version: z.string(),
    in_force: z.boolean(),
    note: z.string(),
    created_by: z.string(),
    created_at: time,
    plans: z.array(Plan),
  })
  .meta({ id: 'Catalog' })

const catalogDraftStates = ['draft', 'proposed', 'approved', 'published', 'discarded'] as const

export const CatalogDraft = z
  .object({
    id: z.string(),
    base_version: z.string(),
    note: z.string(),
    revision: count,
    state: z.enum(catalogDraftStates),
    /** The rule that the draft breaks, in words; null when it is sound. */
    unsound: z.string().nullable(),
    plans: z.array(Plan),
    created_by: z.string(),
    created_at: time,
    changed_by: z.string(),
    changed_at: time,
    proposed_by: z.string().nullable(),
    proposed_at: time.nullable(),
    starts_at: time.nullable(),
    approved_by: z.string().nullable(),
    approved_at: time.nullable(),
    version: z.string().nullable(),
  })
  .meta({ id: 'CatalogDraft' })

export const WhatIfAnswer = z.object({
  commands: count,
  /** Commands that the rules accepted in truth and would have refused under the draft. */
  refused: z.array(z.object({ kind: z.string(), code: z.string(), count })),
  paid: z.object({ actual: money, draft: money }),
  margin: z.object({ actual: money, draft: money }),
  owed: z.object({ actual: money, draft: money }),
  boards: z.array(z.object({ plan: z.string(), actual: count, draft: count })),
  /** Custody at the present value against what would be owed; null while TRX has no rate. */
  custody_value: money.nullable(),
  solvent: z.object({ actual: z.boolean().nullable(), draft: z.boolean().nullable() }),
  members_differing: count,
  top: z.array(z.object({ username: z.string(), actual: money, draft: money, difference: money })),
})

export const WhatIf = z
  .object({
    draft: z.string(),
    revision: count,
    state: z.enum(['none', 'running', 'done', 'failed']),
    progress: z.number(),
    failure: z.string().nullable(),
    answer: WhatIfAnswer.nullable(),
  })
  .meta({ id: 'WhatIf' })

const draft = z.object({
  note: line(limits.reasonLength.max),
  plans: z.array(planDraft).length(5),
})

const seen = z.object({ revision: z.number().int().min(1) })

export const catalogCalls = {
  listCatalogs: {
    query: csvPaging,
    answer: pageOf(Catalog),
    errors: ['invalid_request'],
  },
  addCatalog: {
    body: z.object({ note: line(limits.reasonLength.max), plans: z.array(planDraft).length(5) }),
    answer: Catalog,
    errors: [
      'invalid_request',
      'self_approval',
      'unsound_catalogue',
      'amount_out_of_range',
      ...writerErrors,
    ],
  },
  listCatalogDrafts: {
    query: queuePaging.extend({ state: z.enum(catalogDraftStates).optional() }),
    answer: pageOf(CatalogDraft),
    errors: ['invalid_request'],
  },
  getCatalogDraft: {
    params,
    answer: CatalogDraft,
    errors: ['not_found'],
  },
  addCatalogDraft: {
    body: draft,
    answer: CatalogDraft,
    errors: ['invalid_request'],
  },
  changeCatalogDraft: {
    params,
    body: draft.extend(seen.shape),
    answer: CatalogDraft,
    errors: ['invalid_request', 'not_found', 'wrong_draft_state', 'draft_changed'],
  },
  discardCatalogDraft: {
    params,
    answer: CatalogDraft,
    errors: ['not_found', 'wrong_draft_state'],
  },
  proposeCatalogDraft: {
    params,
    body: seen.extend({ starts_at: z.iso.datetime({ error: issueText('enter_time') }) }),
    answer: CatalogDraft,
    errors: [
      'invalid_request',
      'not_found',
      'wrong_draft_state',
      'draft_changed',
      'unsound_catalogue',
    ],
  },
  approveCatalogDraft: {
    params,
    body: seen,
    answer: CatalogDraft,
    errors: ['invalid_request', 'not_found', 'wrong_draft_state', 'draft_changed', 'self_approval'],
  },
  returnCatalogDraft: {
    params,
    body: z.object({ reason }),
    answer: CatalogDraft,
    errors: ['invalid_request', 'not_found', 'wrong_draft_state'],
  },
  startWhatIf: {
    params,
    answer: WhatIf,
    errors: ['not_found', 'what_if_busy'],
  },
  getWhatIf: {
    params,
    answer: WhatIf,
    errors: ['not_found'],
  },
} satisfies Record<string, CallContract>
