import type { CallName } from '../../../src/contract/routes.ts'
import { make, operate, type Maker } from '../support/call-stage.ts'
import { csvFile, proposedImport } from '../support/import-makers.ts'
import { missing, required, when, type CasesOf, type InvalidOf } from './refusal-cases.ts'

// What the calls about members imports refuse.

const decided =
  (name: 'approveMemberImport' | 'discardMemberImport'): Maker =>
  async (stage) => {
    const id = await proposedImport(stage)
    await operate(stage, stage.operators.admin, `member-imports/${id}/discard/`)
    return make(name, stage.operators.admin, { params: { id } })
  }

export const importRefusals = {
  getMemberImport: { not_found: missing('getMemberImport') },
  proposeMemberImport: {
    import_has_faults: when(async ({ operators }) =>
      make('proposeMemberImport', operators.admin, {
        body: csvFile('username,email', 'x,nobody'),
      }),
    ),
  },
  approveMemberImport: {
    not_found: missing('approveMemberImport'),
    self_approval: when(async (stage) =>
      make('approveMemberImport', stage.operators.admin, {
        params: { id: await proposedImport(stage) },
      }),
    ),
    wrong_import_state: when(decided('approveMemberImport')),
  },
  discardMemberImport: {
    not_found: missing('discardMemberImport'),
    wrong_import_state: when(decided('discardMemberImport')),
  },
} satisfies Partial<CasesOf<CallName>>

const files = [{ body: {}, errors: { name: required, content: required } }]

export const importInputs = {
  checkMemberImport: files,
  proposeMemberImport: files,
} satisfies Partial<InvalidOf<CallName>>
