import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, PASSWORD, signInAs, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

test('returns to the requested page after signing in', LONG, async ({ page, product }) => {
  const { username } = await addMember(product, 'returner')
  await page.goto('/referrals')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/referrals$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('clears both tokens on signing out and opens the login page', async ({ page, product }) => {
  const { username } = await addMember(product, 'signs-out')
  await signInAs(page, username)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged Out')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  const stored = await page.evaluate(() => [
    localStorage.getItem('access_token'),
    localStorage.getItem('refresh_token'),
  ])
  expect(stored).toEqual([null, null])
})

test('shows that the server did not confirm a sign-out', LONG, async ({ page, product }) => {
  const { username } = await addMember(product, 'unconfirmed')
  await signInAs(page, username)
  await page.route('**/api/auth/logout/', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('we couldn’t confirm it with the server')).toBeVisible()
  await expect(page.getByText('Logged Out')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull()
})

test('clears the tokens before the server answers a sign-out', LONG, async ({ page, product }) => {
  const { username } = await addMember(product, 'stalled')
  await signInAs(page, username)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/logout/', async (route) => {
    await held.promise
    await route.continue()
  })
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/auth/logout/'),
    page.getByRole('button', { name: 'Logout' }).click(),
  ])
  const stored = await page.evaluate(() => Object.keys(localStorage))
  expect(stored.filter((name) => name.endsWith('_token'))).toEqual([])
  await expect(page.getByText(username)).toHaveCount(0)
  expect(sent.postDataJSON()).toHaveProperty('refresh')
  held.resolve()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged Out')).toBeVisible()
})

test('shows no page of a member who has signed out since', async ({ page, product }) => {
  const member = await addMember(product, 'cached')
  await visitAs(page, member, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, cached' })).toBeVisible()
  // Headless browsers keep no pages, so these are the events of one that was left and restored.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    localStorage.removeItem('access_token')
    localStorage.removeItem('refresh_token')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(/\/login$/)
})

test('renews an expired access token once, unnoticed', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'stale')
  const refreshed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/token/refresh')) refreshed.push(request.url())
  })
  await visitAs(page, { ...member, access: 'not.a.token' }, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, stale' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe('not.a.token')
  expect(refreshed).toHaveLength(1)
})

test('ends an expired session quietly, on the login page', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'expired')
  await visitAs(page, { ...member, access: 'no', refresh: 'no' }, '/account')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull()
})

test(
  'signs all tabs in and out together, and keeps unsaved text',
  LONG,
  async ({ context, page, product }) => {
    const { username } = await addMember(product, 'twotabs')
    const other = await context.newPage()
    await other.goto(`${product.url}/contact`)
    await other.getByLabel('Message').fill('Half a sentence')
    await signInAs(page, username)
    await expect(other.getByRole('banner').getByText(username)).toBeVisible()
    await expect(other.getByLabel('Message')).toHaveValue('Half a sentence')
    await other.goto(`${product.url}/account`)
    await other.getByRole('button', { name: 'Edit' }).click()
    await other.getByLabel('First Name').fill('Half a name')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await expect(other.getByText('You were signed out in another tab.')).toBeVisible()
    await other.getByLabel('Username').fill(username)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign In' }).click()
    await expect(other).toHaveURL(/\/account$/)
    await expect(other.getByLabel('First Name')).toHaveValue('Half a name')
  },
)
