import { z } from 'zod'
import { until } from '../support/poll.ts'
import type { Product } from '../support/product.ts'
import { addMember, type BrowserMember } from './members.ts'
import { payOnDevnet } from './pay.ts'

const deposit = z.object({
  request_id: z.string(),
  stage: z.string(),
  wallet_address: z.string(),
  crypto_amount: z.string(),
})
const profile = z.object({ id: z.string(), profile_id: z.string(), active: z.boolean() })
const me = z.object({ profiles: z.array(profile) })

async function ask(product: Product, member: BrowserMember, path: string, body?: unknown) {
  const response = await fetch(product.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${member.access}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const answer: unknown = await response.json()
  return answer
}

/** Puts ten dollars into a member's wallet, over the chain. */
export async function fund(product: Product, member: BrowserMember): Promise<void> {
  const figures = { crypto_amount: '10.20000', original_amount: '10.00', fee_amount: '0.20' }
  const body = { ...figures, cryptocurrency: 'USDT' }
  const asked = await ask(product, member, '/api/transactions/deposit_ustd/', body)
  const request = deposit.parse(asked)
  const { wallet_address: address, crypto_amount: amount, request_id: id } = request
  await payOnDevnet(product, { address, asset: 'USDT', amount })
  const path = `/api/rewards/deposits/by-request/${id}/`
  const isCredited = async () =>
    deposit.parse(await ask(product, member, path)).stage === 'credited'
  await until(`${member.username} to be credited`, isCredited, { deadlineMs: 40_000, everyMs: 200 })
}

/** Activates the member's first inactive profile from the wallet. */
export async function activateFirst(product: Product, member: BrowserMember): Promise<void> {
  const { profiles } = me.parse(await ask(product, member, '/api/accounts/me/'))
  const id = profiles.find((profile) => !profile.active)?.id
  await ask(product, member, `/api/accounts/profiles/${id}/wallet-activate/`, {})
}

/** The profile that a member began with; the newest of the highest plan stands first. */
export async function requireFirstProfile(
  product: Product,
  member: BrowserMember,
): Promise<string> {
  const { profiles } = me.parse(await ask(product, member, '/api/accounts/me/'))
  return profiles.at(-1)?.profile_id ?? ''
}

/**
 * A member with others beneath them, all with an active Bronze profile: the first one registers
 * under the house, everybody else under the first. They take their places in the order named.
 */
export async function growTeam(product: Product, names: string[]): Promise<BrowserMember[]> {
  const members: BrowserMember[] = []
  for (const name of names) {
    members.push(await addMember(product, name, members[0]?.referralCode))
  }
  await Promise.all(members.map((member) => fund(product, member)))
  for (const member of members) await activateFirst(product, member)
  return members
}
