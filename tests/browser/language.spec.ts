import { expect, test } from './product-test.ts'

test('the language is chosen in the footer and kept', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
})

test('an address can ask for a language, on a written page and on any other', async ({ page }) => {
  for (const path of ['/plan?lang=es', '/login?lang=es']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  }
  await page.goto('/payplan')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
})

test.describe('a browser that speaks Spanish', () => {
  test.use({ locale: 'es-CL' })

  test('is answered in Spanish, and in English once that is chosen', async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
    await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
  })
})
