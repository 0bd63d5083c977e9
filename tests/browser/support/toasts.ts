import type { Locator, Page } from '@playwright/test'

/**
 * The passing messages that say a text: the same words may stand in the page itself. They are
 * found beside an open dialog too, which hides them from everything but the live region.
 */
export function toastSaying(page: Page, text: string): Locator {
  const dismiss = page.locator('button[aria-label=Dismiss]')
  return page.locator('[role=group]').filter({ has: dismiss }).filter({ hasText: text })
}
