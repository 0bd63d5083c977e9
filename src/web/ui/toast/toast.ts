'use no memo'

import { createStore, useStore } from '../../client/store.ts'

export type ToastKind = 'plain' | 'success' | 'destructive'
export type ToastNote = {
  title: string
  description?: string
  kind: ToastKind
  /** One of three fixed lengths (docs/product.md). */
  durationMs: 3000 | 5000 | 10_000
}

/** The functions of the mounted toaster. */
type Toasting = { show: (note: ToastNote) => void; dismissErrors: () => void }

let toaster: Toasting | null = null
const wanted = createStore(false)
const waiting: ToastNote[] = []
const MAX_WAITING = 5

/** Called by the toaster once it's mounted. Earlier messages appear then. */
export function attachToaster(next: Toasting): () => void {
  toaster = next
  for (const note of waiting.splice(0)) next.show(note)
  return () => {
    if (toaster === next) toaster = null
  }
}

/**
 * Removes failures that no longer matter, because their form is sent again or their page is left.
 */
export function dismissErrors(): void {
  toaster?.dismissErrors()
  for (let at = waiting.length - 1; at >= 0; at -= 1) {
    if (waiting[at]?.kind === 'destructive') waiting.splice(at, 1)
  }
}

/** Shows a transient message. Safe to call before the toaster has loaded. */
export function toast(
  title: string,
  options: { description?: string; kind?: ToastKind; durationMs?: ToastNote['durationMs'] } = {},
): void {
  const note: ToastNote = {
    title,
    kind: options.kind ?? 'plain',
    durationMs: options.durationMs ?? 3000,
    ...(options.description === undefined ? {} : { description: options.description }),
  }
  if (note.kind === 'success') dismissErrors()
  if (toaster) toaster.show(note)
  else if (waiting.length < MAX_WAITING) waiting.push(note)
  wanted.set(true)
}

/** Whether there has been anything to show. We don't load the toaster before that. */
export const useToastsWanted = (): boolean => useStore(wanted)

/** A failure, in the destructive style and long enough to read. */
export function toastError(title: string, description?: string): void {
  const rest = description === undefined ? {} : { description }
  toast(title, { kind: 'destructive', durationMs: 5000, ...rest })
}

const AFTER_RELOAD = 'toast_after_reload'

/** Keeps one message across a full page load, such as after signing out. */
export function toastAfterReload(title: string, kind: 'success' | 'plain' = 'success'): void {
  try {
    sessionStorage.setItem(AFTER_RELOAD, `${kind}:${title}`)
  } catch {
    // Without storage (private mode), the message isn't shown.
  }
}

/** Takes the kept message. */
function read(): string {
  const kept = sessionStorage.getItem(AFTER_RELOAD)
  sessionStorage.removeItem(AFTER_RELOAD)
  return kept ?? ''
}

/** Shows the message that the previous page left, once. */
export function showToastAfterReload(): void {
  try {
    const [, plain, title] = /^(?:success|(plain)):(.+)$/s.exec(read()) ?? []
    if (title === undefined) return
    toast(title, plain ? { durationMs: 10_000 } : { kind: 'success' })
  } catch {
    // Without storage, nothing was left.
  }
}
