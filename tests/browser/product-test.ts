import { test as base } from '@playwright/test'
import { startProduct, type Product } from '../support/product.ts'
import { watchRequests } from './settle.ts'

// A block each 150 ms makes nineteen confirmations a matter of three seconds.
const BLOCK_MS = '150'

type WorkerFixtures = { product: Product }
type TestFixtures = { complaints: string[] }

/** Tests with a whole product behind them: one for each worker, on ports of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({ browser }, use) => {
      const env = { DEVNET_BLOCK_MS: BLOCK_MS, ADJUSTMENT_LIMIT_USD: '5' }
      const product = await startProduct({ env })
      await use(product)
      await product.remove()
      await browser.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
  /** Errors of the page itself fail the test that caused them, and so does a blocked resource. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      watchRequests(page)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted(?:HTML|Script)|hydrat/i.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
