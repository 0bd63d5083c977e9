import type { Page } from '@playwright/test'
import { findInBothThemes } from './find-violations.ts'

const DESK = { width: 1280, height: 860 }
const SMALLER = [
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

/**
 * What is wrong with the console as it stands open, a dialog included: violations in both themes,
 * and what does not fit on a tablet or a phone. Theme and width change in place and are as before
 * then.
 */
export async function inspectConsole(page: Page): Promise<string[]> {
  const found = await findInBothThemes(page)
  for (const viewport of SMALLER) {
    await page.setViewportSize(viewport)
    const widthPx = await page.evaluate(async () => {
      // What changes its shape with the width has done so after a frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth
    })
    if (widthPx > viewport.width) found.push(`${widthPx} px wide where ${viewport.width} are`)
  }
  await page.setViewportSize(DESK)
  return found
}
