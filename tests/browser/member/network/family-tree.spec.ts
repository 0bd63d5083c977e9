import { visitAs } from '../../support/members.ts'
import { expect, LONG, test } from '../../support/product-test.ts'

test('moves to another top, and returns with Back and Reset', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/familytree')
  const back = page.getByRole('button', { name: 'Back' })
  const reset = page.getByRole('button', { name: 'Reset' })
  await expect(page.getByRole('button', { name: 'Root ana Bronze Active' })).toBeVisible()
  await expect(back).toBeDisabled()
  await expect(reset).toBeDisabled()
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
  await page.getByRole('button', { name: 'R emil Bronze Active', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Root emil Bronze Active' })).toBeVisible()
  await back.click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
  // It is the browser's own Back, so Forward leads to the page left behind.
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Root emil Bronze Active' })).toBeVisible()
  await reset.click()
  await expect(page.getByRole('button', { name: 'Root ana Bronze Active' })).toBeVisible()
  await expect(back).toBeDisabled()
})

test('stays on the open page when a slow answer arrives', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/favicon.svg')
  const held = Promise.withResolvers<void>()
  const late = /\/api\/tree\/window\/.*profile_id=/
  await page.route(late, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(late)
  await page.goto('/familytree')
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await asked
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'My Plan' }).click()
  await expect(page.getByRole('heading', { name: 'My Plan', exact: true })).toBeVisible()
  const came = page.waitForResponse(late)
  held.resolve()
  await (await came).finished()
  await page.getByRole('button', { name: 'LL dora Bronze Active' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile Details' })).toBeVisible()
  await expect(page).toHaveURL(/\/mytree$/)
})

test('searches by profile ID with the key and the button', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/familytree')
  const field = page.getByRole('searchbox', { name: 'Profile ID' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('Please enter a Profile ID')).toBeVisible()
  await field.fill('BR-00000000')
  await field.press('Enter')
  await expect(page.getByText('Profile not found')).toBeVisible()
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await expect(page).toHaveURL(/profile=BR-/)
  const id = new URL(page.url()).searchParams.get('profile') ?? ''
  await page.getByRole('button', { name: 'Reset' }).click()
  await field.fill(id.toLowerCase())
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
})

test('finds no profile above the member’s own', LONG, async ({ page, team }) => {
  const [ana, ben = ana] = team
  await visitAs(page, ana, '/familytree')
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).waitFor()
  const own = await page.getByRole('region', { name: 'Plan' }).getByText(/^BR-/).innerText()
  await visitAs(page, ben, `/familytree?profile=${own}`)
  await expect(page.getByText('Profile not found')).toBeVisible()
})
