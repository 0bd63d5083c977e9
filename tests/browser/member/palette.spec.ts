import { findViolations } from '../support/inspect/find-violations.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

test(
  'runs commands by name and pages by two letters, unless letters are off',
  LONG,
  async ({ page, product }) => {
    await visitAs(page, await addMember(product, 'keys'), '/dashboard')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    const field = palette.getByRole('combobox', { name: 'Search commands' })
    // The listener loads after the page. If it was late, a second `/` is in the field.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(field).toBeFocused({ timeout: 1000 })
    }).toPass()
    await field.fill('withdr')
    await expect(palette.getByRole('option')).toHaveCount(1)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const withdraw = page.getByRole('dialog', { name: 'Withdraw Funds' })
    await expect(withdraw).toBeVisible()
    await expect(page).toHaveURL('/account?withdraw=new')
    // No key leaves a page while a dialog is open.
    await withdraw.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await expect(withdraw).toHaveCount(0)
    await expect(page).toHaveURL('/account')

    // Two letters are one command only if they come close together.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      await expect(page).toHaveURL('/familytree', { timeout: 2000 })
    }).toPass()
    const search = page.getByRole('searchbox', { name: 'Profile ID' })
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('?')
    await expect(search).toHaveValue('?')
    await search.blur()

    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByLabel('Single-letter shortcuts').uncheck()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.keyboard.press('?')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
    await expect(list).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toHaveCount(0)
  },
)

test('finds members of the network and deposits by their IDs', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/dashboard')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  const field = palette.getByRole('combobox', { name: 'Search commands' })
  await field.fill('DP-7K3M9Q2X')
  await expect(palette.getByRole('option', { name: 'Deposit DP-7K3M9Q2X' })).toBeVisible()
  await field.fill('dor')
  await expect(palette.getByRole('option', { name: /^dora BR-/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Root dora Bronze Active' })).toBeVisible()
})

test('keeps text typed before the palette has loaded', LONG, async ({ page, team }) => {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/palette-*.js', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await visitAs(page, team[0], '/dashboard')
  await page.getByRole('button', { name: 'Commands' }).click()
  await asked.promise
  await page.keyboard.type('network')
  held.resolve()
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('network')
})
