import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { count, csvPaging, line, pageOf, search, time } from '../fields/fields.ts'

// The audit log.

export const AuditEntry = z
  .object({
    id: z.string(),
    at: time,
    operator: z.string(),
    action: z.string(),
    object: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    reason: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditCheck = z
  .object({
    ok: z.boolean(),
    checked_at: time,
    entries: count,
    /** The first entry whose hash does not follow; null when all do. */
    broken_at: z.string().nullable(),
    head: z.string(),
  })
  .meta({ id: 'AuditCheck' })

export const auditCalls = {
  listAuditEntries: {
    query: csvPaging.extend({
      operator: line(64).optional(),
      action: line(64).optional(),
      object: line(100).optional(),
      text: search,
      from: time.optional(),
      to: time.optional(),
    }),
    answer: pageOf(AuditEntry),
    errors: ['invalid_request'],
  },
  checkAudit: {
    answer: AuditCheck,
    errors: [],
  },
} satisfies Record<string, CallContract>
