import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../session/call.ts'
import type { ChosenFile } from './read-file.ts'

export type MemberImport = CallAnswer<'listMemberImports'>['results'][number]
export type ImportCheck = CallAnswer<'checkMemberImport'>
export type Placements = CallAnswer<'placeMemberImport'>
export type FailedRow = CallAnswer<'getMemberImport'>['failures'][number]
export type Correction = CallAnswer<'listImportCorrections'>['results'][number]

const WHILE_RUNNING_MS = 3_000
const REFRESH_MS = 15_000
/** A simulation reads all trees: seconds for a million members. */
const PLACING_TIMEOUT_MS = 60_000

/** Whether rows or invitations of an import still wait. */
const isUnderWay = ({ state, done, invited }: MemberImport): boolean =>
  state === 'approved' || (state === 'finished' && invited < done)

export const importsQuery = queryOptions({
  queryKey: ['listMemberImports'],
  queryFn: ({ signal }) => call('listMemberImports', {}, { signal }),
  // Other admins propose imports, and correct the rows of finished ones.
  refetchInterval: ({ state }) =>
    state.data?.results.some(isUnderWay) ? WHILE_RUNNING_MS : REFRESH_MS,
})

export const proposedImportsQuery = queryOptions({
  queryKey: ['listMemberImports', 'proposed'],
  queryFn: async ({ signal }) => {
    const query = { state: 'proposed' } as const
    const { results } = await call('listMemberImports', { query }, { signal })
    return { results: results.toReversed(), count: results.length }
  },
  refetchInterval: REFRESH_MS,
})

/** @param own its counts and its end: rows that changed their state are read again */
export const importQuery = (own: MemberImport) => {
  const { id, failed, blocked, skipped, finished_at: end } = own
  return queryOptions({
    queryKey: ['getMemberImport', id, failed, blocked, skipped, end],
    queryFn: ({ signal }) => call('getMemberImport', { params: { id } }, { signal }),
    // Two rows that change their state at once may leave the counts as they were.
    refetchInterval: isUnderWay(own) ? WHILE_RUNNING_MS : REFRESH_MS,
    // Rows fail while an admin types a correction of another one.
    placeholderData: keepPreviousData,
  })
}

export const correctionsQuery = queryOptions({
  queryKey: ['listImportCorrections'],
  queryFn: ({ signal }) => call('listImportCorrections', {}, { signal }),
  refetchInterval: REFRESH_MS,
})

/** Where the members of a checked file would land. */
export const placeFile = (body: ChosenFile): Promise<Placements> =>
  call('placeMemberImport', { body }, { timeoutMs: PLACING_TIMEOUT_MS })

/** The same for an import that waits for approval. */
export const placeProposed = (id: string): Promise<Placements> =>
  call('getImportPlacements', { params: { id } }, { timeoutMs: PLACING_TIMEOUT_MS })
