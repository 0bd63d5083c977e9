import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import { csvPaging, pageOf, paramsOf, queuePaging, reason } from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import {
  Catalog,
  CatalogDraft,
  catalogDraftStates,
  draft,
  seen,
  WhatIf,
} from '../subjects/catalog.ts'
import { issueText } from '../texts/texts.ts'

const params = paramsOf('draft')
/** Errors of a change to a draft that its body names as the operator saw it. */
const outOfDate = ['invalid_request', 'not_found', 'wrong_draft_state', 'draft_changed'] as const

export const catalogCalls = {
  listCatalogs: {
    summary: 'List catalog versions',
    description: 'Returns every version of the plan catalog, newest first.',
    query: csvPaging,
    answer: pageOf(Catalog),
    errors: ['invalid_request'],
  },
  addCatalog: {
    summary: 'Publish a catalog version directly',
    description:
      'Applies new prices to profiles created from now on. Refused where two operators must ' +
      'agree. In that case, use a draft.',
    body: draft,
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
    summary: 'List catalog drafts',
    description: 'Returns drafts in every state.',
    query: queuePaging.extend({ state: oneOf(catalogDraftStates, 'Only this state.').optional() }),
    answer: pageOf(CatalogDraft),
    errors: ['invalid_request'],
  },
  getCatalogDraft: {
    summary: 'Get a catalog draft',
    description: 'Returns the draft with the rule it breaks, if any.',
    params,
    answer: CatalogDraft,
    errors: ['not_found'],
  },
  addCatalogDraft: {
    summary: 'Start a catalog draft',
    description: 'Saves new prices for later. A draft may be invalid until you propose it.',
    body: draft,
    answer: CatalogDraft,
    errors: ['invalid_request'],
  },
  changeCatalogDraft: {
    summary: 'Change a catalog draft',
    description: 'Replaces the note and the plans, unless someone else has changed the draft.',
    params,
    body: draft.extend(seen.shape),
    answer: CatalogDraft,
    errors: outOfDate,
  },
  discardCatalogDraft: {
    summary: 'Discard a catalog draft',
    description: 'Discards the draft. It stays in the list.',
    params,
    answer: CatalogDraft,
    errors: ['not_found', 'wrong_draft_state'],
  },
  proposeCatalogDraft: {
    summary: 'Propose a catalog draft',
    description: 'Requests approval by another operator, with the time it takes effect.',
    params,
    body: seen.extend({
      starts_at: described(
        z.iso.datetime({ error: issueText('enter_time') }),
        'When it takes effect, within a year from now. An ISO 8601 time in UTC.',
        '2026-04-01T00:00:00Z',
      ),
    }),
    answer: CatalogDraft,
    errors: [...outOfDate, 'draft_outdated', 'unsound_catalogue'],
  },
  approveCatalogDraft: {
    summary: 'Approve a catalog draft',
    description: 'Schedules the draft for its start. You can’t approve your own proposal.',
    params,
    body: seen,
    answer: CatalogDraft,
    errors: [...outOfDate, 'draft_outdated', 'self_approval'],
  },
  returnCatalogDraft: {
    summary: 'Return a catalog draft',
    description: 'Sends a proposed or approved draft back for editing.',
    params,
    body: z.object({ reason }),
    answer: CatalogDraft,
    errors: ['invalid_request', 'not_found', 'wrong_draft_state'],
  },
  startWhatIf: {
    summary: 'Replay history with a draft',
    description: 'Starts a replay in the background. Only one runs at a time.',
    params,
    answer: WhatIf,
    errors: ['not_found', 'what_if_busy'],
  },
  getWhatIf: {
    summary: 'Get the result of a replay',
    description: 'Returns the progress, then the result for the draft’s current revision.',
    params,
    answer: WhatIf,
    errors: ['not_found'],
  },
} satisfies Record<string, CallContract>
