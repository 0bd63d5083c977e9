import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { asMember } from '../support/api.ts'
import { visitAs, type BrowserMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { WALLET } from '../support/set-wallet.ts'
import { addFunded } from '../support/team.ts'
import { toastSaying } from '../support/toasts.ts'
import type { Product } from '../../support/product.ts'
import { openUsdtPayouts, setTrxPrice } from './usdt-payouts.ts'

// The network fee of a payout in USDT changes while a request is under way, or its answer is lost.

test.use({ productEnv: { USDT_PAYOUTS: 'on' } })

const PATH = '/api/rewards/withdrawals/'
const withdrawals = z.object({
  results: z.array(z.object({ id: z.string(), fee_amount: z.string() })),
})
const terms = z.object({ usdt_network_fee: z.string() })

/** The fees of all withdrawals of a member, including the network fee. */
const feesOf = async (product: Product, member: BrowserMember): Promise<string[]> =>
  withdrawals
    .parse(await asMember(product, member, 'GET', PATH))
    .results.map((each) => each.fee_amount)

/** The network fee of the withdrawal that these tests request. */
const currentFee = async (product: Product, member: BrowserMember): Promise<string> =>
  terms.parse(await asMember(product, member, 'GET', `${PATH}terms/?amount=4`)).usdt_network_fee

const withOwnFee = (networkFee: string): string => (Number(networkFee) + 0.5).toFixed(2)

const parts = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Withdraw Funds' })
  return {
    dialog,
    amount: dialog.getByLabel('Amount (USD)'),
    fee: dialog.getByText('Network fee for USDT').locator('..'),
    review: dialog.getByRole('button', { name: 'Review withdrawal' }),
    send: dialog.getByRole('button', { name: 'Withdraw', exact: true }),
    unknown: dialog.getByText(/^We couldn’t confirm that your request from .* went through/),
  }
}

/** A member with ten dollars at the review of a withdrawal of four in USDT. */
async function reviewUsdt(page: Page): Promise<void> {
  const { dialog, amount, review, send } = parts(page)
  await dialog.getByText('USDT (TRC20)', { exact: true }).click()
  await amount.fill('4')
  await review.click()
  await expect(send).toBeEnabled()
}

async function open(page: Page, product: Product, member: BrowserMember): Promise<void> {
  await openUsdtPayouts(product)
  await setTrxPrice(product, 0.05)
  const account = '/api/accounts/me/update/'
  await asMember(product, member, 'PATCH', account, { wallet_address: WALLET })
  await visitAs(page, member, '/account')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await reviewUsdt(page)
}

/** Presses the button, and resolves with the request that this sends. */
async function press(page: Page): Promise<Request> {
  const { send } = parts(page)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith(PATH)),
    send.click(),
  ])
  return request
}

const keyOf = (request: Request) => request.headers()['idempotency-key'] ?? ''
const feeIn = (request: Request) =>
  z.object({ network_fee: z.string() }).parse(request.postDataJSON()).network_fee

/** Loses the answer of the next request, or the request itself. */
const loseNext = (page: Page, lost: 'answer' | 'request') =>
  page.route(
    `**${PATH}`,
    async (route) => {
      if (lost === 'answer') await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

test(
  'shows a network fee that has risen, and asks again',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addFunded(staff, 'risen')
    await open(page, product, member)
    const { dialog, fee, review, send } = parts(page)
    const shown = await currentFee(product, member)
    await expect(fee).toContainText(`$${shown}`)
    await setTrxPrice(product, 0.1)
    const risen = await currentFee(product, member)
    const refused = await press(page)
    expect(feeIn(refused)).toBe(shown)
    await expect(
      toastSaying(page, `The network fee is now $${risen}, not $${shown}.`),
    ).toBeVisible()
    await expect(fee).toContainText(`$${risen}`)
    await review.click()
    await expect(send).toBeVisible()
    await expect(fee).toContainText(`$${risen}`)
    const agreed = await press(page)
    expect(feeIn(agreed)).toBe(risen)
    expect(keyOf(agreed)).not.toBe(keyOf(refused))
    await expect(dialog.getByText('$4.00 requested')).toBeVisible()
    expect(await feesOf(product, member)).toEqual([withOwnFee(risen)])
  },
)

test(
  'repeats a request whose answer was lost at its own fee',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addFunded(staff, 'unheard')
    await open(page, product, member)
    const { dialog, send, unknown } = parts(page)
    const shown = await currentFee(product, member)
    await loseNext(page, 'answer')
    const first = await press(page)
    await expect(unknown).toBeVisible()
    await setTrxPrice(product, 0.1)
    await page.reload()
    await reviewUsdt(page)
    await expect(unknown).toBeVisible()
    await expect(send).toBeEnabled()
    const again = await press(page)
    expect(keyOf(again)).toBe(keyOf(first))
    await expect(dialog.getByText(/^This is the request you made at /)).toBeVisible()
    await expect(dialog.getByText('Fee, including the network fee').locator('..')).toContainText(
      `$${withOwnFee(shown)}`,
    )
    expect(await feesOf(product, member)).toEqual([withOwnFee(shown)])
  },
)

test(
  'withdraws once when the first request arrives after the repeat',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addFunded(staff, 'belated')
    await open(page, product, member)
    const { dialog, fee, review, send, unknown } = parts(page)
    await loseNext(page, 'request')
    const first = await press(page)
    await expect(unknown).toBeVisible()
    // It is still under way when the server refuses the repeat.
    await setTrxPrice(product, 0.1)
    const risen = await currentFee(product, member)
    await expect(send).toBeEnabled()
    await press(page)
    await expect(toastSaying(page, `The network fee is now $${risen}`)).toBeVisible()
    await expect(fee).toContainText(`$${risen}`)
    await review.click()
    // A new key could pay twice.
    const agreed = await press(page)
    expect([feeIn(agreed), keyOf(agreed)]).toEqual([risen, keyOf(first)])
    await expect(dialog.getByText('$4.00 requested')).toBeVisible()
    await setTrxPrice(product, 0.05)
    const { authorization = '' } = first.headers()
    const late = await fetch(product.url + PATH, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': keyOf(first),
      },
      body: first.postData() ?? '',
    })
    expect(late.status).toBe(201)
    expect(await feesOf(product, member)).toEqual([withOwnFee(risen)])
  },
)

test('charges the network fee that the member saw last', LONG, async ({ page, product, staff }) => {
  const member = await addFunded(staff, 'cheaper')
  await open(page, product, member)
  const { fee, send, unknown } = parts(page)
  const shown = await currentFee(product, member)
  await loseNext(page, 'request')
  await press(page)
  await expect(unknown).toBeVisible()
  await setTrxPrice(product, 0.02)
  const lower = await currentFee(product, member)
  await page.reload()
  await reviewUsdt(page)
  await expect(fee).toContainText(`$${lower}`)
  await setTrxPrice(product, 0.05)
  await expect(send).toBeEnabled()
  await press(page)
  await expect(toastSaying(page, `The network fee is now $${shown}, not $${lower}.`)).toBeVisible()
  expect(await feesOf(product, member)).toEqual([])
})

test(
  'repeats a request that may be done after a refusal that says nothing about it',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addFunded(staff, 'impatient')
    await open(page, product, member)
    const { dialog, send, unknown } = parts(page)
    await loseNext(page, 'answer')
    const first = await press(page)
    await expect(unknown).toBeVisible()
    const detail = 'Too many requests. Please wait a moment and try again.'
    const problem = { title: '', status: 429, code: 'rate_limited', detail, request_id: 'limited' }
    const contentType = 'application/problem+json'
    await page.route(
      `**${PATH}`,
      (route) => route.fulfill({ status: 429, contentType, body: JSON.stringify(problem) }),
      { times: 1 },
    )
    await expect(send).toBeEnabled()
    await press(page)
    await expect(toastSaying(page, detail)).toBeVisible()
    await expect(unknown).toBeVisible()
    const again = await press(page)
    expect(keyOf(again)).toBe(keyOf(first))
    await expect(dialog.getByText(/^This is the request you made at /)).toBeVisible()
    expect(await feesOf(product, member)).toHaveLength(1)
  },
)
