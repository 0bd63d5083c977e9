/**
 * For the first words of what comes after a form, as their `ref`: the focus that went away with
 * the form's button comes to them, and readers hear them. Elsewhere it is left where it is.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement !== document.body) return
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}
