import { sql } from 'kysely'
import { MAX_VIEWS } from '../../../src/contract/fields/limits.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import { addStaff, make, operate, send, type Maker } from '../support/call-stage.ts'
import {
  correctionOf,
  csvFile,
  failedImport,
  newView,
  oneMember,
  proposedCorrection,
  proposedImport,
} from '../support/makers/import-makers.ts'
import { missing, required, when, type CasesOf, type InvalidOf } from './refusal-cases.ts'

// The refusals of calls about imports and saved views.

const decided =
  (name: 'approveMemberImport' | 'discardMemberImport'): Maker =>
  async (stage) => {
    const id = await proposedImport(stage)
    await operate(stage, stage.operators.admin, `member-imports/${id}/discard/`)
    return make(name, stage.operators.admin, { params: { id } })
  }

const busy = { reason: 'it takes four at once, as tests/api/imports/import-rows.test.ts has them' }

const crowded = { reason: 'others need room, and tests/api/imports/member-imports.test.ts has it' }

/** Choices for failed rows, of an unapproved import. */
const tooEarly =
  (name: 'retryImportRows' | 'skipImportRows'): Maker =>
  async (stage) => {
    const params = { id: await proposedImport(stage) }
    return make(name, stage.operators.admin, { params, body: withReason })
  }

const discardedCorrection =
  (name: 'approveImportCorrection' | 'discardImportCorrection'): Maker =>
  async (stage) => {
    const id = await proposedCorrection(stage)
    await operate(stage, stage.operators.admin, `import-corrections/${id}/discard/`)
    return make(name, stage.operators.admin, { params: { id } })
  }

const withReason = { reason: 'A good reason' }
const correction = { row: 2, username: 'a', email: '', sponsor: '', plans: '', side: '' }

/** One more than the limit. */
const oneViewTooMany: Maker = async (stage) => {
  const made = make('addSavedView', stage.operators.finance, { body: newView(stage) })
  await sql`insert into operator_views (operator, list, name, search)
    select 'finance', 'members', ${stage.name()} || n, ''
    from generate_series(1, ${MAX_VIEWS}::int) n`.execute(stage.world.edge.db)
  return made
}

export const importRefusals = {
  placeMemberImport: {
    import_has_faults: when(async ({ operators }) =>
      make('placeMemberImport', operators.admin, { body: csvFile('username,email', 'x,nobody') }),
    ),
    placement_busy: busy,
  },
  getImportPlacements: {
    not_found: missing('getImportPlacements'),
    wrong_import_state: when(async (stage) =>
      make('getImportPlacements', stage.operators.admin, {
        params: { id: await failedImport(stage) },
      }),
    ),
    placement_busy: busy,
  },
  retryImportRows: {
    not_found: missing('retryImportRows', {}),
    wrong_import_state: when(tooEarly('retryImportRows')),
  },
  skipImportRows: {
    not_found: missing('skipImportRows', withReason),
    wrong_import_state: when(tooEarly('skipImportRows')),
    import_changed: when(async (stage) =>
      make('skipImportRows', stage.operators.admin, {
        params: { id: await failedImport(stage) },
        body: { ...withReason, expected: 7 },
      }),
    ),
  },
  correctImportRow: {
    not_found: missing('correctImportRow', { ...correction, language: '' }),
    wrong_import_state: when(async (stage) =>
      make('correctImportRow', stage.operators.admin, {
        params: { id: await proposedImport(stage) },
        body: correctionOf(stage),
      }),
    ),
    correction_pending: when(async (stage) => {
      const params = { id: await failedImport(stage) }
      const made = () =>
        make('correctImportRow', stage.operators.admin, { params, body: correctionOf(stage) })
      await send(stage, made())
      return made()
    }),
  },
  approveImportCorrection: {
    not_found: missing('approveImportCorrection'),
    already_decided: when(discardedCorrection('approveImportCorrection')),
    self_approval: when(async (stage) =>
      make('approveImportCorrection', stage.operators.admin, {
        params: { id: await proposedCorrection(stage) },
      }),
    ),
    wrong_import_state: when(async (stage) => {
      const id = await failedImport(stage)
      const { admin } = stage.operators
      const path = `member-imports/${id}` as const
      const made = await operate(stage, admin, `${path}/corrections/`, correctionOf(stage))
      await operate(stage, admin, `${path}/retry/`)
      const who = await addStaff(stage.world, stage.name(), 'admin')
      return make('approveImportCorrection', who, { params: { id: made.body.id } })
    }),
  },
  discardImportCorrection: {
    not_found: missing('discardImportCorrection'),
    already_decided: when(discardedCorrection('discardImportCorrection')),
  },
  addSavedView: { too_many_views: when(oneViewTooMany) },
  changeSavedView: { not_found: missing('changeSavedView', {}) },
  removeSavedView: { not_found: missing('removeSavedView') },
  getMemberImport: { not_found: missing('getMemberImport') },
  proposeMemberImport: {
    import_has_faults: when(async ({ operators }) =>
      make('proposeMemberImport', operators.admin, {
        body: csvFile('username,email', 'x,nobody'),
      }),
    ),
    import_already_open: when(async (stage) => {
      const body = oneMember(stage)
      await operate(stage, stage.operators.admin, 'member-imports/', body)
      return make('proposeMemberImport', stage.operators.admin, { body })
    }),
    too_many_imports: crowded,
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

const noState = ['Choose one of these: proposed, approved, finished, discarded.']
const rows = { row: ['Enter a whole number.'] }

export const importInputs = {
  listMemberImports: [{ query: { state: 'lost' }, errors: { state: noState } }],
  placeMemberImport: files,
  retryImportRows: [{ body: { rows: [1] }, errors: { 'rows.0': ['Enter at least 2.'] } }],
  skipImportRows: [{ body: {}, errors: { reason: required } }],
  correctImportRow: [
    {
      body: { ...correction, row: 'x', language: '' },
      errors: rows,
    },
  ],
  addSavedView: [
    { body: {}, errors: { list: required, name: required, search: required } },
    {
      body: { list: 'listMembers', name: 'One', search: '#' },
      errors: { search: ['This value is not valid.'] },
    },
  ],
  changeSavedView: [{ body: { name: '' }, errors: { name: required } }],
  checkMemberImport: files,
  proposeMemberImport: files,
} satisfies Partial<InvalidOf<CallName>>
