import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { locale } from '../../client/format/locale.ts'
import { readAnsweredAtMs, useOnline } from '../../client/online.ts'
import { Icon } from '../../ui/icon.tsx'
import { call } from '../session/call.ts'

const ASK_AGAIN_MS = 5000
const CLOCK = { hourCycle: 'h23' } as const

/** Says that the server doesn't answer. What the page shows stays, and is reloaded afterwards. */
export function OfflineBanner() {
  const reachable = useOnline()
  const client = useQueryClient()
  useEffect(() => {
    if (reachable) return
    // Every call records whether an answer came.
    const ask = () => void call('getLiveness', {}).catch(() => null)
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries()
    }
  }, [reachable, client])
  if (reachable) return null
  const time = new Date(readAnsweredAtMs()).toLocaleTimeString(locale(), CLOCK)
  return (
    <p
      role="alert"
      className={
        'sticky top-13 z-10 flex items-center justify-center gap-2 border-b border-warn/50 ' +
        'bg-sheet px-4 py-2 text-sm'
      }
    >
      <Icon name="alert" className="size-4.5 shrink-0 text-warn" />
      <Trans>
        We can’t reach Twofold. This page is from {time} and may be out of date. You can’t make new
        requests until we reconnect.
      </Trans>
    </p>
  )
}
