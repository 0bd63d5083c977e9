import { units, type RateE8 } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { openDepositKeys } from '../../tron/keys/deposit-keys.ts'
import { isAboutOne } from '../../tron/node/trouble.ts'
import type { PayoutOrder } from '../../tron/signer/payout-file.ts'
import { mostBurned, readCommitted, WORST_TRX_SUN } from './wallet-budget.ts'
import { BatchRefused } from './batch-refused.ts'
import { liveAddresses, readReserved } from './live-batches.ts'
import { exportBatch, type Exporting } from './export-batch.ts'
import {
  quarantineAddress,
  richInTrx,
  richInUsdt,
  type Candidate,
  type Refused,
} from './sweep-candidates.ts'

/** A sweep must be worth this many times its cost. */
const WORTH_ITS_FEE = 10n
/** The most moves of one coin in a file. */
const MAX_MOVES = 500
/** The most addresses that one export considers and asks the nodes about. */
const MAX_CONSIDERED = 1_500
const MAX_READ = 50_000
/** Left behind, so that the next payment to this address needs half the energy. */
const LEFT_USDT = 1n
/**
 * What a plain transfer may burn beyond the address's free allowance today. It doesn't cover the
 * activation of a new address.
 */
const TRX_FEE_SUN = 300_000n
/** What bytes beyond the free ones may burn, on top of the call itself. */
const BANDWIDTH_SUN = 1_000_000n

export type SweepTerms = {
  /** Where to sweep to. */
  to: Address
  /** The lowest value worth a sweep, in micro-dollars. */
  fromMicros: bigint
  rateE8: RateE8
  /** The extended public key whose addresses to sweep. A signer has the seed words of one key. */
  xpub: string
}

/** The file, and the addresses left out because the network would refuse their sweep. */
export type Exported = {
  batch: string
  text: string
  refused: Refused[]
  /** Why there are no more top-ups in the file. */
  short?: string
}

/**
 * Exports sweeps of deposit addresses that are worth it, for the key owner to sign offline. An
 * address that lacks the TRX to send its USDT waits for a top-up.
 */
export async function exportSweeps(deps: Exporting, terms: SweepTerms): Promise<Exported> {
  const refused: Refused[] = []
  const taken = await liveAddresses(deps.db)
  const orders = await usdtMoves(
    deps,
    terms,
    { refused, taken, skips: lacksTrx },
    (rich, limitSun) => {
      if (lacksTrx(rich, limitSun)) return null
      const { address: from, address_index: depositIndex } = rich
      const amount = rich.usdt - LEFT_USDT
      const id = `sweep ${depositIndex} USDT`
      return { id, asset: 'USDT', from, depositIndex, to: terms.to, amount, feeLimitSun: limitSun }
    },
  )
  orders.push(...(await trxSweeps(deps, terms, taken)))
  requireOrders(orders, { taken, refused })
  const wallet = { address: terms.to, role: 'cold' } as const
  const file = await exportBatch(deps, { kind: 'sweeps', orders, rateE8: null, wallet })
  return { ...file, refused }
}

/** Exports the TRX that deposit addresses need before we can sweep their USDT. */
export async function exportTopUps(
  deps: Exporting,
  terms: SweepTerms & { payer: Address },
): Promise<Exported> {
  const refused: Refused[] = []
  const taken = await liveAddresses(deps.db)
  const { payer } = terms
  const reserved = await readReserved(deps.db, payer)
  let leftSun = (await readUncommitted(deps, payer)) - reserved.left.sun
  let isSpent = false
  const choice = { refused, taken, isOver: () => isSpent }
  const orders = await usdtMoves(deps, terms, choice, (rich, limitSun) => {
    const amount = limitSun + BANDWIDTH_SUN - rich.trx
    if (amount <= 0n) return null
    // The transfer may have to activate the address.
    isSpent = amount + WORST_TRX_SUN > leftSun
    if (isSpent) return null
    leftSun -= amount + WORST_TRX_SUN
    const { address: to, address_index: toIndex } = rich
    const order = { asset: 'TRX', from: payer, to, toIndex, amount } as const
    return { ...order, id: `top-up ${toIndex}`, feeLimitSun: 0n }
  })
  const short = `${payer} has too little TRX for more top-ups, after what is under way.`
  if (isSpent && orders.length === 0) throw new BatchRefused(`${short} Send TRX to it first.`)
  requireOrders(orders, { taken, refused })
  const wallet = { address: payer, role: 'cold' } as const
  const file = await exportBatch(deps, { kind: 'top_ups', orders, rateE8: null, wallet, reserved })
  return { ...file, refused, ...(isSpent ? { short } : {}) }
}

/** The TRX of a wallet, less what its payouts and moves under way may take. */
async function readUncommitted({ db, tron }: Exporting, wallet: Address): Promise<bigint> {
  const balances = await tron.balances(wallet)
  if (!balances.ok) throw new BatchRefused(`The chain cannot be read: ${balances.trouble.kind}.`)
  const { sun } = await readCommitted(db, wallet, mostBurned)
  return balances.value.trx - sun
}

const MAX_NAMED = 5

/** Says why there is nothing to sign: earlier files, or what the nodes say about addresses. */
function requireOrders(
  orders: readonly PayoutOrder[],
  { taken, refused }: Pick<Choice, 'taken' | 'refused'>,
): void {
  if (orders.length > 0) return
  const earlier =
    taken.size === 0
      ? []
      : [
          `We left out addresses in earlier files (${taken.size}). ` +
            'Import or discard these files first.',
        ]
  const odd = refused.slice(0, MAX_NAMED).map(({ address, reason }) => `${address}: ${reason}.`)
  const more = refused.length - odd.length
  const others = more > 0 ? [`And ${more} more addresses.`] : []
  throw new BatchRefused(['There is nothing to sign.', ...earlier, ...odd, ...others].join(' '))
}

/** Whether an address can't pay for its own sweep. */
const lacksTrx = (rich: Candidate, limitSun: bigint): boolean => rich.trx < limitSun + BANDWIDTH_SUN

type OrderOf = (rich: Candidate, limitSun: bigint) => PayoutOrder | null

type Choice = {
  /** Collects refused addresses. */
  refused: Refused[]
  /** Addresses in another file. A second move would spend the same coins. */
  taken: ReadonlySet<Address>
  /** Whether to skip an address without asking, judging by the lowest fee limit seen so far. */
  skips?: (rich: Candidate, limitSun: bigint) => boolean
  /** Whether to look for no more addresses. */
  isOver?: () => boolean
}

/** Orders for addresses whose USDT is worth a sweep, each with its own dry run. */
async function usdtMoves(
  deps: Exporting,
  terms: SweepTerms,
  { refused, taken, skips, isOver }: Choice,
  orderOf: OrderOf,
): Promise<PayoutOrder[]> {
  const orders: PayoutOrder[] = []
  const isOfKey = addressCheck(terms.xpub)
  let [read, asked, lowestSun] = [0, 0, 0n]
  for await (const rich of richInUsdt(deps.db, terms.fromMicros)) {
    if (orders.length === MAX_MOVES || asked === MAX_CONSIDERED || read === MAX_READ) break
    if (isOver?.()) break
    read += 1
    if (taken.has(rich.address)) continue
    if (lowestSun > 0n && skips?.(rich, lowestSun)) continue
    if (!isOfKey(rich)) continue
    asked += 1
    const fee = await feeOf(deps, rich, terms)
    if ('reason' in fee) {
      const own: Refused = { address: rich.address, coin: 'USDT', reason: fee.reason }
      if (fee.isCertain) await quarantineAddress(deps.db, own)
      refused.push(own)
    } else if (fee.isWorth) {
      if (lowestSun === 0n || fee.limitSun < lowestSun) lowestSun = fee.limitSun
      const order = orderOf(rich, fee.limitSun)
      if (order !== null) orders.push(order)
    } else break // The next ones are poorer still, and cost the same.
  }
  return orders
}

/** Checks whether an address derives from a key. Addresses keep their key after a rotation. */
function addressCheck(xpub: string): (candidate: Candidate) => boolean {
  const { addressAt } = openDepositKeys(xpub)
  return ({ address, address_index: index }) => addressAt(index) === address
}

type Fee =
  | { limitSun: bigint; isWorth: boolean }
  /** `isCertain` unless the nodes can't tell at the moment. */
  | { reason: string; isCertain: boolean }

async function feeOf({ tron }: Exporting, rich: Candidate, terms: SweepTerms): Promise<Fee> {
  const amount = rich.usdt - LEFT_USDT
  const question = { asset: 'USDT', from: rich.address, to: terms.to, amount } as const
  const fee = await tron.estimateFee(question)
  if (fee.ok) {
    const { unaidedSun, feeLimitSun } = fee.value
    const cost = valueOf('TRX', units(unaidedSun), terms.rateE8)
    return { limitSun: feeLimitSun, isWorth: amount >= cost * WORTH_ITS_FEE }
  }
  const { kind, detail } = fee.trouble
  if (!isAboutOne(fee.trouble)) throw new BatchRefused(`No fee estimate: ${kind}.`)
  await requireTransfers(tron, terms.to)
  return { reason: detail || kind, isCertain: kind === 'reverted' }
}

/**
 * After a refused sweep, checks that the contract isn't paused, so that the address is to blame. We
 * try a transfer of nothing from the receiving wallet to itself, which needs no balance. It also
 * fails if that wallet is frozen, from where we couldn't move the coins.
 */
async function requireTransfers(tron: Exporting['tron'], wallet: Address): Promise<void> {
  const control = await tron.estimateFee({ asset: 'USDT', from: wallet, to: wallet, amount: 0n })
  if (control.ok) return
  const { kind, detail } = control.trouble
  if (kind !== 'reverted') throw new BatchRefused(`No fee estimate: ${kind}.`)
  throw new BatchRefused(
    `Every transfer of USDT is refused, also from ${wallet}: ${detail || kind}. ` +
      'Either USDT is paused, or this wallet is frozen.',
  )
}

async function trxSweeps(
  { db, tron }: Exporting,
  terms: SweepTerms,
  taken: ReadonlySet<Address>,
): Promise<PayoutOrder[]> {
  const { to, fromMicros, rateE8 } = terms
  const perTrx = valueOf('TRX', units(1_000_000n), rateE8)
  // Round up, so that we never offer an address below the limit, nor one without anything to move.
  const worth = (fromMicros * 1_000_000n + perTrx - 1n) / perTrx
  const worthItsFee = WORTH_ITS_FEE * TRX_FEE_SUN
  const leastSun = (worth > worthItsFee ? worth : worthItsFee) + TRX_FEE_SUN
  const isOfKey = addressCheck(terms.xpub)
  const rich = await richInTrx(db, { leastSun, worthUsdt: fromMicros, most: MAX_READ })
  // Deriving an address takes about a millisecond, so stop at the last one that we need.
  const free = rich.values().filter(({ address }) => !taken.has(address))
  const chosen = [...free.filter(isOfKey).take(MAX_MOVES)]
  if (chosen.length > 0) await requireActivated(tron, to)
  return chosen.map(({ address: from, address_index: depositIndex, trx }) => {
    const id = `sweep ${depositIndex} TRX`
    return { id, asset: 'TRX', from, depositIndex, to, amount: trx - TRX_FEE_SUN, feeLimitSun: 0n }
  })
}

/** Otherwise the network would refuse every sweep in the file. */
async function requireActivated(tron: Exporting['tron'], to: Address): Promise<void> {
  const account = await tron.account(to)
  if (!account.ok) throw new BatchRefused(`The chain cannot be read: ${account.trouble.kind}.`)
  if (account.value.isActivated) return
  throw new BatchRefused(
    `${to} isn't activated on TRON, and sweeps of TRX can't pay for that. Send it 1 TRX first.`,
  )
}
