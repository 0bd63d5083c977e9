import { z } from 'zod'
import { addMember } from './members.ts'
import { expect, test } from './product-test.ts'
import { addStaff, asMember, askForPayout, openBeside, openConsole } from './staff.ts'

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const me = z.object({ wallet_balance: z.string() })

test('money and large payouts take two operators, and nobody approves their own', async ({
  page,
  product,
  browser,
}) => {
  const member = await addMember(product, 'four-eyes')
  const chief = await addStaff(product, 'eyes.chief', 'admin')
  const second = await addStaff(product, 'eyes.second', 'finance')
  await openConsole(page, chief, '/members?search=four-eyes')
  await page.getByRole('link', { name: 'four-eyes' }).click()
  const beside = await openBeside(browser, product, second, '/queue/approvals')

  await test.step('an adjustment waits for somebody else', async () => {
    await page.getByRole('button', { name: 'Adjust wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount (USD)').fill('160')
    await dialog.getByLabel('Reason').fill('A payment that the bank returned.')
    await dialog.getByRole('button', { name: 'Ask for it' }).click()
    await expect(page.getByText('Asked for. It waits under Approvals.')).toBeVisible()
    await page.goto('/operator/queue/approvals')
    const own = page.getByRole('listitem').filter({ hasText: '$160.00 for four-eyes' })
    await expect(own).toContainText('Another operator has to approve it')
    await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  await test.step('the other one approves it', async () => {
    await beside.reload()
    const theirs = beside.getByRole('listitem').filter({ hasText: '$160.00 for four-eyes' })
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await expect(theirs).toHaveCount(0)
    const now = me.parse(await asMember(product, member, 'GET', '/api/accounts/me/'))
    expect(now.wallet_balance).toBe('160.00')
  })

  await test.step('a payout above the limit is approved twice', async () => {
    const id = await askForPayout(product, member, '120.00', ADDRESS)
    const approve = async (who: typeof page) => {
      await who.goto(`/operator/queue/withdrawals?item=${id}`)
      const item = who.getByRole('article', { name: `Withdrawal ${id} of four-eyes` })
      await item.getByRole('button', { name: 'Approve' }).click()
      await who.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    }
    await approve(page)
    await expect(page.getByText('Another operator has to approve it as well.')).toBeVisible()
    await page.goto(`/operator/queue/withdrawals?item=${id}`)
    const item = page.getByRole('article', { name: `Withdrawal ${id} of four-eyes` })
    await expect(item).toContainText('Approved by eyes.chief')
    await expect(item.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await page.goto('/operator/audit?operator=eyes.chief')
    await expect(page.getByRole('cell', { name: `withdrawal ${id}` })).toBeVisible()
    await approve(beside)
    await expect(
      beside.getByText('Approved. It is paid as soon as nothing holds it.'),
    ).toBeVisible()
  })
  await beside.context().close()
})

test('what one works on, another sees and cannot decide', async ({ page, product, browser }) => {
  const member = await addMember(product, 'claimed')
  const chief = await addStaff(product, 'claim.chief', 'admin')
  const second = await addStaff(product, 'claim.second', 'admin')
  const beside = await openBeside(browser, product, second, '/members?search=claimed')
  await openConsole(page, chief, '/members?search=claimed')
  await page.getByRole('link', { name: 'claimed' }).click()
  await page.getByRole('button', { name: 'Adjust wallet' }).click()
  await page.getByLabel('Amount (USD)').fill('20')
  await page.getByLabel('Reason').fill('A gift of the house.')
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await beside.goto('/operator/queue/approvals')
  const gift = beside.getByRole('listitem').filter({ hasText: '$20.00 for claimed' })
  await gift.getByRole('button', { name: 'Approve' }).click()
  await expect(gift).toHaveCount(0)
  const id = await askForPayout(product, member, '5.00', ADDRESS)
  await page.goto(`/operator/queue/withdrawals?item=${id}`)
  const name = `Withdrawal ${id} of claimed`
  await expect(
    page.getByRole('article', { name }).getByRole('button', { name: 'Approve' }),
  ).toBeEnabled()
  await beside.goto(`/operator/queue/withdrawals?item=${id}`)
  const theirs = beside.getByRole('article', { name })
  await expect(theirs.getByText('Another operator is working on this.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await beside.context().close()
})
