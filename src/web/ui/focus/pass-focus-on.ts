/** The parts around an element, from the inside out. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement
  return parent ? [parent, ...partsAround(parent)] : []
}

/** A part of the page gets the focus only here, and shows no outline. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    const { outline } = part.style
    part.tabIndex = -1
    part.style.outline = 'none'
    const restore = () => {
      part.removeAttribute('tabindex')
      part.style.outline = outline
    }
    part.addEventListener('blur', restore, { once: true })
  }
  part.focus({ preventScroll: true })
}

function focusFirstLeft(around: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return
  const part = around.find(({ isConnected }) => isConnected)
  if (part) focusPart(part)
}

/**
 * A `ref` for a message that its own button removes, such as "Try again". The smallest part of the
 * page around it gets the focus, unless the message's replacement takes it. After a link, the next
 * page gets it (use-focus-after-navigation.ts).
 */
export function passFocusOn(message: HTMLElement | null): () => void {
  const around = message ? partsAround(message) : []
  const { pathname } = window.location
  return () => {
    if (window.location.pathname !== pathname || !message?.contains(document.activeElement)) return
    // React is removing it, and what replaces it comes first.
    queueMicrotask(() => focusFirstLeft(around))
  }
}
