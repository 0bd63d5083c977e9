import { z } from 'zod'
import { until } from '../../support/poll.ts'
import { ADDRESS, requestPayout, credit, type Staff } from './staff-actions.ts'
import { asMember } from '../support/api.ts'
import type { BrowserMember } from '../support/members.ts'
import { payOnDevnet } from '../support/pay.ts'
import { asOperator } from './staff.ts'
import { request, type Ask } from '../support/api.ts'

const found = z.object({ results: z.array(z.object({ id: z.string() })) })
const made = z.object({ id: z.string() })
const wallet = z.object({ wallet_address: z.string() })
const tabs = ['network', 'ledger', 'activity', 'sessions', 'notes']

const firstOf = async (ask: Ask, path: string): Promise<string> =>
  await until(
    `something under ${path}`,
    async () => found.parse(await ask('GET', path)).results[0]?.id,
    // We book a payment after 19 blocks, and sign a payout in its worker's next round.
    { deadlineMs: 60_000 },
  )

/** Hostile text for every field of a member, which must never run. */
export const HOSTILE = {
  name: '<img src=x onerror="document.title=\'run\'">',
  subject: '=HYPERLINK("http://evil.example","win")',
  message: '<script>document.title="run"</script>\n{{constructor}} javascript:alert(1)',
}

/** Items in every queue and objects of every kind, with hostile text from members. */
async function furnish(staff: Staff, members: BrowserMember[], ask: Ask): Promise<string> {
  const { product } = staff.chief
  await credit(staff, members, '60')
  for (const [place, member] of members.entries()) {
    const address = place < 2 ? ADDRESS : 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    await requestPayout(staff, member, `${4 + 3 * place}.00`, address)
  }
  const [first] = members
  if (!first) throw new Error('nobody to show')
  const names = { first_name: HOSTILE.name, last_name: 'Ng' }
  await asMember(product, first, 'PATCH', '/api/accounts/me/update/', names)
  const contact = { email: first.email, ...HOSTILE }
  await request(`${product.url}/api/accounts/contact/`, 'POST', {}, contact)
  const info = await asMember(product, first, 'GET', '/api/transactions/usdt_wallet_info/')
  const { wallet_address: address } = wallet.parse(info)
  await payOnDevnet(product, { address, asset: 'USDT', amount: '7.77' })
  const more = { username: first.username, amount: '15', reason: 'A payment that came back.' }
  await ask('POST', 'adjustments/', more)
  // Tests share the product, and an operator can have only one open change.
  const username = `new-${first.username}`
  const access = { kind: 'add', username, role: 'support', reason: 'Joins us on Monday.' }
  await ask('POST', 'access-changes/', access)
  const id = await firstOf(ask, `members/?search=${first.username}`)
  await ask('POST', `members/${id}/notes/`, { note: HOSTILE.message })
  return id
}

/** Paths of every console page below `/operator`, each with something to show. */
export async function furnishConsole(staff: Staff, members: BrowserMember[]): Promise<string[]> {
  const ask = await asOperator(staff.chief)
  const member = await furnish(staff, members, ask)
  const withdrawal = await firstOf(ask, 'withdrawals/?status=pending')
  await ask('POST', `withdrawals/${withdrawal}/approve/`, {})
  const { plans } = z
    .object({ results: z.array(z.object({ plans: z.array(z.unknown()) })) })
    .parse(await ask('GET', 'catalogues/')).results[0] ?? { plans: [] }
  const draft = await ask('POST', 'catalogue-drafts/', { note: 'As it is.', plans })
  const hook = { url: 'http://127.0.0.1:9/', description: HOSTILE.subject, events: ['reward.paid'] }
  const { webhook } = z.object({ webhook: made }).parse(await ask('POST', 'webhooks/', hook))
  await ask('POST', `webhooks/${webhook.id}/test/`, {})
  await firstOf(ask, 'deposits/unattributed/')
  const payout = await firstOf(ask, 'payouts/')
  const journal = await firstOf(ask, 'ledger/journals/')
  return [
    '',
    ...['withdrawals', 'deposits', 'messages', 'approvals'].map((name) => `/queue/${name}`),
    '/members',
    `/members/${member}`,
    ...tabs.map((tab) => `/members/${member}?tab=${tab}`),
    '/deposits',
    '/withdrawals',
    `/withdrawals/${withdrawal}`,
    '/payouts',
    `/payouts/${payout}`,
    '/profiles',
    '/journals',
    `/journals/${journal}`,
    '/adjustments',
    '/catalogs',
    `/catalogs/edit?draft=${made.parse(draft).id}`,
    '/alerts',
    '/system',
    '/audit',
    '/operators',
    '/incidents',
    '/import',
    '/api-keys',
    '/webhooks',
    `/webhooks/${webhook.id}`,
    '/readiness',
    '/security',
  ]
}
