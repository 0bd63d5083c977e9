/**
 * Remembers what has the focus in an element, and checks it after each change of its children.
 * @returns what stops it
 */
export function followFocus(
  own: HTMLElement,
  remember: (event: Event) => void,
  check: () => void,
): () => void {
  const observer = new MutationObserver(check)
  observer.observe(own, { childList: true, subtree: true })
  // Safari doesn't focus a button that is clicked.
  const events = ['focusin', 'click']
  for (const event of events) own.addEventListener(event, remember)
  return () => {
    observer.disconnect()
    for (const event of events) own.removeEventListener(event, remember)
  }
}
