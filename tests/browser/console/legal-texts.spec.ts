import { startProduct } from '../../support/product.ts'
import { withDatabase } from '../support/database.ts'
import { pressKeyOn, showsFocus, typeInto } from '../support/keys.ts'
import { emailedPath, PASSWORD } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { inSpanish } from '../support/inspect/english-left.ts'
import { addStaff, openConsole } from './staff.ts'

// Once terms are published, everyone has to accept them, so this needs its own product.

test(
  'publishes terms and their translation, which a new member reads and accepts',
  LONG,
  async ({ browser }) => {
    const product = await startProduct()
    const { chief } = await addStaff(product, { chief: 'admin' })
    const staff = await (await browser.newContext({ baseURL: product.url })).newPage()
    const there = await browser.newContext({ baseURL: product.url, locale: 'es-CL' })
    const visitor = await there.newPage()
    try {
      await openConsole(staff, chief, '/readiness')
      const open = staff.getByRole('button', { name: 'Publish a text' })
      const dialog = staff.getByRole('dialog', { name: 'Publish a text' })
      const written = dialog.getByLabel('Text', { exact: true })
      await pressKeyOn(staff, open)
      await expect(dialog.getByLabel('Document')).toBeFocused()
      expect(await showsFocus(staff)).toBe(true)
      await pressKeyOn(staff, dialog.getByRole('button', { name: 'Publish' }))
      await expect(dialog.getByText('Enter the text.')).toBeVisible()
      await expect(written).toBeFocused()
      await typeInto(staff, written, 'These terms apply to your account.')
      await staff.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(open).toBeFocused()
      expect(await showsFocus(staff)).toBe(true)
      await staff.keyboard.press('Enter')
      await expect(written).toHaveValue('These terms apply to your account.')
      const preview = dialog.getByText('Preview', { exact: true })
      await pressKeyOn(staff, preview)
      await expect(dialog.getByRole('group')).toContainText('These terms')
      await pressKeyOn(staff, dialog.getByRole('button', { name: 'Publish' }))
      await expect(dialog).toHaveCount(0)
      await expect(open).toBeFocused()

      await visitor.goto('/terms')
      const original = visitor.getByText('These terms apply to your account.')
      await expect(original).toHaveAttribute('lang', 'en')
      await expect(visitor.getByText('Este texto aún no está traducido.')).toBeVisible()

      await pressKeyOn(staff, staff.locator('summary', { hasText: 'Terms, version 1' }))
      await pressKeyOn(staff, staff.getByRole('button', { name: 'Translate' }))
      const translating = staff.getByRole('dialog', { name: 'Translate a text' })
      await expect(translating.getByText('These terms apply to your account.')).toBeVisible()
      const translation = translating.getByLabel('Translation')
      await typeInto(staff, translation, 'Estos términos rigen su cuenta.')
      await pressKeyOn(staff, translating.getByText('Preview'))
      await expect(translating.getByRole('group').last()).toContainText('Estos términos')
      await pressKeyOn(staff, translating.getByRole('button', { name: 'Publish' }))
      await expect(translating).toHaveCount(0)
      await expect(staff.getByText('Estos términos rigen su cuenta.')).toBeVisible()
      await expect(staff.getByRole('button', { name: 'Translate' })).toHaveCount(0)
      await expect(staff.getByRole('heading', { name: 'Español' })).toBeFocused()

      await visitor.reload()
      const translated = visitor.getByText('Estos términos rigen su cuenta.')
      await expect(translated).toHaveAttribute('lang', 'es')
      await visitor.getByRole('button', { name: inSpanish('Read the original') }).click()
      await expect(original).toBeVisible()
      await visitor.getByRole('button', { name: inSpanish('Read the translation') }).click()
      await expect(translated).toBeVisible()

      await visitor.goto('/register')
      await visitor.getByLabel(inSpanish('Username')).fill('lectora')
      await visitor.getByLabel(inSpanish('Email')).fill('lectora@example.org')
      await visitor.getByLabel(inSpanish('Password'), { exact: true }).fill(PASSWORD)
      await visitor.getByLabel(inSpanish('Confirm Password')).fill(PASSWORD)
      await visitor.getByRole('checkbox').check()
      await visitor.getByRole('button', { name: inSpanish('Register') }).click()
      await expect(visitor).toHaveURL(/\/welcome$/)
      await visitor.goto(await emailedPath(product, 'lectora@example.org', 'verify-email'))
      await expect(visitor).toHaveURL(/\/login$/)
      const accepted = await withDatabase(product, (db) =>
        db.selectFrom('text_acceptances').select(['kind', 'version', 'language']).execute(),
      )
      expect(accepted).toEqual([{ kind: 'terms', version: 1, language: 'es' }])
    } finally {
      await staff.context().close()
      await there.close()
      await product.remove()
    }
  },
)
