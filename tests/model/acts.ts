/** What members do, at random: things that are allowed and things that are not. */
import type { Random } from '../domain/random.ts'
import type { Product } from '../support/product.ts'
import { list, part, text, type Bugs, type Wire } from './http.ts'
import { callAs, callWithKey, type Member } from './member.ts'

export type World = {
  readonly product: Product
  readonly bugs: Bugs
  readonly members: Member[]
  /** Names given out, whether or not their registration was ever verified. */
  named: number
}

type Act = (world: World, member: Member, random: Random) => Promise<unknown>

const anyOf = (world: World, random: Random): Member => random.pick(world.members)

/** Asks for a deposit and pays it; sometimes not at all, and sometimes another amount. */
const deposit: Act = async (world, member, random) => {
  const [amount, fee, total] = random.pick([
    [5, 0.1, 5.1],
    [25, 0.5, 25.5],
    [80, 1.6, 81.6],
  ] as const)
  const cryptocurrency = random.pick(['USDT', 'TRX'])
  const crypto = cryptocurrency === 'TRX' ? total * 4 : total
  const figures = { original_amount: amount, fee_amount: fee, crypto_amount: crypto.toFixed(2) }
  const { status, body } = await callWithKey(world, member, 'open_deposit', {
    method: 'POST',
    path: 'transactions/deposit_ustd/',
    body: { ...figures, cryptocurrency },
  })
  if (status !== 201 || random.chance(0.1)) return
  const paid = random.chance(0.9) ? crypto : crypto / 2
  await pay(world, member, text(body, 'wallet_address'), cryptocurrency, paid.toFixed(2))
}

/** The faucet sends; an answer that is lost is not asked for again, since it may have sent. */
export async function pay(
  world: World,
  member: Member,
  address: string,
  asset: string,
  amount: string,
) {
  try {
    const response = await fetch(`${world.product.devnetUrl}/devnet/faucet`, {
      method: 'POST',
      body: JSON.stringify({ address, asset, amount }),
      signal: AbortSignal.timeout(10_000),
    })
    const { txid } = (await response.json()) as { txid?: string }
    if (txid !== undefined) member.paid.push(txid)
  } catch {
    // The devnet died with the product. What arrived shows on the chain.
  }
}

/** The member's profiles; what was once seen active must never be seen otherwise. */
async function profilesOf(world: World, member: Member): Promise<Wire[]> {
  const known = [...member.active]
  const { body } = await callAs(world, member, { method: 'GET', path: 'accounts/me/' })
  const profiles = list(body, 'profiles')
  const active = new Set(profiles.filter(isActive).map((profile) => text(profile, 'id')))
  const lost = known.filter((id) => !active.has(id))
  if (lost.length > 0) world.bugs.push(`${member.username} saw ${lost.join(', ')} active before`)
  for (const id of active) member.active.add(id)
  return profiles
}

const isActive = (profile: Wire): boolean => profile['active'] === true

/** Mostly a profile of its own; now and then someone else's, which is not there for it. */
const activate: Act = async (world, member, random) => {
  const owner = random.chance(0.9) ? member : anyOf(world, random)
  const profiles = await profilesOf(world, owner)
  const waiting = profiles.filter((profile) => !isActive(profile))
  const profile = random.pick(waiting.length > 0 && random.chance(0.9) ? waiting : profiles)
  const { status, body } = await callWithKey(world, member, 'activate', {
    method: 'POST',
    path: `accounts/profiles/${text(profile, 'id')}/wallet-activate/`,
    body: {},
  })
  if (status === 200) member.active.add(text(part(body, 'profile'), 'id'))
}

const withdraw: Act = async (world, member, random) => {
  const amount = random.pick([3, 3, 4.5, 10, 2.99, 5_000, 'much'])
  await callWithKey(world, member, 'request_withdrawal', {
    method: 'POST',
    path: 'rewards/withdrawals/',
    body: { amount, payment_method: random.chance(0.9) ? 'trx' : 'cash' },
  })
}

const cancel: Act = async (world, member, random) => {
  const owner = random.chance(0.9) ? member : anyOf(world, random)
  const path = 'rewards/withdrawals/?page_size=100'
  const { body } = await callAs(world, owner, { method: 'GET', path })
  const all = list(body, 'results')
  const pending = all.filter(({ stage }) => stage === 'pending')
  const choice = pending.length > 0 ? pending : all
  if (choice.length === 0) return
  await callWithKey(world, member, 'cancel_withdrawal', {
    method: 'POST',
    path: `rewards/withdrawals/${text(random.pick(choice), 'id')}/cancel/`,
    body: {},
  })
}

const accept: Act = async (world, member, random) => {
  const { body } = await callAs(world, member, {
    method: 'GET',
    path: 'transactions/unattributed/',
  })
  const waiting = list(body, 'results').filter((each) => each['status'] === 'waiting')
  if (waiting.length === 0) return
  await callWithKey(world, member, 'accept_transfer', {
    method: 'POST',
    path: `transactions/unattributed/${text(random.pick(waiting), 'id')}/accept/`,
    body: {},
  })
}

/** The same key with another body: refused, whatever the first one became. */
const reuse: Act = async (world, member, random) => {
  const before = member.heard.find(({ kind }) => kind === 'request_withdrawal')
  if (!before || before.answer.status >= 400) return
  const headers = { 'idempotency-key': before.key }
  // Never an amount that a first one asks for: with that it would be the same body.
  const body = { amount: 20 + random.below(9), payment_method: 'trx' }
  const { method, path } = before
  const { status } = await callAs(world, member, { method, path, body, headers })
  if (status !== 409) world.bugs.push(`a reused key was answered ${status}`)
}

/** Not keyed and safe to repeat: the log may have it twice, and the model follows the log. */
const flag: Act = (world, member, random) =>
  callAs(world, member, {
    method: 'PATCH',
    path: 'accounts/me/update/',
    body: { auto_upgrade: random.chance(0.7) },
  })

const stranger: Act = async (world) => {
  const path = 'rewards/withdrawals/'
  const response = await fetch(`${world.product.url}/api/${path}`).catch(() => null)
  if (response && ![401, 503].includes(response.status)) {
    world.bugs.push(`a stranger was answered ${response.status}`)
  }
}

const ACTS: readonly [weight: number, act: Act][] = [
  [5, deposit],
  [8, activate],
  [4, withdraw],
  [2, cancel],
  [2, accept],
  [1, reuse],
  [1, flag],
  [1, stranger],
]

/** One act of one member. */
export async function actAs(world: World, member: Member, random: Random): Promise<void> {
  let roll = random.below(24)
  for (const [weight, act] of ACTS) {
    roll -= weight
    if (roll < 0) return void (await act(world, member, random))
  }
}
