/** What chance seldom brings about in a short run: a board that fills, member by member. */
import { until } from '../support/poll.ts'
import { pay, type World } from './acts.ts'
import { list, part, text, type Wire } from './http.ts'
import { callAs, callWithKey, signUp, type Member } from './member.ts'

const SEATS = 6

/** The Bronze profiles of a member, the oldest first. */
async function bronzesOf(world: World, member: Member): Promise<Wire[]> {
  const { body } = await callAs(world, member, { method: 'GET', path: 'accounts/me/' })
  const bronzes = list(body, 'profiles').filter(
    (each) => text(part(each, 'plan'), 'name') === 'Bronze',
  )
  return bronzes.toSorted((one, other) => Number(one['id']) - Number(other['id']))
}

/** Deposits 5 USDT, waits until they are in the wallet, and activates the first Bronze profile. */
async function buyBronze(world: World, member: Member): Promise<void> {
  const [profile] = await bronzesOf(world, member)
  if (!profile || profile['active'] === true) return
  const asked = { original_amount: 5, fee_amount: 0.1, crypto_amount: '5.10' }
  const { body } = await callWithKey(world, member, 'open_deposit', {
    method: 'POST',
    path: 'transactions/deposit_ustd/',
    body: { ...asked, cryptocurrency: 'USDT' },
  })
  const before = member.paid.length
  await pay(world, member, text(body, 'wallet_address'), 'USDT', '5.10')
  if (member.paid.length === before) throw new Error('the faucet paid nothing')
  const credited = async (): Promise<boolean> => {
    const path = 'rewards/deposits/?page_size=100'
    const lines = list((await callAs(world, member, { method: 'GET', path })).body, 'results')
    return lines.some(
      (line) => line['request_id'] === body['request_id'] && line['stage'] === 'credited',
    )
  }
  await until(`${member.username} to have been credited`, credited, { deadlineMs: 60_000 })
  const path = `accounts/profiles/${text(profile, 'id')}/wallet-activate/`
  const { status } = await callWithKey(world, member, 'activate', {
    method: 'POST',
    path,
    body: {},
  })
  if (status === 200) member.active.add(text(profile, 'id'))
}

/**
 * Lets six members join below the first one and activate Bronze, so that its oldest open board
 * is full whatever happened before. Gives the number of places taken on its first board.
 */
export async function fillBoard(world: World): Promise<number> {
  const [host] = world.members
  if (!host) throw new Error('nobody is there yet')
  await buyBronze(world, host)
  const join = async (): Promise<void> => {
    const username = `member.${++world.named}`
    const member = await signUp(world, username, host.referralCode, 60_000)
    if (!member) throw new Error(`${username} was never verified`)
    world.members.push(member)
    await buyBronze(world, member)
  }
  await Promise.all(Array.from({ length: SEATS }, join))
  const [first] = await bronzesOf(world, host)
  return Number(part(first ?? {}, 'board')['filled'])
}
