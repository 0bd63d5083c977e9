import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { listOf, oneOf, whole } from '../fields/described.ts'
import { paramsOf } from '../fields/fields.ts'
import { importStates } from '../fields/limits.ts'
import {
  ImportCorrection,
  importFile,
  ImportPlacements,
  MemberImport,
  MemberImportCheck,
  MemberImportDetail,
  retriedRows,
  rowCorrection,
  skippedRows,
} from '../subjects/member-imports.ts'

const params = paramsOf('import')

export const memberImportCalls = {
  checkMemberImport: {
    summary: 'Check a file of members',
    description: 'Returns what an import would do, with every invalid row. Changes nothing.',
    body: importFile,
    answer: MemberImportCheck,
    errors: ['invalid_request'],
  },
  listMemberImports: {
    summary: 'List members imports',
    description: 'Returns the newest 50 imports with their progress, newest first.',
    query: z.object({ state: oneOf(importStates, 'Only imports in this state.').optional() }),
    answer: z.object({ results: listOf(MemberImport, 'The imports, newest first.') }),
    errors: ['invalid_request'],
  },
  getMemberImport: {
    summary: 'Get a members import',
    description: 'Returns an import with its progress and the rows that failed.',
    params,
    answer: MemberImportDetail,
    errors: ['not_found'],
  },
  proposeMemberImport: {
    summary: 'Propose a members import',
    description: 'Stores a valid file until another admin approves it. Nothing is imported yet.',
    body: importFile,
    answer: MemberImport,
    errors: ['invalid_request', 'import_has_faults', 'too_many_imports', 'import_already_open'],
  },
  approveMemberImport: {
    summary: 'Approve a members import',
    description:
      'Starts an import that another admin proposed. Its members get their seats, sponsors ' +
      'first, and an invitation to choose a password. This can’t be undone.',
    params,
    answer: MemberImport,
    errors: ['not_found', 'self_approval', 'wrong_import_state'],
  },
  discardMemberImport: {
    summary: 'Discard a members import',
    description: 'Discards an import that nobody approved. It stays in the list.',
    params,
    answer: MemberImport,
    errors: ['not_found', 'wrong_import_state'],
  },
  placeMemberImport: {
    summary: 'Simulate a file’s placement',
    description:
      'Places every valid row in a copy of the current trees. Returns the position of each row ' +
      'and the rows that would be refused. Changes nothing. The trees may have changed by the ' +
      'time of the import.',
    body: importFile,
    answer: ImportPlacements,
    errors: ['invalid_request', 'import_has_faults', 'placement_busy'],
  },
  getImportPlacements: {
    summary: 'Simulate an import’s placement',
    description: 'Does the same for an import awaiting approval.',
    params,
    answer: ImportPlacements,
    errors: ['not_found', 'wrong_import_state', 'placement_busy'],
  },
  retryImportRows: {
    summary: 'Retry rows of a members import',
    description:
      'Retries failed or skipped rows as they were approved. Rows blocked by them follow.',
    params,
    body: retriedRows,
    answer: MemberImport,
    errors: ['invalid_request', 'not_found', 'wrong_import_state'],
  },
  skipImportRows: {
    summary: 'Skip rows of a members import',
    description:
      'Skips failed rows. Rows blocked by them stay blocked until they get another sponsor or ' +
      'are skipped, too.',
    params,
    body: skippedRows,
    answer: MemberImport,
    errors: ['invalid_request', 'not_found', 'wrong_import_state', 'import_changed'],
  },
  correctImportRow: {
    summary: 'Propose new values for a row',
    description:
      'Proposes a correction of a failed or blocked row. Nothing is imported until ' +
      'another admin approves it.',
    params,
    body: rowCorrection,
    answer: ImportCorrection,
    errors: ['invalid_request', 'not_found', 'wrong_import_state', 'correction_pending'],
  },
  listImportCorrections: {
    summary: 'List corrections awaiting approval',
    description: 'Returns the row corrections awaiting a decision, oldest first.',
    answer: z.object({
      count: whole('How many wait.', 1),
      results: listOf(ImportCorrection, 'The first 100 of them, oldest first.'),
    }),
    errors: [],
  },
  approveImportCorrection: {
    summary: 'Approve a correction of a row',
    description: 'Imports the row with its new values. You can’t approve your own proposal.',
    params: paramsOf('correction'),
    answer: MemberImport,
    errors: ['not_found', 'already_decided', 'self_approval', 'wrong_import_state'],
  },
  discardImportCorrection: {
    summary: 'Discard a correction of a row',
    description: 'Closes the proposal. The row stays as it is. You can discard your own.',
    params: paramsOf('correction'),
    answer: MemberImport,
    errors: ['not_found', 'already_decided'],
  },
} satisfies Record<string, CallContract>
