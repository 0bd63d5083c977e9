import { addMember } from '../support/members.ts'
import { requestPayout, credit } from './staff-actions.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { ageProof, openConsole, signInAgain } from './staff.ts'

test('signs in, asks for the password before money moves, and ends idle sessions', async ({
  page,
  product,
  staff,
}) => {
  const { username, password } = staff.finance
  const member = await addMember(product, 'step-up')
  await credit(staff, [member], '10')
  const id = await requestPayout(staff, member, '3.50')
  await page.clock.install()
  await page.goto(`/operator/queue/withdrawals?item=${id}`)
  const form = page.getByRole('main')
  const item = page.getByRole('article', { name: `Withdrawal ${id} of step-up` })

  await test.step('shows a wrong password above the button', async () => {
    await form.getByLabel('Username').fill(username)
    await form.getByLabel('Password', { exact: true }).fill('a wrong password')
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    expect(await inspectPage(page, { phoneWidth: 390 })).toEqual([])
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(item).toBeVisible()
  })

  await test.step('asks for a reason', async () => {
    await item.getByRole('button', { name: 'Reject' }).click()
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await reason.fill('Not yet')
    expect(await inspectPage(page, { phoneWidth: 390 })).toEqual([])
    // A phone that turns shows the item alone, and keeps what is typed.
    await expect(reason).toHaveValue('Not yet')
    await page.keyboard.press('Escape')
  })

  await test.step('asks for the password again, then makes the call', async () => {
    await ageProof(staff.finance)
    await item.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(again).toBeVisible()
    expect(await inspectPage(page, { phoneWidth: 390 })).toEqual([])
    await again.getByLabel('Password', { exact: true }).fill('a wrong password')
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(again.locator('[aria-invalid=true]')).toHaveCount(1)
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Approved. The payout is queued.')).toBeVisible()
  })

  await test.step('keeps other tabs signed in while one is used', async () => {
    const beside = await page.context().newPage()
    await beside.goto('/operator/members')
    await expect(beside.getByRole('heading', { name: 'Members' })).toBeVisible()
    await page.clock.fastForward('20:00')
    await page.keyboard.press('Shift')
    await page.clock.fastForward('20:00')
    await expect(beside.getByRole('dialog')).toHaveCount(0)
    await beside.reload()
    await expect(beside.getByRole('heading', { name: 'Members' })).toBeVisible()
    await beside.close()
    await page.keyboard.press('Shift')
  })

  await test.step('signs an idle operator out after a minute’s notice', async () => {
    const notice = page.getByRole('dialog', { name: 'Are you still there?' })
    // Just into the last minute, so a busy machine has most of it to press the button.
    await page.clock.fastForward('29:05')
    await notice.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(notice).toBeHidden()
    await page.clock.fastForward('29:05')
    await expect(notice).toBeVisible()
    const [revoked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The server refuses what the page reads at the same time, and first.
    await page.route('**/api/operator/**', async (route) => {
      if (!route.request().url().endsWith('/logout/')) {
        await revoked.promise
        return await route.continue()
      }
      const response = await route.fetch()
      revoked.resolve()
      await late.promise
      await route.fulfill({ response })
    })
    await page.clock.fastForward('01:00')
    await expect(page.getByText('You were signed out', { exact: false })).toBeVisible()
    late.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await expect(form.getByLabel('Username')).toBeVisible()
  })
})

test(
  'keeps what was typed when a session ends or staff leave, and forgets closed reasons',
  LONG,
  async ({ page, product, staff }) => {
    const { username } = await addMember(product, 'typed-on')
    await openConsole(page, staff.chief, `/members?search=${username}`)
    await page.getByRole('link', { name: username }).click()
    const dialog = page.getByRole('dialog', { name: `Suspend ${username}` })
    const reason = dialog.getByLabel('Reason')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await reason.fill('The phone was lost.')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByRole('main').getByLabel('Username')).toBeFocused()
    await signInAgain(page, staff.chief)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(reason).toHaveValue('The phone was lost.')
    await reason.fill('The phone was stolen.')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await page.goForward()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(reason).toHaveValue('The phone was stolen.')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(reason).toHaveValue('')
    await reason.fill('It was lost again.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    const reinstate = page.getByRole('dialog', { name: `Reinstate ${username}` })
    await page.getByRole('button', { name: 'Reinstate' }).click()
    await reinstate.getByLabel('Reason').fill('It was found.')
    await reinstate.getByRole('button', { name: 'Reinstate' }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(reason).toHaveValue('')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Adjust wallet' }).click()
    const adjustment = page.getByRole('dialog')
    await adjustment.getByLabel('Amount (USD)').fill('1.25')
    await adjustment.getByLabel('Reason').fill('A payment came back.')
    await page.context().clearCookies()
    await adjustment.locator('[type=submit]').click()
    await signInAgain(page, staff.chief)
    await page.getByRole('button', { name: 'Adjust wallet' }).click()
    await expect(adjustment.getByLabel('Amount (USD)')).toHaveValue('1.25')
    await expect(adjustment.getByLabel('Reason')).toHaveValue('A payment came back.')
  },
)

type Kept = { path: string; open: string; fields: Record<string, string> }

const FORMS: readonly Kept[] = [
  { path: '/api-keys', open: 'Add key', fields: { Name: 'crm-kept' } },
  { path: '/operators', open: 'Add operator', fields: { Username: 'nina', Reason: 'She starts.' } },
  {
    path: '/webhooks',
    open: 'Add webhook',
    fields: { URL: 'https://kept.example/hook', Description: 'Accounting' },
  },
]

for (const { path, open, fields } of FORMS) {
  test(`keeps a form when a session ends: ${open}`, LONG, async ({ page, staff }) => {
    await openConsole(page, staff.chief, path)
    const button = page.getByRole('button', { name: open }).first()
    const dialog = page.getByRole('dialog')
    await button.click()
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
    if (open === 'Add webhook') await dialog.getByRole('checkbox').first().check()
    await page.context().clearCookies()
    await dialog.locator('[type=submit]').click()
    await signInAgain(page, staff.chief)
    await button.click()
    for (const [label, text] of Object.entries(fields)) {
      await expect(dialog.getByLabel(label)).toHaveValue(text)
    }
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).not.toContain(staff.chief.password)
  })
}
