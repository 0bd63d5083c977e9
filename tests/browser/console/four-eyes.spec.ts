import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { addMember } from '../support/members.ts'
import { asMember } from '../support/api.ts'
import { withDatabase } from '../support/database.ts'
import { requestPayout, credit } from './staff-actions.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { addStaff, asOperator, openBeside, openConsole } from './staff.ts'

const me = z.object({ wallet_balance: z.string() })

test(
  'requires two operators for adjustments and large payouts',
  LONG,
  async ({ page, product, browser, staff }) => {
    const member = await addMember(product, 'four-eyes')
    const { chief, second } = staff
    await openConsole(page, chief, '/members?search=four-eyes')
    await page.getByRole('link', { name: 'four-eyes' }).click()
    const beside = await openBeside(browser, second, '/queue/approvals')

    await test.step('queues an adjustment for another operator', async () => {
      await page.getByRole('button', { name: 'Adjust wallet' }).click()
      const dialog = page.getByRole('dialog')
      await expect(
        dialog.getByText('Up to $5.00 for this member takes effect right away'),
      ).toBeVisible()
      await dialog.getByLabel('Amount (USD)').fill('160')
      await expect(dialog.getByText('Needs another operator’s approval')).toBeVisible()
      await dialog.getByLabel('Reason').fill('A payment that the bank returned.')
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('Requested. It’s waiting under Approvals.')).toBeVisible()
      await page.goto('/operator/queue/approvals')
      const own = page.getByRole('listitem').filter({ hasText: '$160.00 for four-eyes' })
      await expect(own).toContainText('Needs another operator’s approval')
      await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    })

    await test.step('approves it as the other operator', async () => {
      await beside.reload()
      const theirs = beside.getByRole('listitem').filter({ hasText: '$160.00 for four-eyes' })
      await theirs.getByRole('button', { name: 'Approve' }).click()
      const asks = beside.getByRole('dialog', { name: 'Approve the adjustment of four-eyes' })
      await expect(asks).toContainText('$160.00')
      await expect(asks).toContainText('A payment that the bank returned.')
      await expect(asks).toContainText('chief')
      await expect(asks.getByRole('button', { name: 'Approve' })).toBeFocused()
      const before = me.parse(await asMember(product, member, 'GET', '/api/accounts/me/'))
      expect(before.wallet_balance).toBe('0.00')
      await beside.keyboard.press('Enter')
      await expect(asks).toHaveCount(0)
      await expect(theirs).toHaveCount(0)
      // The button that had the focus is gone. Other tests' requests may be in the list.
      const list = beside.getByRole('region', { name: 'Adjustments' })
      await expect(list.locator(':focus')).toHaveCount(1)
      const now = me.parse(await asMember(product, member, 'GET', '/api/accounts/me/'))
      expect(now.wallet_balance).toBe('160.00')
    })

    await test.step('lets one operator adjust alone until small ones add up', async () => {
      await page.goto('/operator/members?search=four-eyes')
      await page.getByRole('link', { name: 'four-eyes' }).click()
      await page.getByRole('button', { name: 'Adjust wallet' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Amount (USD)').fill('-4')
      await expect(dialog.getByText('Takes effect right away')).toBeVisible()
      await dialog.getByLabel('Reason').fill('Credited twice.')
      await dialog.getByRole('button', { name: 'Adjust now' }).click()
      await expect(page.getByText('The wallet was adjusted.')).toBeVisible()
      const now = me.parse(await asMember(product, member, 'GET', '/api/accounts/me/'))
      expect(now.wallet_balance).toBe('156.00')
      await page.getByRole('button', { name: 'Adjust wallet' }).click()
      await dialog.getByLabel('Amount (USD)').fill('2')
      await expect(dialog.getByText('your remaining limit for this member is $1.00')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('approves a payout above the limit twice', async () => {
      const id = await requestPayout(staff, member, '120.00')
      const approve = async (who: typeof page) => {
        await who.goto(`/operator/queue/withdrawals?item=${id}`)
        const item = who.getByRole('article', { name: `Withdrawal ${id} of four-eyes` })
        await item.getByRole('button', { name: 'Approve' }).click()
        await who.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
        await expect(who.getByRole('dialog')).toHaveCount(0)
      }
      await approve(page)
      // Withdrawals of other tests may be next in the queue.
      await page.goto(`/operator/queue/withdrawals?item=${id}`)
      const item = page.getByRole('article', { name: `Withdrawal ${id} of four-eyes` })
      await expect(item).toContainText(
        'You approved this. It needs another operator’s approval too.',
      )
      await expect(item).toContainText('Approved by chief')
      await expect(item.getByRole('button', { name: 'Approve' })).toBeDisabled()
      await page.goto('/operator/audit?operator=chief')
      await expect(page.getByRole('cell', { name: `withdrawal ${id}` })).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV' }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      expect(file).toContain(`chief,approve withdrawal,withdrawal ${id},`)
      expect(file).not.toContain(',second,')
      await approve(beside)
      await expect(beside.getByText('Approved. The payout is queued.')).toBeVisible()
    })
    await beside.context().close()
  },
)

test(
  'locks a withdrawal that another operator is working on',
  LONG,
  async ({ page, product, browser, staff }) => {
    const member = await addMember(product, 'claimed')
    await credit(staff, [member], '20')
    const id = await requestPayout(staff, member, '5.00')
    const path = `/queue/withdrawals?item=${id}`
    const name = `Withdrawal ${id} of claimed`
    const approveOf = (who: typeof page) =>
      who.getByRole('article', { name }).getByRole('button', { name: 'Approve' })
    await openConsole(page, staff.chief, path)
    await expect(approveOf(page)).toBeEnabled()
    const beside = await openBeside(browser, staff.second, path)
    await expect(beside.getByText('Another operator is working on this.')).toBeVisible()
    await expect(approveOf(beside)).toBeDisabled()
    await page.goto('/operator/alerts')
    await expect(approveOf(beside)).toBeEnabled()
    await beside.context().close()
  },
)

test(
  'warns before an adjustment of a closed account',
  LONG,
  async ({ page, product, browser, staff }) => {
    const member = await addMember(product, 'gone-away')
    const warning =
      /closed this account and can’t sign in\. The adjustment still changes its wallet/
    await openConsole(page, staff.chief, '/members?search=gone-away')
    await page.getByRole('link', { name: 'gone-away' }).click()
    const adjust = page.getByRole('button', { name: 'Adjust wallet' })
    const dialog = page.getByRole('dialog')
    await adjust.click()
    await expect(dialog.getByLabel('Amount (USD)')).toBeVisible()
    await expect(dialog.getByText(warning)).toHaveCount(0)
    await withDatabase(product, (db) =>
      sql`insert into account_closings (member_no, expires_at, closed_at)
      select member_no, now(), now() from identities where username = ${member.username}
    `.execute(db),
    )
    await page.reload()
    await adjust.click()
    await expect(dialog.getByText(warning)).toBeVisible()
    await dialog.getByLabel('Amount (USD)').fill('60')
    await dialog.getByLabel('Reason').fill('A payment that came too late.')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog).toHaveCount(0)
    const beside = await openBeside(browser, staff.second, '/queue/approvals')
    const request = beside.getByRole('listitem').filter({ hasText: '$60.00 for gone-away' })
    await expect(request).toContainText('The member closed this account.')
    await request.getByRole('button', { name: 'Approve' }).click()
    await expect(beside.getByRole('dialog').getByText(warning)).toBeVisible()
    await beside.context().close()
  },
)

test('requires two admins to add an operator', LONG, async ({ page, product, browser, staff }) => {
  await openConsole(page, staff.chief, '/operators')
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an operator' })
  await dialog.getByLabel('Username').fill('hired')
  await dialog.getByLabel('Role').selectOption('finance')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Enter a reason for the audit log.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Joins the payments staff.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  const first = page.getByRole('dialog', { name: 'The first half of the password' })
  const halfIn = async (shown: typeof first) =>
    (await shown.locator('p.figures').textContent()) ?? ''
  await expect(first).toContainText('Only hired joins the two')
  const firstHalf = await halfIn(first)
  const waiting = (who: typeof page) =>
    who.getByRole('listitem').filter({ hasText: 'Add hired as finance' })
  await page.goto('/operator/queue/approvals')
  await expect(waiting(page)).toContainText('Needs another admin’s approval')

  const beside = await openBeside(browser, staff.second, '/queue/approvals')
  await waiting(beside).getByRole('button', { name: 'Approve' }).click()
  const asks = beside.getByRole('dialog', { name: 'Approve: Add hired as finance' })
  await expect(asks).toContainText('Joins the payments staff.')
  await asks.getByRole('button', { name: 'Approve' }).click()
  const second = beside.getByRole('dialog', { name: 'The second half of the password' })
  await expect(second).toContainText('Only hired joins the two')
  const password = firstHalf + (await halfIn(second))
  await beside.context().close()
  const me = await (await asOperator({ username: 'hired', password, product }))('GET', 'auth/me/')
  expect(me).toMatchObject({ username: 'hired', role: 'finance' })
})

test(
  'lets an admin decide on no access change about themself',
  LONG,
  async ({ page, product, browser, staff }) => {
    const { subject } = await addStaff(product, { subject: 'admin' })
    const change = { kind: 'disable', username: 'subject', reason: 'Leaves us.' }
    await (
      await asOperator(staff.chief)
    )('POST', 'access-changes/', change)
    await openConsole(page, subject, '/queue/approvals')
    const theirs = page.getByRole('listitem').filter({ hasText: 'Disable subject' })
    await expect(theirs).toContainText('Needs another admin’s approval')
    await expect(theirs.getByRole('button')).toHaveCount(0)
    const beside = await openBeside(browser, staff.chief, '/queue/approvals')
    const own = beside.getByRole('listitem').filter({ hasText: 'Disable subject' })
    await own.getByRole('button', { name: 'Withdraw request' }).click()
    const dialog = beside.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Stays after all.')
    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await expect(own).toHaveCount(0)
    await beside.context().close()
  },
)
