import { requireFound } from '../../contract/refusals/reject.ts'
import { byOf } from '../audit/audit.ts'
import { route, type Route } from '../http/route.ts'
import { checkImport } from './check-file.ts'
import { decideImport } from './decide-import.ts'
import { proposeImport } from './propose-import.ts'
import { readImport, readImports } from './read-imports.ts'

export const importRoutes: Route[] = [
  route('checkMemberImport', ({ context, body }) => checkImport(context, body)),
  route('listMemberImports', async ({ context: { read } }) => ({
    results: await readImports(read),
  })),
  route('getMemberImport', async ({ context: { read }, params }) =>
    requireFound(await readImport(read, Number(params.id))),
  ),
  route('proposeMemberImport', (call) => proposeImport(call.context, call.body, byOf(call))),
  route('approveMemberImport', (call) =>
    decideImport(call.context.db, Number(call.params.id), 'approved', byOf(call)),
  ),
  route('discardMemberImport', (call) =>
    decideImport(call.context.db, Number(call.params.id), 'discarded', byOf(call)),
  ),
]
