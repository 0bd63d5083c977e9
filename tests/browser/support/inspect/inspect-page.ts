import type { Page } from '@playwright/test'
import { isLong } from '../../../support/scale.ts'
import { findEnglish } from './english-left.ts'
import { findCramped } from './find-cramped.ts'
import { findInBothThemes } from './find-violations.ts'

const TABLET = 768
const PHONE = 360
const RARE = [320, 414, 1024, 1920]

/**
 * Whether a run inspects the page at this index of a list. Pages share their parts, so an eighth of
 * them shows most. The long run inspects each.
 */
export const isInspected = (place: number): boolean => isLong || place % 8 === 0

type Kind = {
  /** The narrowest window that the page must fit. */
  phoneWidth?: number
  /** Whether the page has a Spanish version. */
  isTranslated?: boolean
  /** `own` for content that exists only at the current width. */
  widths?: 'all' | 'own'
}

/** How much wider than its window the page is, as a complaint. */
export async function findTooWide(page: Page, label: string): Promise<string[]> {
  const { needed, given } = await page.evaluate(async () => {
    // Elements that depend on the width have adjusted after one frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return { needed: document.documentElement.scrollWidth, given: window.innerWidth }
  })
  return needed > given ? [`${label}: ${needed} px wide in ${given} px`] : []
}

/** The tables that are wider than their frame, which hides a part of them. */
export async function findCutTables(page: Page): Promise<(string | null)[]> {
  return await page
    .locator('table')
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
        .map((table) => table.ariaLabel),
    )
}

/** The choices of a form that are wider than their field, which cuts them off. */
export async function findCutChoices(page: Page): Promise<string[]> {
  return await page.locator('select:visible').evaluateAll((selects) => {
    const canvas = document.createElement('canvas').getContext('2d')
    // The browser's arrow takes this much.
    const arrow = 20
    return selects.flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow
      if (canvas) canvas.font = font
      return Array.from(select.querySelectorAll('option'), ({ text }) => text).filter(
        (text) => (canvas?.measureText(text).width ?? 0) > room,
      )
    })
  })
}

/** The placeholders that are wider than their field, which cuts them off. */
export async function findCutPlaceholders(page: Page): Promise<string[]> {
  return await page.locator('input[placeholder]:visible').evaluateAll((fields) => {
    const canvas = document.createElement('canvas').getContext('2d')
    // The button of a search field, even while it's hidden.
    const clear = 14
    return fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement)) return []
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - clear
      if (canvas) canvas.font = font
      const needed = canvas?.measureText(field.placeholder).width ?? 0
      return needed > room ? [field.placeholder] : []
    })
  })
}

/** Uses the choice in the footer, even while a dialog hides it. */
async function chooseLanguage(page: Page, language: 'en' | 'es'): Promise<void> {
  await page.locator('footer select:has(> option[lang=es])').selectOption(language)
  await page.locator(`html[lang=${language}]`).waitFor()
}

/**
 * All faults of a page as shown, including an open dialog: accessibility in both themes, the widths
 * of tablets and phones, increased text spacing, and untranslated English in Spanish. Changes
 * theme, width, and language without reloading the page, and restores them afterward. The long run
 * adds rare widths, and every rule in both themes on a phone.
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
