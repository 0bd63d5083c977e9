import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../session/call.ts'

export type MemberImport = CallAnswer<'listMemberImports'>['results'][number]
export type ImportCheck = CallAnswer<'checkMemberImport'>

const WHILE_RUNNING_MS = 3_000

/** Whether rows or invitations of an import still wait. */
const isUnderWay = ({ state, done, invited }: MemberImport): boolean =>
  state === 'approved' || (state === 'finished' && invited < done)

export const importsQuery = queryOptions({
  queryKey: ['listMemberImports'],
  queryFn: ({ signal }) => call('listMemberImports', {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? WHILE_RUNNING_MS : false),
})

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['getMemberImport', id],
    queryFn: ({ signal }) => call('getMemberImport', { params: { id } }, { signal }),
  })
