'use no memo'

import { useMatches } from 'react-router'
import { useSession } from '../session/session.ts'

/** For whom the shell draws its links. */
export type Audience = 'visitor' | 'member' | 'either'

/**
 * Member pages are for members from their first HTML on. Other pages begin with the links of both,
 * and the page's first script, which looks for a stored token, decides which of them show.
 */
export function useAudience(): Audience {
  const { status } = useSession()
  const isMemberPage = useMatches().some(({ id }) => id === 'members')
  if (status === 'anonymous') return 'visitor'
  return status === 'member' || isMemberPage ? 'member' : 'either'
}

/** Hides what is for one audience when the first script has found the other. */
export const FOR_VISITORS = '[.signed-in_&]:hidden'
export const FOR_MEMBERS = '[:root:not(.signed-in)_&]:hidden'
