import type { Page } from '@playwright/test'
import { isLong } from '../../support/scale.ts'
import { findEnglish } from './english-left.ts'
import { findCramped } from './find-cramped.ts'
import { findInBothThemes } from './find-violations.ts'

const TABLET = 768
const PHONE = 360
const RARE = [320, 414, 1024, 1920]

/**
 * Whether a run inspects the page of a list that has this place: the pages share their parts, so
 * a third of them shows most. The long run inspects each.
 */
export const isInspected = (place: number): boolean => isLong || place % 3 === 0

type Kind = {
  /** The narrowest window that the page has to fit. */
  phoneWidth?: number
  /** Whether the page has a Spanish version. */
  isTranslated?: boolean
  /** `own` for what is only there at the present width. */
  widths?: 'all' | 'own'
}

/** By how much the page is wider than its window, as a complaint. */
async function findTooWide(page: Page, label: string): Promise<string[]> {
  const { needed, given } = await page.evaluate(async () => {
    // What changes its shape with the width has done so after a frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return { needed: document.documentElement.scrollWidth, given: window.innerWidth }
  })
  return needed > given ? [`${label}: ${needed} px wide in ${given} px`] : []
}

/** Uses the choice in the footer, also while a dialog hides it. */
async function chooseLanguage(page: Page, language: 'en' | 'es'): Promise<void> {
  await page.locator('footer select:has(> option[lang=es])').selectOption(language)
  await page.locator(`html[lang=${language}]`).waitFor()
}

/**
 * Everything that is wrong with a page as shown, an open dialog included: accessibility in both
 * themes, the widths of tablets and phones, more space in its text, and English left in Spanish.
 * Theme, width, and language change without loading the page again, and are restored afterwards.
 * The long run adds rare widths, and every rule in both themes on a phone.
 */
export async function inspectPage(page: Page, kind: Kind = {}): Promise<string[]> {
  const { phoneWidth = PHONE, isTranslated = false, widths = 'all' } = kind
  const original = page.viewportSize() ?? { width: 1280, height: 860 }
  const found = await findInBothThemes(page)
  const rare = RARE.filter((width) => width >= (kind.phoneWidth ?? 0))
  const narrower = [...(isLong ? rare : []), TABLET, phoneWidth]
  for (const width of widths === 'own' ? [original.width] : narrower) {
    await page.setViewportSize({ width, height: original.height })
    found.push(...(await findTooWide(page, 'in English')))
  }
  found.push(...(await findCramped(page)))
  if (isLong) found.push(...(await findInBothThemes(page)))
  if (isTranslated) {
    await chooseLanguage(page, 'es')
    found.push(...(await findEnglish(page)), ...(await findTooWide(page, 'in Spanish')))
    await chooseLanguage(page, 'en')
  }
  await page.setViewportSize(original)
  return found
}
