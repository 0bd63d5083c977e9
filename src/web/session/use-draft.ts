import { useEffect } from 'react'
import { dropDraft, watchForm, type Values } from './drafts.ts'

/**
 * Keeps the contents of this form, should the session end while it is open. What was kept before
 * is the form's to read when it begins (`readDraft`), and is forgotten from then on.
 */
export function useDraft(name: string, read: () => Values): void {
  useEffect(() => dropDraft(name), [name])
  useEffect(() => watchForm(name, read))
}
