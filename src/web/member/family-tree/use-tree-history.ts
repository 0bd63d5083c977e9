import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { toastError } from '../../ui/toast.ts'
import { treeQuery } from '../queries.ts'

/**
 * Profiles visited one after the other lie in the browser's own history, so that its Back
 * works.
 */
type StackState = { stack?: string[] }

const MAX_STACK = 100

export type TreeHistory = {
  /** The profile at the top; undefined for the member's first. */
  shown: string | undefined
  searching: boolean
  canReset: boolean
  canGoBack: boolean
  open: (profileId: string) => Promise<boolean>
  reset: () => void
  back: () => void
}

const stackOf = (state: unknown, shown: string | undefined): string[] => {
  const stack = (state as StackState | null)?.stack
  return Array.isArray(stack) && stack.length > 0 ? stack : shown ? [shown] : []
}

/** Where one is in the network, and how one got there. The top profile stands in the URL. */
export function useTreeHistory(): TreeHistory {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const [searching, setSearching] = useState(false)
  const root = useQuery(treeQuery()).data?.profile.profile_id
  const shown = search.get('profile') ?? undefined
  const stack = stackOf(state, shown ?? root)
  const go = (profileId: string, next: string[]) =>
    navigate(paths.familyTree({ profile: profileId }), {
      state: { stack: next.slice(-MAX_STACK) } satisfies StackState,
      preventScrollReset: true,
    })
  const open = async (profileId: string) => {
    if (profileId === (shown ?? root)) return true
    setSearching(true)
    try {
      const tree = await client.fetchQuery(treeQuery(profileId))
      await go(tree.profile.profile_id, [...stack, tree.profile.profile_id])
      return true
    } catch (error) {
      const missing = error instanceof ApiError && error.status === 404
      toastError('Error', missing ? 'Profile not found' : 'Failed to load node data')
      return false
    } finally {
      setSearching(false)
    }
  }
  const before = stack.slice(0, -1)
  const previous = before.at(-1)
  return {
    shown,
    searching,
    canReset: root !== undefined && !searching && (shown ?? root) !== root,
    canGoBack: previous !== undefined,
    open,
    reset: () => void (root && go(root, [root])),
    back: () => void (previous && go(previous, before)),
  }
}
