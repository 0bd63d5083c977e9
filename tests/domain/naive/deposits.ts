/** Deposits of the naive model. Every request and transfer stays in a list forever. */
import type { CommandOf } from '../../../src/domain/ledger/command.ts'
import type { Coin } from '../../../src/domain/money/money.ts'
import {
  type Naive,
  type NaiveRequest,
  type NaiveTransfer,
  memberNo,
  move,
  walletName,
} from './state.ts'

const CENT = 10_000n

/** 2 % to the cent, half up; at least $0.10, at most $2. */
export function naiveDepositFee(amount: bigint): bigint {
  const cents = (2n * amount + 500_000n) / 1_000_000n
  if (cents < 10n) return 10n * CENT
  return cents > 200n ? 200n * CENT : cents * CENT
}

const worth = (coin: Coin, units: bigint, rate: bigint): bigint =>
  coin === 'USDT' ? units : (units * rate) / 100_000_000n

export function openRequest(
  naive: Naive,
  command: CommandOf<'open_deposit'>,
  at: number,
): string | null {
  const { member, coin, amountMicros, feeMicros, cryptoUnits: units, expiresAt } = command
  if (!memberNo(naive, member)) return 'not_found'
  if (amountMicros < 2_000_000n) return 'minimum_deposit'
  if (units <= 0n) return 'amount_out_of_range'
  const old = openOf(naive, member, coin)
  if (old) old.state = 'replaced'
  naive.requests.push({
    member,
    coin,
    feeMicros,
    units,
    rate: command.lockedE8,
    openedAt: at,
    expiresAt,
    state: 'open',
    creditedMicros: null,
  })
  return null
}

const openOf = (naive: Naive, member: number, coin: Coin): NaiveRequest | undefined =>
  naive.requests.find(
    (each) => each.state === 'open' && each.member === member && each.coin === coin,
  )

/** Within 0.5 % or one cent's worth, whichever is larger. */
function isNear(request: NaiveRequest, units: bigint): boolean {
  const off = units > request.units ? units - request.units : request.units - units
  if (off * 200n <= request.units) return true
  // The difference is worth at most a cent, compared without a division.
  return request.coin === 'USDT' ? off <= CENT : off * request.rate <= CENT * 100_000_000n
}

export function receiveTransfer(
  naive: Naive,
  command: CommandOf<'receive_transfer'>,
): string | null {
  const { member, coin, amountUnits: units, blockE8: rate, blockAt, attributable, held } = command
  if (!memberNo(naive, member)) return 'not_found'
  if (units <= 0n) return 'amount_out_of_range'
  const open = attributable && held !== 'usdt_price' ? openOf(naive, member, coin) : undefined
  const inTime = open && blockAt >= open.openedAt && blockAt <= open.expiresAt ? open : null
  const kept: NaiveTransfer = {
    member,
    coin,
    units,
    rate,
    state: 'unattributed',
    request: inTime,
    creditedMicros: null,
  }
  naive.transfers.push(kept)
  move(naive, [`custody:${coin}`, units])
  if (inTime && isNear(inTime, units)) {
    const value = worth(coin, units, inTime.rate)
    const cents = (value - inTime.feeMicros) / CENT
    kept.state = 'credited'
    move(naive, [`conversion:${coin}`, -units])
    credit(naive, kept, value, cents * CENT, inTime.feeMicros)
    inTime.state = 'credited'
    inTime.creditedMicros = cents * CENT
    return null
  }
  move(naive, [`custody:unattributed ${coin}`, -units])
  const value = worth(coin, units, rate)
  // Eleven cents is the least that leaves one cent after the minimum fee.
  if (value < 11n * CENT) {
    Object.assign(kept, { state: value < CENT ? 'dust' : 'too_small', request: null })
  }
  return null
}

function credit(
  naive: Naive,
  transfer: NaiveTransfer,
  value: bigint,
  amount: bigint,
  fee: bigint,
): void {
  transfer.creditedMicros = amount
  move(
    naive,
    [`conversion:USD for ${transfer.coin}`, -value],
    [walletName(transfer.member), amount],
    ['house:deposit fees', fee],
    ['house:rounding', value - amount - fee],
  )
}

export function expireRequests(naive: Naive, blockAt: number): null {
  for (const request of naive.requests) {
    if (request.state === 'open' && request.expiresAt < blockAt) request.state = 'expired'
  }
  return null
}

export function acceptTransfer(
  naive: Naive,
  { transfer: no, member }: CommandOf<'accept_transfer'>,
): string | null {
  const transfer = naive.transfers[no - 1]
  if (!transfer) return 'not_found'
  if (transfer.state !== 'unattributed') return 'already_used'
  if (member !== null && member !== transfer.member) return 'not_found'
  const value = worth(transfer.coin, transfer.units, transfer.rate)
  let amount = value - (value % CENT)
  while (amount > 0n && amount + naiveDepositFee(amount) > value) amount -= CENT
  if (amount <= 0n) return 'too_small'
  transfer.state = 'accepted'
  const { coin, units } = transfer
  move(naive, [`custody:unattributed ${coin}`, units], [`conversion:${coin}`, -units])
  credit(naive, transfer, value, amount, naiveDepositFee(amount))
  const { request } = transfer
  if (request && request.state !== 'credited') {
    request.state = 'credited'
    request.creditedMicros = amount
  }
  return null
}
