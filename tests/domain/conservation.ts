/** Money in, money out, money held, and impossible shapes of a tree of seats. */
import { custody, HOUSE_ACCOUNTS, withdrawalHold } from '../../src/domain/ledger/account.ts'
import { eventsOf, type Effects } from '../../src/domain/ledger/event.ts'
import { walletOf } from '../../src/domain/ledger/ledger.ts'
import type { Coin } from '../../src/domain/money/money.ts'
import { netMicros } from '../../src/domain/wallet/withdrawal.ts'
import { latest } from './fold-events.ts'
import { allEffects, type Both } from './play-both.ts'

export type Flow = { readonly came: bigint; readonly left: bigint; readonly held: bigint }

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

/** One flow for dollars and one for each coin, from the event lists and the balances. */
export function moneyInAndOut(both: Both): Flow[] {
  return [dollars(both), coins(both, 'TRX'), coins(both, 'USDT')]
}

const USD_OF_THE_HOUSE =
  'plan margin,deposit fees,withdrawal fees,network fees charged,rounding'.split(',')

/** Deposits at their value and adjustments came; nets of confirmed payouts left. */
function dollars(both: Both): Flow {
  const events = allEffects(both)
  const valued = eventsOf(events, 'journal').flatMap(({ kind, postings }) =>
    kind === 'deposit' || kind === 'accepted'
      ? postings.filter(({ purpose }) => ['deposit', 'deposit_fee', 'rounding'].includes(purpose))
      : [],
  )
  const approved = latest(eventsOf(events, 'adjustment')).filter(({ approvedBy }) => approvedBy)
  const came = [
    ...valued.map(({ amount }) => amount),
    ...approved.map(({ amountMicros }) => amountMicros),
  ]
  const paid = latest(eventsOf(events, 'withdrawal')).filter(({ state }) => state === 'confirmed')
  const left = paid.map(netMicros)
  const own = HOUSE_ACCOUNTS.filter(({ name }) => USD_OF_THE_HOUSE.includes(name.slice(6)))
  const members = both.naive.members.map(
    ({ no }) => walletOf(both.state, no) + both.state.balances.get(withdrawalHold(no)),
  )
  const held = [...own.map(({ no }) => both.state.balances.get(no)), ...members]
  return { came: sum(came), left: sum(left), held: sum(held) }
}

/** Transfers and the treasury's coins in, payouts and burned fees out; custody holds the rest. */
function coins(both: Both, coin: Coin): Flow {
  const events = allEffects(both)
  const received = eventsOf(events, 'transfer')
    .filter((event) => event.coin === coin && event.state !== 'accepted')
    .map(({ amountUnits }) => amountUnits)
  const commands = both.accepted.map(({ command }) => command)
  const moved = commands.flatMap((command) =>
    command.kind === 'move_treasury' && command.coin === coin ? command.amountUnits : [],
  )
  const burned = coin === 'TRX' ? commands.flatMap((c) => ('feeSun' in c ? c.feeSun : [])) : []
  const paid = latest(eventsOf(events, 'withdrawal')).flatMap((each) =>
    each.state === 'confirmed' && each.coin === coin ? (each.sentUnits ?? []) : [],
  )
  const held = both.state.balances.get(custody(coin))
  return { came: sum([...received, ...moved]), left: sum([...burned, ...paid]), held }
}

/** Positions taken twice, parents that came later or are on other plans, and cycles of sponsors. */
export function seatFaults(effects: Effects): string[] {
  const faults: string[] = []
  const seats = new Map(eventsOf(effects, 'seat').map((seat) => [seat.profile, seat]))
  const taken = new Set<string>()
  for (const { profile, parent, side, plan, ordinal } of seats.values()) {
    if (parent === 0) continue
    const position = `${parent} ${side}`
    if (taken.has(position)) faults.push(`position ${position} is taken twice`)
    taken.add(position)
    const above = seats.get(parent)
    if (above?.plan !== plan || above.ordinal >= ordinal) faults.push(`seat ${profile}`)
  }
  if (seats.size !== eventsOf(effects, 'seat').length) faults.push('a profile has two seats')
  for (const { no, sponsor } of eventsOf(effects, 'member')) {
    if ((sponsor ?? 0) >= no) faults.push(`member ${no} comes before its sponsor`)
  }
  return faults
}
