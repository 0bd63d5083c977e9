import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { treeWindow } from '../../../../contract/fields/limits.ts'
import { ApiError } from '../../../client/api-error.ts'
import { paths } from '../../../client/paths.ts'
import { toastError } from '../../../ui/toast/toast.ts'
import { useMe } from '../../me/queries.ts'
import { windowQuery } from '../queries.ts'
import { useLastTop, useRememberTop } from './last-top.ts'
import { useMedia } from '../../../client/use-media.ts'
import { VIEWS } from './views.ts'
import type { View } from './views.ts'

/**
 * Visited profiles are entries in the browser's own history, so that its Back button works.
 * `isStep` means that the previous entry is the previous profile in the same view.
 */
type StackState = { stack?: string[]; isStep?: boolean }

const MAX_STACK = 100
const PHONE_LEVELS = 2

export type TreeHistory = {
  /** The profile at the top; undefined for the member's first. */
  shown: string | undefined
  view: View
  levels: number
  searching: boolean
  canReset: boolean
  canGoBack: boolean
  open: (profileId: string) => Promise<boolean>
  reset: () => void
  back: () => void
  /** The address of the same position in another view, or with more or fewer levels. */
  linkTo: (change: { view?: View; levels?: number }) => string
  /** The state of such a link, so that Back returns to the previous position. */
  state: StackState
}

const isText = (id: unknown): id is string => typeof id === 'string'

/** Our data in a history entry. Another page's entry may hold anything. */
function readState(state: unknown): Required<StackState> {
  if (typeof state !== 'object' || state === null) return { stack: [], isStep: false }
  const stack = 'stack' in state && Array.isArray(state.stack) ? state.stack : []
  return { stack: stack.filter(isText), isStep: 'isStep' in state && state.isStep === true }
}

const stackOf = (state: unknown, shown: string | undefined): string[] => {
  const { stack } = readState(state)
  return stack.length > 0 ? stack : shown ? [shown] : []
}

/** The number of levels in the address, if it is an available choice. */
function levelsIn(text: string | null): number | null {
  const levels = Number(text)
  return Number.isInteger(levels) && levels >= 1 && levels <= treeWindow.levels.max ? levels : null
}

/** The URL's contents: the profile (otherwise the last one), the view, and the number of levels. */
function useTreeUrl() {
  const [search] = useSearchParams()
  const last = useLastTop()
  const isWide = useMedia('(min-width: 48rem)')
  const asked = levelsIn(search.get('levels'))
  return {
    shown: search.get('profile') ?? last,
    view: VIEWS.find((name) => name === search.get('view')) ?? 'picture',
    asked,
    levels: asked ?? (isWide ? treeWindow.levels.default : PHONE_LEVELS),
  }
}

/**
 * Whether a profile is loading. Only the last request counts when it arrives, and only if the
 * member hasn't navigated away.
 */
function useLastSearch() {
  const { key } = useLocation()
  const [searchedAt, setSearchedAt] = useState<string | null>(null)
  const here = useRef<string | null>(null)
  const last = useRef(0)
  useEffect(() => {
    here.current = key
    return () => {
      here.current = null
    }
  }, [key])
  const search = async (run: (isWanted: () => boolean) => Promise<boolean>) => {
    last.current += 1
    const mine = last.current
    setSearchedAt(key)
    try {
      return await run(() => last.current === mine && here.current === key)
    } finally {
      if (last.current === mine) setSearchedAt(null)
    }
  }
  return { searching: searchedAt === key, search }
}

/** The member's own profile that Reset returns to: the displayed one, the last, or the first. */
function useRoot(shown: string | undefined, levels: number): string | undefined {
  const last = useLastTop()
  const isOwn = useMe().data?.profiles.some(({ profile_id: id }) => id === shown) ?? false
  const own = isOwn ? shown : last
  const first = useQuery({ ...windowQuery(undefined, levels), enabled: own === undefined })
  return own ?? first.data?.seats[0]?.profile_id
}

/** The member's position in the network and how they got there, all stored in the URL. */
export function useTreeHistory(): TreeHistory {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const { shown, view, asked, levels } = useTreeUrl()
  const { searching, search } = useLastSearch()
  const root = useRoot(shown, levels)
  useRememberTop(shown ?? root)
  const stack = stackOf(state, shown ?? root)
  const linkTo = (change: { profile?: string; view?: View; levels?: number }) => {
    const next = { profile: shown, view, levels: asked, ...change }
    return paths.familyTree({
      ...(next.profile && { profile: next.profile }),
      ...(next.view !== 'picture' && { view: next.view }),
      ...(next.levels && { levels: String(next.levels) }),
    })
  }
  const go = (profileId: string, next: string[], isStep = false) =>
    navigate(linkTo({ profile: profileId }), {
      state: { stack: next.slice(-MAX_STACK), isStep } satisfies StackState,
      preventScrollReset: true,
    })
  const open = async (profileId: string) => {
    if (profileId === (shown ?? root)) return true
    return await search(async (isWanted) => {
      try {
        const query = { ...windowQuery(profileId, levels), revalidateIfStale: true }
        const id = (await client.ensureQueryData(query)).seats[0]?.profile_id ?? profileId
        if (!isWanted()) return false
        await go(id, [...stack, id], stack.length > 0)
        return true
      } catch (error) {
        const missing = error instanceof ApiError && error.status === 404
        const failure = missing ? t`Profile not found` : t`Failed to load node data`
        if (isWanted()) toastError(t`Error`, failure)
        return false
      }
    })
  }
  const before = stack.slice(0, -1)
  const previous = before.at(-1)
  return {
    shown,
    view,
    levels,
    searching,
    canReset: root !== undefined && !searching && (shown ?? root) !== root,
    canGoBack: previous !== undefined,
    open,
    reset: () => void (root && root !== (shown ?? root) && go(root, [root])),
    back: () => {
      if (!previous) return
      const { isStep } = readState(state)
      void (isStep ? navigate(-1) : go(previous, before))
    },
    linkTo,
    state: { stack },
  }
}
