import { useEffect } from 'react'
import { dropDraft, watchForm, type Values } from './drafts.ts'

/**
 * Keeps this form's contents if the session ends or a new version loads while it is open. The form
 * reads an earlier draft when it opens (`readDraft`), which then discards the draft.
 */
export function useDraft(name: string, read: () => Values): void {
  useEffect(() => dropDraft(name), [name])
  useEffect(() => watchForm(name, read))
}
