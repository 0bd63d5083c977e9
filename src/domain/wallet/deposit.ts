/** Deposits: requests with a locked rate, transfers that match or miss them, and acceptance. */
import type { CommandOf } from '../ledger/command.ts'
import type { DepositRequestEvent, LedgerEvent, TransferEvent } from '../ledger/event.ts'
import { amountWithinTotal, depositFee, DEPOSIT_FEE_MIN, DEPOSIT_MIN } from '../money/fee.ts'
import {
  acceptedEntries,
  depositEntries,
  unattributedEntries,
  type Credit,
} from '../ledger/journal.ts'
import { post } from '../ledger/ledger.ts'
import {
  CENT,
  floorToCent,
  MAX_AMOUNT,
  micros,
  units,
  type Coin,
  type RateE8,
  type Units,
} from '../money/money.ts'
import { memberExists } from '../network/members.ts'
import { valueOf } from '../money/rate.ts'
import { refuse, type Refusal } from '../ledger/refusal.ts'
import type { State } from '../ledger/state.ts'
import { DAY_MS } from '../time/time.ts'

/** How long a request locks its rate. */
export const RATE_LOCK_MS = 15 * 60_000
/** After this, an unattributed transfer is accepted automatically. */
export const AUTO_ACCEPT_MS = DAY_MS
/** A transfer worth less than this is dust: recorded and visible to operators, never credited. */
const DUST = CENT
/**
 * A transfer worth less than this leaves nothing after the minimum fee, so it is never credited.
 */
export const MIN_CREDITABLE = micros(DEPOSIT_FEE_MIN + CENT)

type Answer = { readonly refusal: Refusal } | null

const openKey = (member: number, coin: Coin): number => member * 2 + (coin === 'TRX' ? 0 : 1)

/**
 * How far a transfer may deviate from the requested amount and still match: 0.5% of it or $0.01
 * worth, whichever is larger, both rounded down to the smallest unit.
 */
export function toleranceUnits(coin: Coin, asked: Units, rate: RateE8): Units {
  const share = asked / 200n
  const cent = coin === 'USDT' ? CENT : (CENT * 100_000_000n) / rate
  return units(share > cent ? share : cent)
}

/** Whether a transfer matches a request, by its block's time and its amount. */
function meets(
  request: DepositRequestEvent,
  received: Units,
  blockAt: number,
): 'met' | 'amount_mismatch' | 'too_old' | 'too_late' {
  if (blockAt < request.openedAt) return 'too_old'
  if (blockAt > request.expiresAt) return 'too_late'
  const asked = request.cryptoUnits
  const difference = received > asked ? received - asked : asked - received
  const tolerance = toleranceUnits(request.coin, asked, request.lockedE8)
  return difference <= tolerance ? 'met' : 'amount_mismatch'
}

/** The credit for a transfer that matched its request: its value less the fee, in whole cents. */
function creditMet(request: DepositRequestEvent, received: Units): Credit {
  const value = valueOf(request.coin, received, request.lockedE8)
  const feeMicros = request.feeMicros
  const creditedMicros = floorToCent(micros(value - feeMicros))
  return { creditedMicros, feeMicros, roundingMicros: micros(value - feeMicros - creditedMicros) }
}

/** The credit for a transfer without a request: the amount that, plus its fee, was received. */
export function creditReceived(coin: Coin, received: Units, rate: RateE8): Credit | null {
  const value = valueOf(coin, received, rate)
  const creditedMicros = amountWithinTotal(value)
  if (creditedMicros === null) return null
  const feeMicros = depositFee(creditedMicros)
  return { creditedMicros, feeMicros, roundingMicros: micros(value - creditedMicros - feeMicros) }
}

export function openDeposit(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'open_deposit'>,
  at: number,
): Answer {
  const { member, coin, amountMicros, cryptoUnits } = command
  if (!memberExists(state, member)) return refuse({ code: 'not_found' })
  if (amountMicros < DEPOSIT_MIN) return refuse({ code: 'minimum_deposit' })
  if (cryptoUnits <= 0n || cryptoUnits > MAX_AMOUNT || amountMicros > MAX_AMOUNT) {
    return refuse({ code: 'amount_out_of_range' })
  }
  const key = openKey(member, coin)
  const open = state.openRequests.get(key)
  const replaced = open === undefined ? undefined : state.requests.get(open)
  if (replaced) close(state, events, { ...replaced, state: 'replaced' })
  const { amountMicros: amount, feeMicros, lockedE8, expiresAt } = command
  const request: DepositRequestEvent = {
    event: 'deposit_request',
    no: ++state.numbers.request,
    member,
    coin,
    amountMicros: amount,
    feeMicros,
    cryptoUnits,
    lockedE8,
    openedAt: at,
    expiresAt,
    state: 'open',
    transfer: null,
    creditedMicros: null,
  }
  state.requests.set(request.no, request)
  state.openRequests.set(key, request.no)
  events.push(request)
  return null
}

/** Closes a request. It stays in memory while a transfer that missed it may still be accepted. */
function close(state: State, events: LedgerEvent[], request: DepositRequestEvent): void {
  events.push(request)
  const key = openKey(request.member, request.coin)
  if (state.openRequests.get(key) === request.no) state.openRequests.delete(key)
  if (request.state !== 'credited' && state.missed.get(request.no)) {
    state.requests.set(request.no, request)
  } else {
    state.requests.delete(request.no)
    if (state.missed.get(request.no)) state.missed.delete(request.no)
  }
}

/** Counts the transfers that await acceptance for a request they missed. */
function countMissed(state: State, request: number | null, change: 1 | -1): void {
  if (request === null || !state.requests.get(request)) return
  const count = (state.missed.get(request) ?? 0) + change
  if (count > 0) state.missed.set(request, count)
  else state.missed.delete(request)
}

export function receiveTransfer(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'receive_transfer'>,
): Answer {
  const { kind: _kind, attributable, held = null, ...received } = command
  const { member, coin, amountUnits, blockAt, blockE8 } = received
  if (!memberExists(state, member)) return refuse({ code: 'not_found' })
  if (amountUnits <= 0n || amountUnits > MAX_AMOUNT || blockE8 <= 0n) {
    return refuse({ code: 'amount_out_of_range' })
  }
  // A late rate doesn't prevent a match, because the request has its own locked rate.
  const mayMeet = attributable && held !== 'usdt_price'
  const open = mayMeet ? state.openRequests.get(openKey(member, coin)) : undefined
  const request = open === undefined ? undefined : state.requests.get(open)
  const fit = request ? meets(request, amountUnits, blockAt) : null
  const transfer: TransferEvent = {
    event: 'transfer',
    no: ++state.numbers.transfer,
    ...received,
    state: 'unattributed',
    request: null,
    creditedMicros: null,
    feeMicros: null,
    held: null,
  }
  if (request && fit === 'met') {
    const credit = creditMet(request, amountUnits)
    const { creditedMicros, feeMicros } = credit
    events.push({ ...transfer, state: 'credited', request: request.no, creditedMicros, feeMicros })
    post(state, events, 'deposit', transfer.no, depositEntries(member, coin, amountUnits, credit))
    close(state, events, { ...request, state: 'credited', transfer: transfer.no, creditedMicros })
    return null
  }
  post(state, events, 'unattributed', transfer.no, unattributedEntries(coin, amountUnits))
  const value = valueOf(coin, amountUnits, blockE8)
  if (value < MIN_CREDITABLE) {
    // The block's rate never changes, so nothing will ever credit this: memory can forget it.
    events.push({ ...transfer, state: value < DUST ? 'dust' : 'too_small' })
    return null
  }
  const missed = request && fit === 'amount_mismatch' ? request.no : null
  const why = attributable ? held : 'contract'
  const kept: TransferEvent = { ...transfer, request: missed, held: why }
  state.unattributed.set(kept.no, kept)
  countMissed(state, missed, 1)
  events.push(kept)
  return null
}

/** Closes the requests whose rate lock ended before a final block's time. */
export function expireDeposits(state: State, events: LedgerEvent[], blockAt: number): Answer {
  for (const [, request] of state.requests.entries()) {
    if (request.state !== 'open' || request.expiresAt >= blockAt) continue
    close(state, events, { ...request, state: 'expired' })
  }
  return null
}

export function acceptTransfer(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'accept_transfer'>,
): Answer {
  const transfer = state.unattributed.get(command.transfer)
  if (!transfer) {
    const exists = command.transfer >= 1 && command.transfer <= state.numbers.transfer
    return refuse({ code: exists ? 'already_used' : 'not_found' })
  }
  const { member, coin, amountUnits, blockE8 } = transfer
  if (command.member !== null && command.member !== member) return refuse({ code: 'not_found' })
  const credit = creditReceived(coin, amountUnits, blockE8)
  // Transfers worth less than this were final on arrival and aren't kept here.
  if (!credit) return refuse({ code: 'already_used' })
  const { creditedMicros, feeMicros } = credit
  state.unattributed.delete(transfer.no)
  countMissed(state, transfer.request, -1)
  post(state, events, 'accepted', transfer.no, acceptedEntries(member, coin, amountUnits, credit))
  events.push({ ...transfer, state: 'accepted', creditedMicros, feeMicros })
  const request = transfer.request === null ? undefined : state.requests.get(transfer.request)
  if (request) {
    close(state, events, { ...request, state: 'credited', transfer: transfer.no, creditedMicros })
  }
  return null
}

/** Restores a request from the tables into memory. */
export function restoreRequest(state: State, request: DepositRequestEvent): void {
  state.requests.set(request.no, request)
  if (request.state === 'open') {
    state.openRequests.set(openKey(request.member, request.coin), request.no)
  }
}

/** Restores an unattributed transfer into memory. Requests come first. */
export function restoreTransfer(state: State, transfer: TransferEvent): void {
  state.unattributed.set(transfer.no, transfer)
  if (transfer.request !== null && state.requests.get(transfer.request)) {
    countMissed(state, transfer.request, 1)
  }
}
