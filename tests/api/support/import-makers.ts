import type { CallName } from '../../../src/contract/routes.ts'
import { addStaff, make, operate, plain, type Maker, type Stage } from './call-stage.ts'

// Good requests about members whom a company brings along.

/** A file as a request has it. */
export const csvFile = (...lines: readonly string[]) => ({
  name: 'members.csv',
  content: Buffer.from(`${lines.join('\n')}\n`).toString('base64'),
})

const oneMember = ({ name }: Stage) => {
  const username = name()
  return csvFile('username,email,plans', `${username},${username}@example.org,BR`)
}

export async function proposedImport(stage: Stage): Promise<string> {
  const { body } = await operate(stage, stage.operators.admin, 'member-imports/', oneMember(stage))
  return body.id
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
  discardMemberImport: async (stage) =>
    make('discardMemberImport', stage.operators.admin, {
      params: { id: await proposedImport(stage) },
    }),
}
