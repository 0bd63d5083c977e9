import { requireFound } from '../../contract/refusals/reject.ts'
import { byOf } from '../audit/audit.ts'
import { route, type Route } from '../http/route.ts'
import { retryRows, skipRows } from './failed-rows.ts'
import { checkImport } from './check/check-file.ts'
import { correctRow, decideCorrection, listCorrections } from './correct-rows.ts'
import { decideImport } from './decide-import.ts'
import { placeFile, placeProposed } from './place-rows.ts'
import { proposeImport } from './propose-import.ts'
import { inState, readImport, readImports } from './read-imports.ts'

export const importRoutes: Route[] = [
  route('checkMemberImport', ({ context, body }) => checkImport(context, body)),
  route('placeMemberImport', ({ context, body }) => placeFile(context, body)),
  route('listMemberImports', async ({ context: { read }, query }) => ({
    results: await readImports(read, query.state && inState(query.state)),
  })),
  route('getMemberImport', async ({ context: { read }, params }) =>
    requireFound(await readImport(read, Number(params.id))),
  ),
  route('getImportPlacements', ({ context, params }) => placeProposed(context, Number(params.id))),
  route('proposeMemberImport', (call) => proposeImport(call.context, call.body, byOf(call))),
  route('approveMemberImport', (call) =>
    decideImport(call.context.db, Number(call.params.id), 'approved', byOf(call)),
  ),
  route('discardMemberImport', (call) =>
    decideImport(call.context.db, Number(call.params.id), 'discarded', byOf(call)),
  ),
  route('retryImportRows', (call) =>
    retryRows(call.context.db, Number(call.params.id), call.body, byOf(call)),
  ),
  route('skipImportRows', (call) =>
    skipRows(call.context.db, Number(call.params.id), call.body, byOf(call)),
  ),
  route('correctImportRow', (call) =>
    correctRow(call.context, Number(call.params.id), call.body, byOf(call)),
  ),
  route('listImportCorrections', ({ context }) => listCorrections(context.read)),
  route('approveImportCorrection', (call) =>
    decideCorrection(call.context.db, Number(call.params.id), 'approved', byOf(call)),
  ),
  route('discardImportCorrection', (call) =>
    decideCorrection(call.context.db, Number(call.params.id), 'discarded', byOf(call)),
  ),
]
