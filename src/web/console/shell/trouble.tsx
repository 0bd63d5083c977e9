import { useQueryClient } from '@tanstack/react-query'
import { TroubleBanner } from '../../shell/trouble-banner.tsx'
import { call } from '../session/call.ts'

const askServer = () => call('getLiveness', {})

/** The banner below the top bar. What the page shows is reloaded once the server answers again. */
export function Trouble() {
  const client = useQueryClient()
  return (
    <TroubleBanner
      ask={askServer}
      onReturn={() => void client.invalidateQueries()}
      className="top-13"
    />
  )
}
