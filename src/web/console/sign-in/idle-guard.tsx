import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { call } from '../session/call.ts'
import { endSession, useOperator } from '../session/operator-session.ts'
import { onActivity, lastSignAt, recordActivity } from '../session/last-activity.ts'

const WARNING_MS = 60_000
const LOOK_MS = 5_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Ends the session of an absent operator, after a minute's warning. The server has the same limit,
 * but it counts calls, and pages that reload on their own would keep an idle session alive.
 */
export function IdleGuard() {
  const idleLimitMs = useOperator().idle_minutes * 60_000
  const [warned, setWarned] = useState(false)
  useEffect(() => {
    recordActivity()
    const note = () => {
      recordActivity()
      setWarned(false)
    }
    const stopHearing = onActivity(() => setWarned(false))
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true })
    const timer = setInterval(() => {
      const idleMs = Date.now() - lastSignAt()
      if (idleMs > idleLimitMs) leave()
      else setWarned(idleMs > idleLimitMs - WARNING_MS)
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      stopHearing()
      for (const sign of SIGNS) window.removeEventListener(sign, note)
    }
  }, [idleLimitMs])
  return (
    <Dialog
      open={warned}
      onClose={() => setWarned(false)}
      title={t`Are you still there?`}
      description={t`You will be signed out in a minute.`}
    >
      <Button kind="primary" wide onClick={() => setWarned(false)}>
        <Trans>Stay signed in</Trans>
      </Button>
    </Dialog>
  )
}

/** Without the server's answer, its own limit ends the session. */
function leave(): void {
  // First, because the next answer to any other call has another reason.
  endSession(t`You were signed out because you were inactive.`)
  void call('operatorLogout', {}).catch(() => null)
}
