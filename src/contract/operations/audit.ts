import type { CallContract } from '../endpoint.ts'
import { at, described } from '../fields/described.ts'
import { csvPaging, line, pageOf, search } from '../fields/fields.ts'
import { AuditCheck, AuditEntry } from '../subjects/audit.ts'

export const auditCalls = {
  listAuditEntries: {
    summary: 'List audit entries',
    description: 'Returns every change made in the console, newest first.',
    query: csvPaging.extend({
      operator: described(line(64).optional(), 'Only what this operator did.', 'sam'),
      action: described(line(64).optional(), 'Only this action.', 'approve withdrawal'),
      object: described(line(100).optional(), 'Only changes to this object.', 'withdrawal 4711'),
      text: search,
      from: at('Only entries from this time on.', '2026-03-01T00:00:00Z').optional(),
      to: at('Only entries before this time.', '2026-04-01T00:00:00Z').optional(),
    }),
    answer: pageOf(AuditEntry),
    errors: ['invalid_request'],
  },
  checkAudit: {
    summary: 'Check the audit log',
    description: 'Recomputes the hash chain, which breaks where an entry was changed or removed.',
    answer: AuditCheck,
    errors: [],
  },
} satisfies Record<string, CallContract>
