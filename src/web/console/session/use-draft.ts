import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

type FormDraft<T> = {
  /** What the form begins with: the draft, or its saved contents. */
  start: T
  /** Call this whenever the operator has changed something. */
  keep: (contents: T) => void
  /** Call this once the contents are sent. It forgets the draft, and then does what comes next. */
  onSent: () => void
}

/**
 * Keeps what an operator types into a form until they send it, in case they leave the form or their
 * session ends.
 * @param saved the form's contents without a draft
 * @param then what to do once they are sent
 */
export function useDraft<T>(name: string, saved: T, then?: () => void): FormDraft<T> {
  const [start] = useState(() => readDraft(name, saved))
  return {
    start,
    keep: (contents) => {
      if (JSON.stringify(contents) === JSON.stringify(saved)) dropDraft(name)
      else keepDraft(name, contents)
    },
    onSent: () => {
      dropDraft(name)
      then?.()
    },
  }
}
