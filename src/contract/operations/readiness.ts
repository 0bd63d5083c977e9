import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import { csvPaging, filledText, line, pageOf } from '../fields/fields.ts'
import { languages } from '../fields/languages.ts'
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
    description:
      'Returns the requirements for accepting real money. Deposits stay closed until they are ' +
      'met.',
    answer: Readiness,
    errors: [],
  },
  recordReadinessItem: {
    summary: 'Record a checklist item',
    description: 'Records whether an item is done, with evidence. Most items need two admins.',
    params: z.object({ item: oneOf(checklistItems, 'The item.') }),
    body: z.object({
      evidence: described(
        filledText(limits.messageLength.max),
        'The evidence, for the audit log.',
        'Registered as no. 123.',
      ),
      done: described(z.boolean(), 'Whether it is done.', true),
    }),
    answer: Readiness,
    errors: ['invalid_request', 'not_found', 'checked_by_itself'],
  },
  getLegalTexts: {
    summary: 'Get the legal texts in force',
    description:
      'Returns the terms and the privacy notice, with the versions to accept. If there is no ' +
      'translation, you get the original, which prevails over its translations.',
    query: z.object({
      language: oneOf(languages, 'The reader’s language. Defaults to the originals.').optional(),
    }),
    answer: z.object({
      terms: LegalText.nullable().describe('The terms; null if none are published.'),
      privacy: LegalText.nullable().describe('The privacy notice; null if none is published.'),
    }),
    errors: ['invalid_request'],
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
    description: 'Publishes a new version, which people accept when they register.',
    body: z.object({
      kind: oneOf(legalTextKinds, 'Which text.'),
      language: oneOf(languages, 'The language of this original.').default('en'),
      body: described(
        filledText(60_000),
        'The text. Blank lines separate paragraphs.',
        'These terms apply to…',
      ),
    }),
    answer: PublishedText,
    errors: ['invalid_request'],
  },
  publishLegalTranslation: {
    summary: 'Publish the translation of a legal text',
    description:
      'Adds a translation to the current version. You can’t change it later. Instead, publish ' +
      'the text again with a new translation.',
    body: z.object({
      kind: oneOf(legalTextKinds, 'Which text.'),
      version: described(line(20), 'The version that is translated.', '1'),
      language: oneOf(languages, 'The language of the translation.'),
      body: described(filledText(60_000), 'The translated text.', 'Estos términos rigen…'),
    }),
    answer: PublishedText,
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
