import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { call } from '../call.ts'
import { endSession } from '../session.ts'

// Shorter than the server's own limit, which counts calls: pages that read by themselves would
// keep a session alive at an empty desk.
const IDLE_MS = 15 * 60_000
const WARNING_MS = 60_000
const LOOK_MS = 5_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Ends the session of an operator who has gone away, after a minute's notice. */
export function IdleGuard() {
  const [warned, setWarned] = useState(false)
  useEffect(() => {
    let lastSignAt = Date.now()
    const note = () => {
      lastSignAt = Date.now()
      setWarned(false)
    }
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true })
    const timer = setInterval(() => {
      const idleMs = Date.now() - lastSignAt
      if (idleMs > IDLE_MS) void leave()
      else setWarned(idleMs > IDLE_MS - WARNING_MS)
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, note)
    }
  }, [])
  return (
    <Dialog
      open={warned}
      onClose={() => setWarned(false)}
      title="Are you still there?"
      description="You will be signed out in a minute."
    >
      <Button kind="primary" wide onClick={() => setWarned(false)}>
        Stay signed in
      </Button>
    </Dialog>
  )
}

async function leave(): Promise<void> {
  await call('operatorLogout', {}).catch(() => null)
  endSession('You were signed out because nothing was done for a while.')
}
