import { useEffect, useState } from 'react'
import { useMe } from '../../me/queries.ts'

const KEY = 'tree-top'

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/**
 * The member's own profile whose tree they viewed last, as of when the page opened. Ignores another
 * member's.
 */
export function useLastTop(): string | undefined {
  const [last] = useState(read)
  const { data: user } = useMe()
  return user?.profiles.find(({ profile_id: id }) => id === last)?.profile_id
}

/** Remembers the displayed tree, if it is one of the member's own. */
export function useRememberTop(shown: string | undefined): void {
  const isOwn = useMe().data?.profiles.some(({ profile_id: id }) => id === shown) ?? false
  useEffect(() => {
    if (!isOwn || shown === undefined) return
    try {
      localStorage.setItem(KEY, shown)
    } catch {
      // Without storage, the page opens on the highest plan.
    }
  }, [isOwn, shown])
}
