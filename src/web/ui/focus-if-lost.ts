/**
 * A `ref` for the first text after a form: it gets the focus that disappeared with the form's
 * button, so that screen readers announce it. If the focus is elsewhere, it stays there.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement !== document.body) return
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}
