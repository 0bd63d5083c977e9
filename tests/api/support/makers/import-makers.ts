import type { CallName } from '../../../../src/contract/routes.ts'
import { decideImport } from '../../../../src/server/imports/decide-import.ts'
import { importSome } from '../../../../src/server/imports/run-imports.ts'
import { addOperator } from '../../../../src/server/staff/operators.ts'
import { addMember } from '../members.ts'
import { addStaff, make, operate, plain, type Maker, type Stage } from '../call-stage.ts'

// Valid requests about imports of members, and saved views.

/** A file in the form of a request. */
export const csvFile = (...lines: readonly string[]) => ({
  name: 'members.csv',
  content: Buffer.from(`${lines.join('\n')}\n`).toString('base64'),
})

export const oneMember = ({ name }: Stage) => {
  const username = name()
  return csvFile('username,email,plans', `${username},${username}@example.org,BR`)
}

export async function proposedImport(stage: Stage): Promise<string> {
  const { body } = await operate(stage, stage.operators.admin, 'member-imports/', oneMember(stage))
  return body.id
}

/** An import whose only row fails, because someone took its name in the meantime. */
export async function failedImport(stage: Stage): Promise<string> {
  const { operators, world } = stage
  const username = stage.name()
  const file = csvFile('username,email', `${username},${username}@example.org`)
  const { body } = await operate(stage, operators.admin, 'member-imports/', file)
  const { db } = world.edge
  await addMember(world.edge, username)
  const no = Number(body.id)
  const operator = stage.name()
  await addOperator(db, operator, 'admin')
  await decideImport(db, no, 'approved', { operator, requestId: 'test' })
  // Earlier approved imports wait for these rules, and would block this one.
  const { book } = world.edge.context
  await book.submit({ command: { kind: 'raise_rules', version: 2 }, by: { system: 'rules' } })
  // As the worker does: the role of a web process may not.
  while (await importSome({ db, book }));
  return body.id
}

export const correctionOf = ({ name }: Stage) => {
  const username = name()
  const email = `${username}@example.org`
  return { row: 2, username, email, sponsor: '', plans: '', side: '', language: '' }
}

export async function proposedCorrection(stage: Stage): Promise<string> {
  const id = await failedImport(stage)
  const path = `member-imports/${id}/corrections/` as const
  return (await operate(stage, stage.operators.admin, path, correctionOf(stage))).body.id
}

export const newView = ({ name }: Stage) => ({
  list: 'listMembers',
  name: name(),
  search: '?text=anna',
})

async function savedView(stage: Stage): Promise<string> {
  return (await operate(stage, stage.operators.support, 'views/', newView(stage))).body.id
}

export const importMakers: Partial<Record<CallName, Maker>> = {
  checkMemberImport: async (stage) =>
    make('checkMemberImport', stage.operators.admin, { body: oneMember(stage) }),
  listMemberImports: plain('listMemberImports'),
  getMemberImport: async (stage) =>
    make('getMemberImport', stage.operators.admin, { params: { id: await proposedImport(stage) } }),
  proposeMemberImport: async (stage) =>
    make('proposeMemberImport', stage.operators.admin, { body: oneMember(stage) }),
  approveMemberImport: async (stage) => {
    const who = await addStaff(stage.world, stage.name(), 'admin')
    const params = { id: await proposedImport(stage) }
    return make('approveMemberImport', who, { params })
  },
  placeMemberImport: async (stage) =>
    make('placeMemberImport', stage.operators.admin, { body: oneMember(stage) }),
  getImportPlacements: async (stage) =>
    make('getImportPlacements', stage.operators.admin, {
      params: { id: await proposedImport(stage) },
    }),
  retryImportRows: async (stage) =>
    make('retryImportRows', stage.operators.admin, {
      params: { id: await failedImport(stage) },
      body: {},
    }),
  skipImportRows: async (stage) =>
    make('skipImportRows', stage.operators.admin, {
      params: { id: await failedImport(stage) },
      body: { rows: [2], reason: 'They left the company.' },
    }),
  correctImportRow: async (stage) =>
    make('correctImportRow', stage.operators.admin, {
      params: { id: await failedImport(stage) },
      body: correctionOf(stage),
    }),
  listImportCorrections: plain('listImportCorrections'),
  approveImportCorrection: async (stage) => {
    const who = await addStaff(stage.world, stage.name(), 'admin')
    const params = { id: await proposedCorrection(stage) }
    return make('approveImportCorrection', who, { params })
  },
  discardImportCorrection: async (stage) =>
    make('discardImportCorrection', stage.operators.admin, {
      params: { id: await proposedCorrection(stage) },
    }),
  discardMemberImport: async (stage) =>
    make('discardMemberImport', stage.operators.admin, {
      params: { id: await proposedImport(stage) },
    }),
  listSavedViews: plain('listSavedViews'),
  addSavedView: async (stage) =>
    make('addSavedView', stage.operators.support, { body: newView(stage) }),
  changeSavedView: async (stage) =>
    make('changeSavedView', stage.operators.support, {
      params: { id: await savedView(stage) },
      body: { name: stage.name(), is_default: true },
    }),
  removeSavedView: async (stage) =>
    make('removeSavedView', stage.operators.support, { params: { id: await savedView(stage) } }),
}
