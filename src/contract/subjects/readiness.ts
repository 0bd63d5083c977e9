import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { count, csvPaging, filledText, pageOf, time } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'

// The readiness checklist, and the legal texts.

export const checklistItems = [
  'operating_entity',
  'terms',
  'privacy',
  'regions',
  'benefits',
  'disclosure',
  'support_contact',
  'deposit_key_test',
  'backup_restored',
  'two_admins',
  'https',
  'two_nodes',
  'withdrawal_hold',
  'approval_limits',
  'schema_owner',
] as const

export const Readiness = z
  .object({
    real_money: z.boolean(),
    complete: z.boolean(),
    deposits_open: z.boolean(),
    items: z.array(
      z.object({
        name: z.enum(checklistItems),
        title: z.string(),
        why: z.string(),
        done: z.boolean(),
        /** Recorded by an admin, or seen by the product itself. */
        kind: z.enum(['recorded', 'checked']),
        evidence: z.string().nullable(),
        recorded_by: z.string().nullable(),
        recorded_at: time.nullable(),
        /** What one admin has recorded counts once another one has recorded it too. */
        confirmed_by: z.string().nullable(),
        needs_confirmation: z.boolean(),
        /** Why an item is missing that was recorded: admins of then who are none now. */
        not_counted: z.array(
          z.object({ operator: z.string(), why: z.enum(['disabled', 'not_admin']) }),
        ),
      }),
    ),
  })
  .meta({ id: 'Readiness' })

const legalTextKinds = ['terms', 'privacy'] as const

export const LegalText = z
  .object({
    kind: z.enum(legalTextKinds),
    version: z.string(),
    body: z.string(),
    published_at: time,
  })
  .meta({ id: 'LegalText' })

export const PublishedText = LegalText.extend({
  id: z.string(),
  published_by: z.string(),
  in_force: z.boolean(),
  accepted_by: count,
}).meta({ id: 'PublishedText' })

export const readinessCalls = {
  getReadinessChecklist: {
    answer: Readiness,
    errors: [],
  },
  recordReadinessItem: {
    params: z.object({ item: z.enum(checklistItems) }),
    body: z.object({ evidence: filledText(limits.messageLength.max), done: z.boolean() }),
    answer: Readiness,
    errors: ['invalid_request', 'not_found', 'checked_by_itself'],
  },
  getLegalTexts: {
    answer: z.object({
      terms: LegalText.nullable(),
      privacy: LegalText.nullable(),
    }),
    errors: [],
  },
  listLegalTexts: {
    query: csvPaging,
    answer: pageOf(PublishedText),
    errors: ['invalid_request'],
  },
  publishLegalText: {
    body: z.object({ kind: z.enum(legalTextKinds), body: filledText(60_000) }),
    answer: PublishedText,
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
