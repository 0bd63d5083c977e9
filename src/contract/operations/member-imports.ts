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
    description: 'Says what an import would do and names every bad row. It changes nothing.',
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
    description:
      'Keeps a file without bad rows until another admin approves it. Nothing is imported yet.',
    body: importFile,
    answer: MemberImport,
    errors: ['invalid_request', 'import_has_faults', 'too_many_imports'],
  },
  approveMemberImport: {
    summary: 'Approve a members import',
    description:
      'Starts an import that another admin proposed. Its members get their seats, sponsors ' +
      'first, and an invitation to choose a password. It can’t be taken back.',
    params,
    answer: MemberImport,
    errors: ['not_found', 'self_approval', 'wrong_import_state'],
  },
  discardMemberImport: {
    summary: 'Discard a members import',
    description: 'Gives up an import that nobody approved. It stays in the list.',
    params,
    answer: MemberImport,
    errors: ['not_found', 'wrong_import_state'],
  },
  placeMemberImport: {
    summary: 'Simulate where a file’s members land',
    description:
      'Places every good row by the rules, in a copy of the trees of this moment. Says where ' +
      'each would land and which would be refused. It changes nothing, and the trees may look ' +
      'different by the time of the import.',
    body: importFile,
    answer: ImportPlacements,
    errors: ['invalid_request', 'import_has_faults', 'placement_busy'],
  },
  getImportPlacements: {
    summary: 'Simulate where an import’s members land',
    description: 'Does the same for an import that waits for approval.',
    params,
    answer: ImportPlacements,
    errors: ['not_found', 'wrong_import_state', 'placement_busy'],
  },
  retryImportRows: {
    summary: 'Retry rows of a members import',
    description:
      'Tries rows that failed or were skipped again, as they were approved. Rows that were ' +
      'blocked by them follow.',
    params,
    body: retriedRows,
    answer: MemberImport,
    errors: ['invalid_request', 'not_found', 'wrong_import_state'],
  },
  skipImportRows: {
    summary: 'Skip rows of a members import',
    description:
      'Gives up rows that failed. Rows blocked by them stay blocked until they get another ' +
      'sponsor or are skipped, too.',
    params,
    body: skippedRows,
    answer: MemberImport,
    errors: ['invalid_request', 'not_found', 'wrong_import_state'],
  },
  correctImportRow: {
    summary: 'Propose new values for a row',
    description:
      'Proposes a correction of a row that failed or is blocked. Nothing is imported until ' +
      'another admin approves it.',
    params,
    body: rowCorrection,
    answer: ImportCorrection,
    errors: ['invalid_request', 'not_found', 'wrong_import_state', 'correction_pending'],
  },
  listImportCorrections: {
    summary: 'List corrections awaiting approval',
    description: 'Returns the corrections of rows that nobody has decided yet, oldest first.',
    answer: z.object({
      count: whole('How many wait.', 1),
      results: listOf(ImportCorrection, 'The first 100 of them, oldest first.'),
    }),
    errors: [],
  },
  approveImportCorrection: {
    summary: 'Approve a correction of a row',
    description: 'Imports the row with its new values. It has to be another admin’s proposal.',
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
