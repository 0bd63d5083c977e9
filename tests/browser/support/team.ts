import { z } from 'zod'
import { until } from '../../support/poll.ts'
import type { Product } from '../../support/product.ts'
import { credit, type Staff } from '../console/staff-actions.ts'
import { asMember } from './api.ts'
import { addMember, type BrowserMember } from './members.ts'
import { payOnDevnet } from './pay.ts'

/** The members of a team, the first one above all others. */
export type Team = [BrowserMember, ...BrowserMember[]]

const deposit = z.object({
  request_id: z.string(),
  stage: z.string(),
  wallet_address: z.string(),
  crypto_amount: z.string(),
})
const profile = z.object({ id: z.string(), profile_id: z.string(), active: z.boolean() })
const me = z.object({ profiles: z.array(profile) })

/** Puts ten dollars into a member's wallet with an on-chain deposit. */
export async function depositTen(product: Product, member: BrowserMember): Promise<void> {
  const figures = { crypto_amount: '10.20000', original_amount: '10.00', fee_amount: '0.20' }
  const body = { ...figures, cryptocurrency: 'USDT' }
  const asked = await asMember(product, member, 'POST', '/api/transactions/deposit_ustd/', body)
  const request = deposit.parse(asked)
  const { wallet_address: address, crypto_amount: amount, request_id: id } = request
  await payOnDevnet(product, { address, asset: 'USDT', amount })
  const path = `/api/rewards/deposits/by-request/${id}/`
  const isCredited = async () =>
    deposit.parse(await asMember(product, member, 'GET', path)).stage === 'credited'
  await until(`${member.username} to be credited`, isCredited, { deadlineMs: 40_000, everyMs: 100 })
}

const profilesOf = async (product: Product, member: BrowserMember) =>
  me.parse(await asMember(product, member, 'GET', '/api/accounts/me/')).profiles

/** Activates the member's first inactive profile from the wallet. */
export async function activateFirst(product: Product, member: BrowserMember): Promise<void> {
  const profiles = await profilesOf(product, member)
  const id = profiles.find(({ active }) => !active)?.id
  await asMember(product, member, 'POST', `/api/accounts/profiles/${id}/wallet-activate/`, {})
}

/** The profile that a member began with. The list starts with the highest plan, newest first. */
export async function requireFirstProfile(
  product: Product,
  member: BrowserMember,
): Promise<string> {
  return (await profilesOf(product, member)).at(-1)?.profile_id ?? ''
}

/** A new member with ten dollars in the wallet. */
export async function addFunded(staff: Staff, name: string, sponsor?: string) {
  const member = await addMember(staff.chief.product, name, sponsor)
  await credit(staff, [member], '10')
  return member
}

/**
 * A member and their downline, all with an active Bronze profile. The first one registers under the
 * company, the others under the first. They take their seats in the order of the names.
 */
export async function growTeam(staff: Staff, [top = '', ...names]: string[]): Promise<Team> {
  const { product } = staff.chief
  const first = await addMember(product, top)
  const others = names.map((name) => addMember(product, name, first.referralCode))
  const team: Team = [first, ...(await Promise.all(others))]
  await credit(staff, team, '10')
  for (const member of team) await activateFirst(product, member)
  return team
}
