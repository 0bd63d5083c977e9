import { useEffect } from 'react'
import type { ComponentProps } from 'react'
import { useBlocker } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { isChangeRunning, useChangeRunning } from '../session/running-changes.ts'

/**
 * A dialog that sends a change. It stays open until the server has answered, because some answers
 * are shown only once.
 */
export function ChangeDialog(props: Omit<ComponentProps<typeof Dialog>, 'busy'>) {
  const busy = useChangeRunning()
  return (
    <>
      {props.open && busy && <StayHere />}
      <Dialog {...props} busy={busy} />
    </>
  )
}

/** Keeps Back and links from leaving the page while a change runs. */
export function StayHere() {
  const blocker = useBlocker(isChangeRunning)
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  return null
}
