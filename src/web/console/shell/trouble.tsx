import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOnline } from '../../client/online.ts'
import { TroubleBanner } from '../../ui/trouble-banner.tsx'

/** The banner below the top bar. What the page shows is reloaded once the server answers again. */
export function Trouble() {
  const reachable = useOnline()
  const client = useQueryClient()
  useEffect(() => {
    if (reachable) return
    return () => void client.invalidateQueries()
  }, [reachable, client])
  return <TroubleBanner className="sticky top-(--bar) z-10" />
}
