import type { Locator, Page } from '@playwright/test'

/**
 * The toasts that show a text, which may also be in the page itself. Finds them next to an open
 * dialog too, which hides everything but the live region.
 */
export function toastSaying(page: Page, text: string): Locator {
  const dismiss = page.locator('button[aria-label=Dismiss]')
  return page.locator('[role=group]').filter({ has: dismiss }).filter({ hasText: text })
}
