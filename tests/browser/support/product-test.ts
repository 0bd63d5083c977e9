import { test as base } from '@playwright/test'
import { startProduct, type Product } from '../../support/product.ts'
import { addConsoleStaff, type Staff } from '../console/staff-actions.ts'
import { watchRequests } from './settle.ts'
import { growTeam, type Team } from './team.ts'

// Nineteen confirmations take two seconds. Faster blocks would keep every worker's product busy.
const BLOCK_MS = '100'

/** For a second variant of what another test shows, which runs only in the long run. */
export const LONG = { tag: '@long' }

type WorkerFixtures = {
  /** Further settings of the product, for a file whose tests need their own. */
  productEnv: Record<string, string>
  product: Product
  staff: Staff
  team: Team
}
type TestFixtures = { complaints: string[] }

/** Tests with a whole product behind them: one per worker, on its own ports. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  productEnv: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ browser, productEnv }, use) => {
      const env = { DEVNET_BLOCK_MS: BLOCK_MS, ADJUSTMENT_LIMIT_USD: '5', ...productEnv }
      const product = await startProduct({ env })
      await use(product)
      await product.remove()
      await browser.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** The console's operators, the same for all tests of a worker. */
  staff: [
    async ({ product }, use) => {
      await use(await addConsoleStaff(product))
    },
    { scope: 'worker' },
  ],
  /** Ana on top, ben and cleo below her, dora and emil below ben. No test changes their network. */
  team: [
    async ({ staff }, use) => {
      await use(await growTeam(staff, ['ana', 'ben', 'cleo', 'dora', 'emil']))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
  /** The page's own errors fail the test that caused them, and so does a blocked resource. */
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
