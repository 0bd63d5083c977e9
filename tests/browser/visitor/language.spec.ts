import { inSpanish } from '../support/inspect/english-left.ts'
import { addMember, PASSWORD, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

test('remembers the language chosen in the footer', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  // An open tab follows.
  const beside = await page.context().newPage()
  await beside.goto('/login')
  await beside.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
  await beside.getByRole('combobox', { name: 'Language' }).selectOption('es')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  await beside.close()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
})

const digits = (text = '') => text.replaceAll(/\D+/g, ' ').trim()

test('keeps typed text and the focus when the language changes', LONG, async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username', { exact: true }).fill('two_tongues')
  await page.getByLabel('Email', { exact: true }).fill('two_tongues@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const languages = page.getByRole('combobox', { name: 'Language' })
  await languages.focus()
  await languages.selectOption('es')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  const confirmed = page.getByLabel(inSpanish('Confirm Password'), { exact: true })
  await expect(page.getByLabel(inSpanish('Username'), { exact: true })).toHaveValue('two_tongues')
  await expect(page.getByLabel(inSpanish('Password'), { exact: true })).toHaveValue(PASSWORD)
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toBeFocused()
  // The form also knows its fields, so only the omitted one is missing.
  await page.getByRole('button', { name: inSpanish('Register'), exact: true }).click()
  await expect(confirmed).toBeFocused()
  await confirmed.fill(PASSWORD)
  await page.getByRole('button', { name: inSpanish('Register'), exact: true }).click()
  await page.waitForURL('**/welcome')
})

test('keeps members’ forms open and captcha answers valid', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'bilingual'), '/account')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill('Ana')
  await page.getByLabel('Auto Upgrade').uncheck()
  await page.getByRole('contentinfo').getByLabel('Language').selectOption('es')
  await expect(page.getByLabel(inSpanish('First Name'))).toHaveValue('Ana')
  await expect(page.getByLabel(inSpanish('Auto Upgrade'))).not.toBeChecked()
  await page.goto('/contact')
  await expect(page.getByLabel(inSpanish('Name'), { exact: true })).toHaveValue('bilingual')
  const sum = page.getByLabel(/captcha/i)
  await sum.fill('18')
  const asked = await sum.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)
  await page.getByRole('contentinfo').getByLabel('Idioma').selectOption('en')
  await expect(sum).toHaveValue('18')
  await expect(sum).toHaveAccessibleName(new RegExp(digits(asked ?? '').replace(' ', ' . ')))
})

test(
  'shows the chosen language in the account, and changes it back',
  LONG,
  async ({ page, product }) => {
    await visitAs(page, await addMember(product, 'switches-back'), '/account')
    const choice = page
      .getByRole('region', { name: 'Language and appearance' })
      .getByRole('combobox')
    await expect(choice).toHaveValue('en')
    await choice.selectOption('es')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    const chosen = page
      .getByRole('region', { name: inSpanish('Language and appearance') })
      .getByRole('combobox')
    await expect(chosen).toHaveValue('es')
    await chosen.selectOption('en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(choice).toHaveValue('en')
  },
)

test('reads the language from the URL', LONG, async ({ page }) => {
  for (const path of ['/plan?lang=es', '/login?lang=es']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  }
  await page.goto('/payplan')
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
})

test.describe('a browser that speaks Spanish', () => {
  test.use({ locale: 'es-CL' })

  test('gets Spanish, or English once that is chosen', LONG, async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
    await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
  })

  test('names the account’s other language, and changes it', LONG, async ({ page, product }) => {
    await visitAs(page, await addMember(product, 'two-browsers'), '/account')
    const card = page.getByRole('region', { name: inSpanish('Language and appearance') })
    await expect(card.getByRole('combobox')).toHaveValue('es')
    await expect(card.getByText(/en inglés\./)).toBeVisible()
    await card.getByRole('button', { name: /en español/ }).click()
    await expect(card.getByText(/en inglés\./)).toBeHidden()
    expect(await card.evaluate((part) => part.contains(document.activeElement))).toBe(true)
    await page.reload()
    await expect(card.getByRole('combobox')).toHaveValue('es')
    await expect(card.getByText(/en inglés\./)).toBeHidden()
  })

  test('never flashes English, not even with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/es-[^/]*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('body')).toHaveCSS('animation-name', 'untranslated')
    await expect(page.locator('body')).toHaveCSS('animation-duration', '3s')
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  })

  test('gets its verification email in Spanish', LONG, async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel(inSpanish('Username'), { exact: true }).fill('correo_es')
    await page.getByLabel(inSpanish('Email'), { exact: true }).fill('correo_es@example.org')
    await page.getByLabel(inSpanish('Password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(inSpanish('Confirm Password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: inSpanish('Register'), exact: true }).click()
    await page.waitForURL('**/welcome')
    const email = page.getByRole('link', { name: 'Verifica tu correo electrónico' })
    await expect(async () => {
      await page.goto('/dev/mailbox?to=correo_es@')
      await expect(email).toBeVisible({ timeout: 500 })
    }).toPass()
    await email.click()
    await expect(page.getByText('Te damos la bienvenida')).toBeVisible()
    await expect(page.getByText('Welcome')).toHaveCount(0)
  })
})
