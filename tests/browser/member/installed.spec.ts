import type { BrowserContext } from '@playwright/test'
import { pages } from '../../../src/contract/pages.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// Pages with a token in the path have no HTML of their own. One cached page serves them all.
const FALLBACK = '/reset-password/-'
const WRITTEN = new Set<string>([
  FALLBACK,
  ...pages.filter((path) => !/\*|[A-Z]|operator/.test(path)),
])
const FILES = /^\/(assets\/[^/]+|(favicon|icons)\.svg)$/

test.use({ serviceWorkers: 'allow' })

/** Serves the worker, and a newer one after each call of the returned function. */
async function serveWorker(context: BrowserContext): Promise<() => void> {
  let version = 0
  await context.route('**/service-worker.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n// ${version}` })
  })
  return () => {
    version += 1
  }
}

test(
  'opens without a network, stores no member data, and offers a new version',
  LONG,
  async ({ context, page, product }) => {
    const member = await addMember(product, 'installer')
    const release = await serveWorker(context)
    await visitAs(page, member, '/dashboard')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
      /\/service-worker\.js$/,
    )

    const kept = await page.evaluate(async () => {
      const found: string[] = []
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys())
          found.push(new URL(url).pathname)
      }
      return found
    })
    expect(kept).toEqual(expect.arrayContaining(['/', '/plan', '/dashboard', '/icons.svg']))
    const strangers = kept.filter((path) => !FILES.test(path) && !WRITTEN.has(path))
    expect(strangers).toEqual([])
    // The gallery of components isn't part of a build.
    expect(kept.filter((path) => path.includes('gallery'))).toEqual([])

    await context.setOffline(true)
    await page.goto('/account')
    await expect(page.getByText('Twofold cannot be reached').first()).toBeVisible()
    await page.goto('/plan')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.setOffline(false)

    release()
    await page.goto('/dashboard')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready')).toBeVisible()
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    await page.goto('/account?edit=profile')
    await page.getByLabel('First Name').fill('Half a name')
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    // Another tab accepts it, and from then on this page is outdated.
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Load it now' }).click()
    await expect(page.getByText('A new version is ready')).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Load it now' }).click()
    await reloaded
    await expect(page.getByLabel('First Name')).toHaveValue('Half a name')
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  },
)

test(
  'loads a new version in a page that no worker controls',
  LONG,
  async ({ context, page, product }) => {
    const member = await addMember(product, 'uncontrolled')
    const release = await serveWorker(context)
    await visitAs(page, member, '/dashboard')
    // Without a reload, the first page that registers a worker stays without one.
    const controller = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return navigator.serviceWorker.controller
    })
    expect(controller).toBeNull()
    release()
    // The new version waits for no page, so it takes over at once.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const next = registration.installing
      if (!next) throw new Error('there is no new version')
      await new Promise<void>((resolve) => {
        next.addEventListener('statechange', () => next.state === 'activated' && resolve())
      })
    })
    await expect(page.getByText('A new version is ready')).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Load it now' }).click()
    await reloaded
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  },
)
