import type { Page } from '@playwright/test'

// WCAG 1.4.12: a reader may increase text spacing, and nothing may get lost.

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; ' +
  'word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/**
 * With that spacing, the page's text that a non-scrolling box cuts off or that sticks out of its
 * button, and how much wider than its window the page is. Leaves out text in drawings (`svg`).
 * Removes the spacing, or another style, afterward.
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
        // Truncated on purpose: the full text is in the title or in a hint.
        const hint = box.closest('[data-hint]')?.getAttribute('data-hint')
        const isElsewhere = box.closest('[title]') !== null || hint?.includes(said)
        if (textOverflow === 'ellipsis' && isElsewhere) break
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
