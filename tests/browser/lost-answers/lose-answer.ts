import type { Page } from '@playwright/test'

/** Loses the answer to the next change below a path. The server has made the change. */
export async function loseAnswer(page: Page, path: RegExp): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() === 'GET') return await route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}
