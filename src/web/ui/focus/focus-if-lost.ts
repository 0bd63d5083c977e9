/**
 * A `ref` for the first text after a form: it gets the focus that disappeared with the form's
 * button, so that screen readers announce it. If the focus is elsewhere, it stays there.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement !== document.body) return
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}

/** A `ref` for controls that replace a button: the first one gets the focus that was on it. */
export function focusControlIfLost(element: HTMLElement | null): void {
  if (document.activeElement !== document.body) return
  element?.querySelector<HTMLElement>(':is(input:checked, button):not(:disabled)')?.focus()
}

/** A `ref` for a control that replaces the button that had the focus. It scrolls into view. */
export function showLostFocus(control: HTMLElement | null): void {
  if (document.activeElement === document.body) control?.focus()
}

/** A `ref` for what replaces the element that had the focus. The page doesn't scroll. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
