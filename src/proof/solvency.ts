/** A sheet's reserves and the figures derived from them: sums, dollars, and ratios. */
import {
  divideUp,
  formatUnits,
  formatUsd,
  parseUnits,
  rateE8,
  units,
} from '../domain/money/money.ts'
import { parseRate, valueOf, RATE_SCALE } from '../domain/money/rate.ts'
import { faultOf, type Fault } from './note.ts'
import { has, isExactly, isList, isText, isWhole } from './shape.ts'
import { readBase64 } from './tlog-proof.ts'

type Coins = { readonly trx: string; readonly usdt: string }
type Debts = Coins & { readonly members: string }
type Rate = { readonly trx: string; readonly as_of: string }

export type Wallet = {
  readonly address: string
  readonly state: 'counted' | 'unsigned' | 'not_known'
  readonly statement: { readonly text: string; readonly signature: string } | null
  readonly trx: string | null
  readonly usdt: string | null
  readonly from_block: number | null
  readonly to_block: number | null
}

/** What we held and owed at an unpredictable time. */
export type Reading = {
  readonly at: string
  readonly to_block: number
  readonly owed: Debts
  readonly held: Coins
  readonly rate: string
  readonly ratio: number | null
}

/** The ratio if TRX fell by this many percent. */
type Fall = { readonly percent: number; readonly ratio: number | null }

export type Solvency = {
  readonly network: string | null
  readonly owed: Debts
  readonly wallets: readonly Wallet[]
  readonly deposits: Coins & { readonly addresses: number; readonly root: string | null }
  readonly rate: Rate | null
  readonly held: Coins | null
  readonly usd: { readonly owed: string; readonly held: string } | null
  /** Hundredths of a percent, rounded down. */
  readonly ratio: number | null
  readonly falls?: readonly Fall[] | undefined
  readonly readings?: readonly Reading[] | undefined
  /** The lowest ratio of the sheet and its readings; null with too few of them. */
  readonly lowest?: number | null | undefined
}

type Given = Pick<Solvency, 'owed' | 'wallets' | 'deposits' | 'rate' | 'readings'>
type Derived = Pick<Solvency, 'held' | 'usd' | 'ratio' | 'falls' | 'lowest'>

const WHOLE = 10_000n
const PERCENT = 100n

/** The falls of TRX for which we compute the ratio. */
const FALLS = [30, 50] as const

/** With fewer readings in a day, coins borrowed for a moment might not show. */
const MIN_READINGS = 3

/** Millionths of a dollar or coin. */
const unitsIn = (text: string): bigint => parseUnits(text) ?? 0n

type Sums = { readonly trx: bigint; readonly usdt: bigint }

/** The sums of the counted wallets; null without one, or while one is unknown. */
function addUp({ wallets, deposits }: Given): Sums | null {
  if (!wallets.some(({ state }) => state === 'counted')) return null
  if (wallets.some(({ state }) => state === 'not_known')) return null
  const counted = wallets.filter(({ state }) => state === 'counted')
  const sum = (coin: 'trx' | 'usdt'): bigint =>
    counted.reduce((all, each) => all + unitsIn(each[coin] ?? ''), unitsIn(deposits[coin]))
  return { trx: sum('trx'), usdt: sum('usdt') }
}

/** Rounds what we owe up, what we hold down, and the ratio down. */
function valueAt(owed: Debts, held: Sums, price: NonNullable<ReturnType<typeof parseRate>>) {
  const owedMicros =
    unitsIn(owed.members) + unitsIn(owed.usdt) + divideUp(unitsIn(owed.trx) * price, RATE_SCALE)
  const heldMicros = valueOf('TRX', units(held.trx), price) + held.usdt
  const ratio = owedMicros === 0n ? null : Number((heldMicros * WHOLE) / owedMicros)
  return { owedMicros, heldMicros, ratio }
}

/** The ratio of a reading; null if nothing was owed. */
export function ratioOf({ owed, held, rate }: Omit<Reading, 'ratio'>): number | null {
  const price = parseRate(rate)
  const sums = { trx: unitsIn(held.trx), usdt: unitsIn(held.usdt) }
  return price === null ? null : valueAt(owed, sums, price).ratio
}

/** The lowest of the ratios, if there are enough readings. */
function lowestOf(ratio: number | null, readings: readonly Reading[]): number | null {
  const all = [ratio, ...readings.map((each) => each.ratio)].filter((each) => each !== null)
  return ratio === null || readings.length < MIN_READINGS ? null : Math.min(...all)
}

/**
 * The figures derived from the debts, the wallets, and the price. Debts don't change if TRX falls,
 * because we owe members dollars.
 */
export function deriveSolvency(given: Given): Derived {
  const { owed, rate, readings = [] } = given
  const held = addUp(given)
  const price = rate && parseRate(rate.trx)
  const shown = held && { trx: formatUnits(held.trx), usdt: formatUnits(held.usdt) }
  const isKnown = held !== null && price !== null
  const falls = FALLS.map((percent) => {
    const fallen = ((price ?? 0n) * (PERCENT - BigInt(percent))) / PERCENT
    return { percent, ratio: isKnown ? valueAt(owed, held, rateE8(fallen)).ratio : null }
  })
  if (!isKnown) return { held: shown, usd: null, ratio: null, falls, lowest: null }
  const { owedMicros, heldMicros, ratio } = valueAt(owed, held, price)
  const usd = { owed: formatUsd(owedMicros), held: formatUsd(heldMicros) }
  return { held: shown, usd, ratio, falls, lowest: lowestOf(ratio, readings) }
}

const isCoins = (value: unknown): value is string =>
  isText(value) && value.length <= 24 && parseUnits(value) !== null

/** Dollars as text: at least two decimals, and only one form for each amount. */
const isUsd = (value: unknown): value is string => {
  const amount = isText(value) ? parseUnits(value) : null
  return amount !== null && formatUsd(amount) === value
}

const isDebts = (value: unknown): value is Debts =>
  isExactly(value, ['members', 'trx', 'usdt']) &&
  isUsd(value.members) &&
  isCoins(value.trx) &&
  isCoins(value.usdt)

const isHeld = (value: unknown): value is Coins =>
  isExactly(value, ['trx', 'usdt']) && isCoins(value.trx) && isCoins(value.usdt)

const isRate = (value: unknown): value is string => isText(value) && parseRate(value) !== null

const isOrNull = <T>(value: unknown, is: (value: unknown) => value is T): value is T | null =>
  value === null || is(value)

const isStatement = (value: unknown): value is NonNullable<Wallet['statement']> =>
  isExactly(value, ['text', 'signature']) && isText(value.text) && isText(value.signature)

const isState = (value: unknown): value is Wallet['state'] =>
  value === 'counted' || value === 'unsigned' || value === 'not_known'

const isWallet = (value: unknown): value is Wallet =>
  isExactly(value, ['address', 'state', 'statement', 'trx', 'usdt', 'from_block', 'to_block']) &&
  isText(value.address) &&
  isState(value.state) &&
  isOrNull(value.statement, isStatement) &&
  isOrNull(value.trx, isCoins) &&
  isOrNull(value.usdt, isCoins) &&
  isOrNull(value.from_block, isWhole) &&
  isOrNull(value.to_block, isWhole)

const isReading = (value: unknown): value is Reading =>
  isExactly(value, ['at', 'to_block', 'owed', 'held', 'rate', 'ratio']) &&
  isText(value.at) &&
  isWhole(value.to_block) &&
  isDebts(value.owed) &&
  isHeld(value.held) &&
  isRate(value.rate) &&
  isOrNull(value.ratio, isWhole)

const isFall = (value: unknown): value is Fall =>
  isExactly(value, ['percent', 'ratio']) && isWhole(value.percent) && isOrNull(value.ratio, isWhole)

const NAMES = ['network', 'owed', 'wallets', 'deposits', 'rate', 'held', 'usd', 'ratio'] as const

/** Whether a value has the names of this part of a sheet. */
export const looksLikeSolvency = (value: unknown): boolean => has(value, NAMES)

const wrong = (field: string): Fault => faultOf('reserves_form', field)

/** Reads the reserves of a sheet. Doesn't check whether they are right. */
export function readSolvency(value: unknown): Solvency | Fault {
  if (!has(value, NAMES)) return wrong('file')
  const { network, owed, wallets, deposits, rate, held, usd, ratio } = value
  if (!isOrNull(network, isText)) return wrong('network')
  if (!isDebts(owed)) return wrong('owed')
  if (!isList(wallets) || !wallets.every(isWallet)) return wrong('wallets')
  if (!isDeposits(deposits)) return wrong('deposits')
  if (!isOrNull(rate, isDatedRate)) return wrong('rate')
  if (!isOrNull(held, isHeld)) return wrong('held')
  if (!isOrNull(usd, isValued)) return wrong('usd')
  if (!isOrNull(ratio, isWhole)) return wrong('ratio')
  const more = readMore(value)
  if ('fault' in more) return more
  return { network, owed, wallets, deposits, rate, held, usd, ratio, ...more }
}

/** Fields that older sheets lack. */
function readMore(value: object): Pick<Solvency, 'falls' | 'readings' | 'lowest'> | Fault {
  if (!has(value, ['falls', 'readings', 'lowest'])) return {}
  const { falls, readings, lowest } = value
  if (!isList(falls) || !falls.every(isFall)) return wrong('falls')
  if (!isList(readings) || !readings.every(isReading)) return wrong('readings')
  if (!isOrNull(lowest, isWhole)) return wrong('lowest')
  return { falls, readings, lowest }
}

const isDeposits = (value: unknown): value is Solvency['deposits'] =>
  isExactly(value, ['addresses', 'trx', 'usdt', 'root']) &&
  isWhole(value.addresses) &&
  isCoins(value.trx) &&
  isCoins(value.usdt) &&
  isOrNull(value.root, isRoot)

const isRoot = (value: unknown): value is string => isText(value) && readBase64(value, 32) !== null

const isDatedRate = (value: unknown): value is Rate =>
  isExactly(value, ['trx', 'as_of']) && isRate(value.trx) && isText(value.as_of)

const isValued = (value: unknown): value is NonNullable<Solvency['usd']> =>
  isExactly(value, ['owed', 'held']) && isUsd(value.owed) && isUsd(value.held)
