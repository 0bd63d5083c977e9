import { z } from 'zod'
import { until } from '../../support/poll.ts'
import { addMember, type BrowserMember } from '../support/members.ts'
import { payOnDevnet } from '../support/pay.ts'
import { HOSTILE } from './furnish.ts'
import { asMember } from '../support/api.ts'
import { toastSaying } from '../support/toasts.ts'
import { requestPayout, credit } from './staff-actions.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { asOperator, openConsole } from './staff.ts'

/** Runs in the page. Presses a key as soon as the document has the item, before anything else. */
const pressWhenShown = ({ label, key }: { label: string; key: string }) => {
  const pressed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`article[aria-label$="${label}"]`)) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      resolve()
    })
    const attributes = ['aria-label']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: attributes })
  })
  return { pressed }
}

test('decides withdrawals by keyboard, one by one and several at once', async ({
  page,
  product,
  staff,
}) => {
  const names = ['queue-a', 'queue-b', 'queue-c', 'queue-d']
  const members = await Promise.all(names.map((name) => addMember(product, name)))
  await credit(staff, members, '10')
  for (const member of members) await requestPayout(staff, member, '3.50')
  await openConsole(page, staff.finance, '/queue/withdrawals')
  const table = page.getByRole('table', { name: 'Waiting withdrawals' })
  const open = (name: string) => page.getByRole('article', { name: new RegExp(`of ${name}$`) })
  // The oldest item comes first.
  await expect(table.getByRole('button', { name: /^queue-/ })).toHaveText(names)

  await test.step('keeps the open dialog and its reason when a phone turns', async () => {
    // The oldest is open. It may be another test's, and another operator may be paying it.
    await table.getByRole('button', { name: 'queue-a' }).click()
    const opened = page.getByRole('article')
    await open('queue-a').getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: /^Reject .+’s withdrawal of/ })
    await dialog.getByLabel('Reason').fill('Not yet')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(table).toHaveCount(0)
    await expect(dialog.getByLabel('Reason')).toHaveValue('Not yet')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Pending withdrawals' }).click()
    await expect(opened).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  await table.getByRole('button', { name: 'queue-a' }).click()

  await test.step('shows the member’s history and the flags next to it', async () => {
    await expect(open('queue-a').getByRole('list', { name: 'Flags' })).toContainText('First.')
    const history = open('queue-a').getByRole('region', { name: 'History of the member' })
    await expect(history).toContainText('$6.50')
    await expect(history).toContainText('queue-b')
  })

  await test.step('moves with j and k', async () => {
    await page.keyboard.press('j')
    await expect(open('queue-b')).toBeVisible()
    await page.keyboard.press('k')
    await expect(open('queue-a')).toBeVisible()
  })

  await test.step('handles a key pressed the moment it shows an item', async () => {
    // It is watching before the key that shows the item is pressed.
    const watching = await page.evaluateHandle(pressWhenShown, { label: 'of queue-b', key: 'k' })
    await page.keyboard.press('j')
    await watching.evaluate(({ pressed }) => pressed)
    await expect(open('queue-a')).toBeVisible()
  })

  await test.step('approves with a, and the next one opens', async () => {
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve $3.50' })
    await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(open('queue-b')).toBeVisible()
    await expect(table.getByRole('button', { name: 'queue-a' })).toHaveCount(0)
  })

  await test.step('rejects with r, and asks for a reason', async () => {
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject queue-b’s withdrawal of $3.50' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Enter a reason for the audit log.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The address belongs to three members.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(open('queue-c')).toBeVisible()
  })

  await test.step('approves selected ones together, each with its own result', async () => {
    await page.getByRole('button', { name: 'Select all' }).click()
    await expect(table.getByRole('checkbox', { checked: false })).toHaveCount(0)
    await page.getByRole('button', { name: 'Select none' }).click()
    for (const name of ['queue-c', 'queue-d']) {
      await table.getByRole('checkbox', { name: new RegExp(`of ${name}$`) }).check()
    }
    await page.getByRole('button', { name: 'Approve 2 selected' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Together $7.00.')).toBeVisible()
    const item = dialog.getByRole('listitem').filter({ hasText: 'queue-d' })
    await expect(item.getByRole('list', { name: 'Flags' })).toContainText('First')
    await expect(item.getByTitle(/^T\w{33}$/)).toBeVisible()
    const asked = Promise.withResolvers<void>()
    await page.route('**/operator/withdrawals/approve/', async (route) => {
      await asked.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Approve 2' }).click()
    // It stays for its answer.
    const { pathname, search } = new URL(page.url())
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(pathname + search)
    await expect(dialog.getByText('Together $7.00.')).toBeVisible()
    asked.resolve()
    await expect(dialog.getByText('Approved', { exact: true })).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})

const wallet = z.object({ wallet_address: z.string() })
const profile = z.object({ wallet_balance: z.string() })
const waiting = z.object({ results: z.array(z.object({ username: z.string() })) })

test(
  'accepts payments with another amount or without a request, with a reason',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addMember(product, 'unmatched')
    const short = await addMember(product, 'short-payer')
    const asked = { cryptocurrency: 'USDT', original_amount: '5', fee_amount: '0.1' }
    const body = { ...asked, crypto_amount: '5.1', payment_method: 'USDT (TRC20)' }
    await asMember(product, short, 'POST', '/api/transactions/deposit_ustd/', body)
    for (const [who, amount] of [[member, '6.64'] as const, [short, '3.33'] as const]) {
      const path = '/api/transactions/usdt_wallet_info/'
      const { wallet_address: address } = wallet.parse(await asMember(product, who, 'GET', path))
      await payOnDevnet(product, { address, asset: 'USDT', amount })
    }
    // The queue loads its items when it opens, and reloads only now and then.
    const ask = await asOperator(staff.finance)
    for (const { username } of [member, short]) {
      await until(`a payment of ${username}`, async () =>
        waiting
          .parse(await ask('GET', 'deposits/unattributed/'))
          .results.some((each) => each.username === username),
      )
    }
    await openConsole(page, staff.finance, '/queue/deposits')
    const accept = async (who: BrowserMember, amount: string, why: string): Promise<void> => {
      const row = page.getByRole('button', { name: `${amount} USDT` })
      await row.click()
      const item = page.getByRole('article').filter({ hasText: `${amount} USDT` })
      await expect(item).toContainText(why)
      await item.getByRole('button', { name: 'Accept' }).click()
      const dialog = page.getByRole('dialog', { name: `Accept ${amount} USDT` })
      const promised = await dialog.getByText(`${who.username} is credited`).textContent()
      await dialog.getByLabel('Reason').fill('The member wrote that it is theirs.')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      // Rows behind a dialog are inert, so `row` doesn't find them until it closes.
      await expect(dialog).toHaveCount(0)
      await expect(row).toHaveCount(0)
      await expect(page.locator('#main:focus, #main :focus')).toHaveCount(1)
      const { wallet_balance: now } = profile.parse(
        await asMember(product, who, 'GET', '/api/accounts/me/'),
      )
      // A coin has the value of its block: near a dollar, less the fee.
      expect(Number(now)).toBeGreaterThan(Number(amount) * 0.9)
      expect(promised).toBe(`${who.username} is credited $${now}.`)
    }
    await accept(member, '6.64', 'request')
    await accept(short, '3.33', 'amount')
  },
)

const emails = z.array(z.object({ to: z.string(), text: z.string() }))

test(
  'shows a message as plain text, and answers it by email',
  LONG,
  async ({ page, product, staff }) => {
    const subject = '=HYPERLINK("http://evil.example","queue")'
    const sent = await fetch(`${product.url}/api/accounts/contact/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...HOSTILE, subject, email: 'stranger@example.org' }),
    })
    expect(sent.status).toBe(201)
    await openConsole(page, staff.support, '/queue/messages')
    await page.getByRole('button', { name: subject }).click()
    const message = page.getByRole('article')
    await expect(message).toContainText(HOSTILE.name)
    await expect(message).toContainText('<script>document.title="run"</script>')
    await expect(page).toHaveTitle('Messages · Twofold console')
    await expect(message.locator('img, script')).toHaveCount(0)
    await message.getByLabel('Answer').fill('We have looked into it.')
    await page.reload()
    await expect(message.getByLabel('Answer')).toHaveValue('We have looked into it.')
    await message.getByRole('button', { name: 'Send answer' }).dblclick()
    await expect(page.getByRole('button', { name: subject })).toHaveCount(0)
    // The second click sends nothing, so nothing refuses it.
    await expect(toastSaying(page, 'Couldn’t save changes')).toHaveCount(0)
    const arrived = async () => {
      const all = emails.parse(await (await fetch(product.mailboxUrl)).json())
      return all.find(({ to, text }) => to.includes('stranger') && text.includes('looked into it'))
    }
    await until('the answer to arrive', arrived, { deadlineMs: 60_000 })
  },
)

test(
  'shows withdrawals as cards on a phone, and returns to the list after an approval',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addMember(product, 'pocket')
    await credit(staff, [member], '10')
    const id = await requestPayout(staff, member, '4.00')
    await page.setViewportSize({ width: 390, height: 844 })
    await openConsole(page, staff.finance, '/queue/withdrawals')
    const list = page.getByRole('list', { name: 'Waiting withdrawals' })
    const card = list.getByRole('listitem').filter({ hasText: 'pocket' })
    await expect(card).toContainText('$4.00')
    const fits = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
    expect(await fits()).toBe(true)
    await card.getByRole('button', { name: 'pocket' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Pending withdrawals' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'pocket' })).toBeFocused()
    await page.keyboard.press('Enter')
    const item = page.getByRole('article', { name: `Withdrawal ${id} of pocket` })
    await expect(item.getByRole('region', { name: 'History of the member' })).toContainText('$6.00')
    expect(await fits()).toBe(true)
    await item.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(item).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Pending withdrawals' })).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(page.locator('#main:focus, #main :focus')).toHaveCount(1)
  },
)

test('moves the focus with the open item on a phone', LONG, async ({ page, product, staff }) => {
  const subjects = ['The first to answer', 'The second to answer']
  for (const subject of subjects) {
    const sent = await fetch(`${product.url}/api/accounts/contact/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ana', email: 'ana@example.org', subject, message: 'Hello' }),
    })
    expect(sent.status).toBe(201)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await openConsole(page, staff.support, '/queue/messages')
  const row = page.getByRole('button', { name: subjects[1] ?? '' })
  const back = page.getByRole('button', { name: 'Messages', exact: true })
  await row.press('Enter')
  await expect(back).toBeFocused()
  await expect(page).toHaveTitle('Messages · Twofold console')
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await row.press('Enter')
  await page.goBack()
  await expect(row).toBeFocused()

  await test.step('leaves it where it is at the first load, and on a wide screen', async () => {
    await row.press('Enter')
    await page.reload()
    await expect(back).toBeVisible()
    await expect(back).not.toBeFocused()
    await page.setViewportSize({ width: 1280, height: 860 })
    await row.press('Enter')
    await expect(row).toBeFocused()
  })
})
