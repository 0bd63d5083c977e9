import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import { csvPaging, filledText, pageOf } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import {
  checklistItems,
  LegalText,
  legalTextKinds,
  PublishedText,
  Readiness,
} from '../subjects/readiness.ts'

export const readinessCalls = {
  getReadinessChecklist: {
    summary: 'Get the readiness checklist',
    description: 'Returns what has to be done before real money comes in. Deposits wait for it.',
    answer: Readiness,
    errors: [],
  },
  recordReadinessItem: {
    summary: 'Record a checklist item',
    description:
      'Notes that an item is done, or isn’t, with the evidence. Most items need two admins.',
    params: z.object({ item: oneOf(checklistItems, 'The item.') }),
    body: z.object({
      evidence: described(
        filledText(limits.messageLength.max),
        'What shows it. Kept in the audit log.',
        'Registered as no. 123.',
      ),
      done: described(z.boolean(), 'Whether it is done.', true),
    }),
    answer: Readiness,
    errors: ['invalid_request', 'not_found', 'checked_by_itself'],
  },
  getLegalTexts: {
    summary: 'Get the legal texts in force',
    description: 'Returns the terms and the privacy notice, with the versions to accept.',
    answer: z.object({
      terms: LegalText.nullable().describe('The terms; null if none are published.'),
      privacy: LegalText.nullable().describe('The privacy notice; null if none is published.'),
    }),
    errors: [],
  },
  listLegalTexts: {
    summary: 'List legal texts',
    description: 'Returns every version of the terms and the privacy notice, newest first.',
    query: csvPaging,
    answer: pageOf(PublishedText),
    errors: ['invalid_request'],
  },
  publishLegalText: {
    summary: 'Publish a legal text',
    description: 'Puts a new version in force. People who register from then on accept it.',
    body: z.object({
      kind: oneOf(legalTextKinds, 'Which text.'),
      body: described(
        filledText(60_000),
        'The text. Blank lines separate paragraphs.',
        'These terms apply to…',
      ),
    }),
    answer: PublishedText,
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
