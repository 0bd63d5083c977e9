import type { Page } from '@playwright/test'
import { COLOUR_RULES, findViolations } from './find-violations.ts'

const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

const setDark = async (page: Page, dark: boolean): Promise<void> => {
  await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
}

/**
 * What is wrong with the console as it stands open, a dialog included: violations in both themes,
 * and what does not fit on a phone. Theme and width change in place; it is left dark and wide.
 */
export async function inspectConsole(page: Page): Promise<string[]> {
  await setDark(page, true)
  const dark = await findViolations(page)
  await setDark(page, false)
  const light = await findViolations(page, COLOUR_RULES)
  await setDark(page, true)
  await page.setViewportSize(PHONE)
  const widthPx = await page.evaluate(async () => {
    // What changes its shape with the width has done so after a frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth
  })
  await page.setViewportSize(DESK)
  return [
    ...dark,
    ...light.map((text) => `light: ${text}`),
    ...(widthPx > PHONE.width ? [`${widthPx} px wide on a phone`] : []),
  ]
}
