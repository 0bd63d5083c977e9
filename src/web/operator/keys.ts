const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key press belongs to a field, a dialog or the browser, and not to our shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return target?.closest(FIELDS) !== null && target !== null
}
