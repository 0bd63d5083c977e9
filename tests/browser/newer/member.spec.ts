import { requestPayout } from '../console/staff-actions.ts'
import { asMember } from '../support/api.ts'
import { visitAs } from '../support/members.ts'
import { answerAsNewer } from '../support/newer-answers.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { addFunded } from '../support/team.ts'

// While we upgrade, pages of this version get answers from the next one.

test(
  'shows values that this version doesn’t know',
  LONG,
  async ({ page, product, staff, team }) => {
    const payee = await addFunded(staff, 'newer')
    await requestPayout(staff, payee, '4.00')
    const figures = { crypto_amount: '10.20000', original_amount: '10.00', fee_amount: '0.20' }
    const body = { ...figures, cryptocurrency: 'USDT' }
    await asMember(product, payee, 'POST', '/api/transactions/deposit_ustd/', body)
    await visitAs(page, payee, '/plan')
    const changed = await answerAsNewer(page)
    const visit = async (path: string, heading: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await settle(page)
    }
    await visit('/account', 'Account')
    await expect(page.getByText('Unknown', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Withdrawals' }).click()
    await expect(page.getByText('$4.00')).toBeVisible()
    await expect(page.getByText('Unknown', { exact: true })).toBeVisible()
    await visit('/dashboard', 'Welcome, newer')
    await visit('/activity', 'Activity')
    await visitAs(page, team[0], '/plan')
    await visit('/mytree', 'My Plan')
    await visit('/familytree', 'Network Tree')
    await visit('/earnings', 'Earnings')
    await page
      .getByRole('button', { name: /explain$/ })
      .first()
      .click()
    await expect(
      page.getByRole('dialog').getByText('Reward', { exact: true }).first(),
    ).toBeVisible()
    for (const field of ['status', 'stage', 'type', 'kind', 'language', 'position', 'side']) {
      expect(
        [...changed].some((name) => name.endsWith(`.${field}`)),
        field,
      ).toBe(true)
    }
  },
)
