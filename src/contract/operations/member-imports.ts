import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { listOf } from '../fields/described.ts'
import { paramsOf } from '../fields/fields.ts'
import {
  importFile,
  MemberImport,
  MemberImportCheck,
  MemberImportDetail,
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
    answer: z.object({ results: listOf(MemberImport, 'The imports, newest first.') }),
    errors: [],
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
    errors: ['invalid_request', 'import_has_faults'],
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
} satisfies Record<string, CallContract>
