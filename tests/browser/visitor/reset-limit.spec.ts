import { windowHasTime } from '../../api/limits/window-has-time.ts'
import { asVisitor } from '../support/api.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { toastSaying } from '../support/toasts.ts'

test.use({ productEnv: { RATE_LIMITS: 'on' } })

test('keeps showing where to look when no more links are sent', LONG, async ({ page, product }) => {
  await windowHasTime()
  const email = 'besieged@example.org'
  for (let i = 0; i < 3; i++) {
    await asVisitor(product, 'POST', '/api/accounts/forgot-password/', { email })
  }
  await page.goto('/login?forgot')
  const dialog = page.getByRole('dialog', { name: 'Forgot password?' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send recovery email' }).click()
  const where = dialog.getByRole('alert').filter({ hasText: 'Check your spam folder' })
  await expect(where).toBeVisible()
  await expect(toastSaying(page, 'Check your spam folder')).toHaveCount(0)
  expect(await findInBothThemes(page)).toEqual([])
})
