import type { Page } from '@playwright/test'

// WCAG 1.4.12: a reader may give text more room than its page does, and nothing may be lost by it.

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; ' +
  'word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/**
 * What of the page's text is cut off by a box that does not scroll, or sticks out of its button,
 * once it is spaced so; and by how much the page is wider than its window. Text that is drawn
 * (`svg`) has a picture of its own and is left out. The spacing, or another style, is taken away
 * again.
 */
export async function findCramped(page: Page, extra = SPACING): Promise<string[]> {
  return await page.evaluate((spacing) => {
    const style = new CSSStyleSheet()
    style.replaceSync(spacing)
    document.adoptedStyleSheets.push(style)
    const found: string[] = []
    let widest = { right: 0, said: '' }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const said = node.textContent?.trim()
      const element = node.parentElement
      if (!said || !element?.checkVisibility({ opacityProperty: true })) continue
      if (element.closest('svg, noscript, select')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.right > widest.right) widest = { right: text.right, said }
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { clipPath, overflow, position, textOverflow } = getComputedStyle(box)
        const outer = box.getBoundingClientRect()
        // Text clipped to nothing is meant for screen readers only.
        if (clipPath === 'inset(50%)') break
        // Shortened on purpose: the whole of it is the title.
        if (textOverflow === 'ellipsis' && box.closest('[title]')) break
        const holds = /hidden|clip/.test(overflow) || box.matches('button, [role=tab]')
        const across = Math.max(outer.left - text.left, text.right - outer.right)
        const down = Math.max(outer.top - text.top, text.bottom - outer.bottom)
        const excess = Math.round(Math.max(across, down))
        if (holds && excess > 2) found.push(`"${said}" leaves ${box.className} by ${excess} px`)
        if ((holds && excess > 2) || position === 'fixed' || /auto|scroll/.test(overflow)) break
      }
    }
    const excess = document.documentElement.scrollWidth - window.innerWidth
    if (excess > 0) found.push(`the page is ${excess} px too wide, perhaps by "${widest.said}"`)
    document.adoptedStyleSheets.pop()
    return found
  }, extra)
}
