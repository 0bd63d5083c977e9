import { expect, type Locator, type Page } from '@playwright/test'

const MAX_STOPS = 120
// The page may have rendered the control again meanwhile.
const FOUND_AGAIN_AFTER = 10

/** Runs in the page. After a dialog's last control, the focus moves to its first a frame later. */
const hasFocus = (element: Element): Promise<boolean> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve(element === document.activeElement))
  })

/** Moves to a control without a mouse, from tab stop to tab stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let stop = 0; stop < MAX_STOPS; stop += FOUND_AGAIN_AFTER) {
    // To find a control by its role, the browser names everything on the page.
    const control = await target.elementHandle()
    for (let next = 0; next < FOUND_AGAIN_AFTER; next += 1) {
      if (await control?.evaluate(hasFocus)) return
      await page.keyboard.press('Tab')
    }
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

export async function pressKeyOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Whether the control with the focus, or its label, is on the screen and has an outline. */
export const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const control = document.activeElement
    const box = control?.closest('label') ?? control
    if (!box || box === document.body) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(box)
    const { top, bottom } = box.getBoundingClientRect()
    const isOnScreen = bottom > 0 && top < window.innerHeight
    return isOnScreen && outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2
  })

/** Overwrites the text in a field. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
