'use no memo'

import { useEffect, type ReactNode } from 'react'
import { toastError } from '../../ui/toast/toast.ts'

/** Why an emailed link didn’t work, and what to do instead. */
export function DeadLinkNote({ message, children }: { message: string; children: ReactNode }) {
  useEffect(() => toastError(message), [message])
  return (
    <p className="mb-6 rounded-md border border-warn/50 px-3.5 py-2.5 text-sm text-soft">
      {message} {children}
    </p>
  )
}
