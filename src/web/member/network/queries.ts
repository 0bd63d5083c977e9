import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import type { CallAnswer } from '../../../contract/call.ts'
import { COMPLETE_HEADER } from '../../../contract/fields/complete.ts'

export type Seat = CallAnswer<'getTreeWindow'>['seats'][number]
export type Leg = CallAnswer<'getTreeCounts'>['left']
export type Found = CallAnswer<'searchTree'>['results'][number]

// The server announces new members up to two levels below the member's own seats. We poll for those
// further down.
const RECOUNT_MS = 20_000

const network = { live: ['network'] } as const

/** A server that has just started knows only the nearest seats of a large network. */
const RETRY_MS = 3_000

/** Reloads soon if the count is incomplete, otherwise after the given time. */
const recountMs = (data: { complete: boolean } | undefined, everyMs: number | false) =>
  data?.complete === false ? RETRY_MS : everyMs

/** A profile with some levels of its downline; without one, the member's first. */
export const windowQuery = (profileId: string | undefined, levels: number) =>
  queryOptions({
    queryKey: ['network', 'window', profileId ?? 'own', levels],
    meta: network,
    queryFn: ({ signal }) => {
      const query = { levels: String(levels), ...(profileId ? { profile_id: profileId } : {}) }
      return call('getTreeWindow', { query }, { signal })
    },
    refetchInterval: ({ state }) => recountMs(state.data, false),
    placeholderData: keepPreviousData,
  })

/** The size of each leg, and its next position. */
export const legsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['network', 'legs', profileId],
    meta: network,
    queryFn: ({ signal }) =>
      call('getTreeCounts', { query: { profile_id: profileId } }, { signal }),
    refetchInterval: ({ state }) => recountMs(state.data, RECOUNT_MS),
    placeholderData: keepPreviousData,
  })

/** The most levels of the path to load. For longer paths, we show the lowest part. */
const PATH_SHOWN = 6

/** The path from a profile up to the member's highest seat above it, nearest first. */
export const pathQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['network', 'path', profileId],
    queryFn: ({ signal }) => {
      const query = { profile_id: profileId, page_size: String(PATH_SHOWN) }
      return call('getTreePath', { query }, { signal })
    },
    placeholderData: keepPreviousData,
  })

/**
 * Members of the member's own network by the start of their username, or the profile with that id.
 */
export const suggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['network', 'search', text.toLowerCase()],
    queryFn: ({ signal }) => call('searchTree', { query: { q: text } }, { signal }),
    staleTime: 60_000,
  })

export type ListOrder = 'newest' | 'team' | 'username'
export type ListFilter = {
  side: 'left' | 'right' | ''
  level: string
  username: string
  /** Level by level without one. */
  sort: ListOrder | null
}

/** The filter as the call takes it. */
export const listed = ({ side, level, username, sort }: ListFilter) => ({
  ...(side && { side }),
  ...(level && { level }),
  ...(username && { username }),
  ...(sort && { sort }),
})

/** Whether a list or file has every seat that matches, from the headers of its answer. */
export const isWhole = (headers: Headers): boolean => headers.get(COMPLETE_HEADER) !== 'false'

/** One page of a profile's downline, and whether the list has every seat. */
export const listQuery = (profileId: string, filter: ListFilter, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['network', 'list', profileId, filter, page, pageSize],
    meta: network,
    queryFn: async ({ signal }) => {
      const paging = { page: String(page), page_size: String(pageSize) }
      const query = { profile_id: profileId, ...paging, ...listed(filter) }
      let whole = true
      const onHeaders = (headers: Headers) => {
        whole = isWhole(headers)
      }
      return { ...(await call('listDownline', { query }, { signal, onHeaders })), isWhole: whole }
    },
    placeholderData: keepPreviousData,
  })

/** The whole network in outline. */
export const mapQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['network', 'map', profileId],
    meta: network,
    queryFn: ({ signal }) => call('getTreeMap', { query: { profile_id: profileId } }, { signal }),
    refetchInterval: ({ state }) => recountMs(state.data, false),
  })

export type NetworkMap = CallAnswer<'getTreeMap'>
