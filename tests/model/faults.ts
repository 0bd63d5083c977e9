/** Checks everything that must be true after a round, from outside. Each fault is a sentence. */
import { formatUsd } from '../../src/domain/money/money.ts'
import { countBoard } from '../domain/naive/network.ts'
import type { World } from './acts.ts'
import type { Followed } from './follow-log.ts'
import { list, part, text, type Wire } from './http.ts'
import { callAs, type Heard, type Member } from './member.ts'
import { callAsOperator, type Operator } from './operator.ts'
import { type Naive, balanceIn, heldName, walletName } from '../domain/naive/state.ts'

const KINDS = [
  'activate',
  'open_deposit',
  'request_withdrawal',
  'cancel_withdrawal',
  'accept_transfer',
]

/** The log has all acknowledged commands and no refused ones: both sides have the same counts. */
export function countFaults({ members }: World, followed: Followed): string[] {
  const faults: string[] = []
  const logged = followed.naive.members.length - 1
  if (logged !== members.length) faults.push(`${members.length} joined, the log has ${logged}`)
  for (const { no, heard } of members) {
    for (const kind of KINDS) {
      const accepted = heard.filter((each) => each.kind === kind && each.answer.status < 400)
      const inLog = followed.counts.get(`member:${no} ${kind}`) ?? 0
      if (accepted.length !== inLog) {
        faults.push(`member ${no} had ${accepted.length} × ${kind} accepted, the log has ${inLog}`)
      }
    }
  }
  return faults
}

/** Compares the member's view with the model: wallet, profiles, boards, children, withdrawals. */
export async function memberFaults(world: World, naive: Naive, member: Member): Promise<string[]> {
  const faults: string[] = []
  const same = (what: string, model: unknown, product: unknown): void => {
    if (String(model) === String(product)) return
    faults.push(`member ${member.no}, ${what}: the model says ${model}, the product ${product}`)
  }
  const get = async (path: string) => (await callAs(world, member, { method: 'GET', path })).body
  const me = await get('accounts/me/')
  same('wallet', formatUsd(balanceIn(naive, walletName(member.no))), me['wallet_balance'])
  const own = naive.profiles.filter(({ owner }) => owner.no === member.no)
  const shown = new Map(list(me, 'profiles').map((profile) => [text(profile, 'id'), profile]))
  same('number of profiles', own.length, shown.size)
  for (const model of own) {
    const profile = shown.get(String(model.no)) ?? {}
    same(`profile ${model.no}`, model.turn > 0, profile['active'])
    same(`board of ${model.no}`, countBoard(model), part(profile, 'board')['filled'])
    if (model.turn === 0) continue
    const children = await get(`tree/children/?profile_id=${model.no}`)
    same(`left of ${model.no}`, model.left?.no ?? '', childOf(children, 'left_child'))
    same(`right of ${model.no}`, model.right?.no ?? '', childOf(children, 'right_child'))
  }
  const withdrawals = list(await get('rewards/withdrawals/?page_size=100'), 'results')
  const stages = new Map(withdrawals.map((each) => [text(each, 'id'), text(each, 'stage')]))
  naive.withdrawals.forEach((each, i) => {
    if (each.member !== member.no || !stages.has(String(i + 1))) return
    same(`withdrawal ${i + 1}`, each.state, stages.get(String(i + 1)))
  })
  const mine = naive.withdrawals.filter((each) => each.member === member.no)
  same('number of withdrawals', Math.min(100, mine.length), withdrawals.length)
  same('own lists', await walletByLists(get, me), me['wallet_balance'])
  return faults
}

const childOf = (children: Wire, side: string): string => {
  const child = part(children, side)
  return text('profile' in child ? part(child, 'profile') : child, 'id')
}

const micros = (wire: Wire, name: string): bigint => BigInt(Math.round(Number(wire[name]) * 1e6))
const total = (wires: Wire[], name: string): bigint =>
  wires.reduce((sum, wire) => sum + micros(wire, name), 0n)

/**
 * The wallet as the sum of the member's own lists (invariant I-5). There are no adjustments here.
 */
async function walletByLists(get: (path: string) => Promise<Wire>, me: Wire): Promise<string> {
  const all = async (path: string): Promise<Wire[]> => {
    const found: Wire[] = []
    for (let page = 1; ; page++) {
      const body = await get(`${path}?page_size=100&page=${page}`)
      found.push(...list(body, 'results'))
      if (body['next'] === null) return found
    }
  }
  const deposits = (await all('rewards/deposits/')).filter(({ stage }) => stage === 'credited')
  const accepted = (await all('transactions/unattributed/')).filter(
    ({ status }) => status === 'accepted',
  )
  const withdrawals = (await all('rewards/withdrawals/')).filter(
    ({ status }) => status !== 'rejected',
  )
  const credited = new Set(deposits.map((each) => text(each, 'transaction_hash')))
  const alone = accepted.filter((each) => !credited.has(text(each, 'transaction_hash')))
  const active = list(me, 'profiles').filter((profile) => profile['active'] === true)
  const fees = total(
    active.map((profile) => part(profile, 'plan')),
    'cost',
  )
  const came = total(deposits, 'amount') + total(alone, 'amount') + micros(me, 'total_rewards')
  return formatUsd(came - fees - total(withdrawals, 'amount'))
}

/** Held money as the operator sees it, and the ledger's own check through the API. */
export async function operatorFaults(
  world: World,
  naive: Naive,
  operator: Operator,
): Promise<string[]> {
  const faults: string[] = []
  const get = (path: string) => callAsOperator(world, operator, { method: 'GET', path })
  for (const { no } of world.members) {
    const { body } = await get(`operator/members/${no}/`)
    const held = formatUsd(balanceIn(naive, heldName(no)))
    if (body['withdrawing'] !== held) {
      faults.push(`member ${no} holds ${held} in the model, ${text(body, 'withdrawing')} there`)
    }
  }
  const { body } = await get('operator/ledger/check/')
  if (body['ok'] !== true) faults.push(`ledger check: ${JSON.stringify(body['differences'])}`)
  return faults
}

/** The same key and body give the same status and body again, whatever happened since. */
export async function replayFaults(world: World, member: Member, heard: readonly Heard[]) {
  const faults: string[] = []
  for (const { method, path, body, key, answer } of heard) {
    const headers = { 'idempotency-key': key }
    const again = await callAs(world, member, { method, path, body, headers })
    if (answer.status >= 400) continue
    const [first, second] = [JSON.stringify(answer.body), JSON.stringify(again.body)]
    if (again.status !== answer.status || first !== second) {
      faults.push(`${key} was answered ${answer.status} ${first}, then ${again.status} ${second}`)
    }
  }
  return faults
}

/** What the chain paid to each member's wallet matches the model. */
export async function chainFaults({ product, members }: World, naive: Naive): Promise<string[]> {
  const faults: string[] = []
  for (const { no, wallet } of members) {
    const response = await fetch(`${product.devnetUrl}/walletsolidity/getaccount`, {
      method: 'POST',
      body: JSON.stringify({ address: wallet, visible: true }),
    })
    const { balance = 0 } = (await response.json()) as { balance?: number }
    const paid = naive.withdrawals
      .filter(({ member, state }) => member === no && state === 'confirmed')
      .reduce((sum, { sent }) => sum + (sent?.units ?? 0n), 0n)
    if (BigInt(balance) !== paid) faults.push(`${wallet} has ${balance} sun, the model ${paid}`)
  }
  return faults
}
