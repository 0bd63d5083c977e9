'use no memo'

import { useMatches } from 'react-router'
import { useSession } from '../session/session.ts'

/** The audience of the shell's links. */
export type Audience = 'visitor' | 'member' | 'either'

/**
 * Member pages show members' links from the first HTML. Other pages begin with both kinds of links,
 * and the page's first script, which looks for a stored token, decides which ones to show.
 */
export function useAudience(): Audience {
  const { status } = useSession()
  const isMemberPage = useMatches().some(({ id }) => id === 'members')
  if (status === 'anonymous') return 'visitor'
  return status === 'member' || isMemberPage ? 'member' : 'either'
}

/** Hides one audience's links when the first script has found the other. */
export const FOR_VISITORS = '[.signed-in_&]:hidden'
export const FOR_MEMBERS = '[:root:not(.signed-in)_&]:hidden'
