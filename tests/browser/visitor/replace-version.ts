import type { Page } from '@playwright/test'

/** Makes chunks unavailable, as a new version does, until the next page load. */
export async function replaceVersion(page: Page, chunks: string): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(chunks, async (route) => {
    await (isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue())
  })
}
