import { useEffect, useRef } from 'react'
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
  useFocusAfter(props.open)
  return (
    <>
      {props.open && busy && <StayHere />}
      <Dialog {...props} busy={busy} />
    </>
  )
}

/** A change may remove the dialog with what it was about. Then the page gets the lost focus. */
function useFocusAfter(open: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) wasOpen.current = true
  }, [open])
  useEffect(
    () => () => {
      if (wasOpen.current) setTimeout(focusPage, 0)
    },
    [],
  )
}

function focusPage(): void {
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Keeps Back and links from leaving the page while a change runs. */
export function StayHere() {
  const blocker = useBlocker(isChangeRunning)
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  return null
}
