import { coinOf } from '../../book/rows/ledger-rows.ts'
import type { Db } from '../../../db/types.ts'
import type { Coin, RateE8 } from '../../../domain/money/money.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { isAboutOne, isVerdict } from '../../../tron/node/trouble.ts'
import type { PayoutOrder } from '../../../tron/signer/payout-file.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { checkReceiver } from '../check-receiver.ts'
import { readDue, unitsOf, type Due } from '../due-withdrawals.ts'
import { quarantineWithdrawal } from '../quarantine.ts'
import { hasEarlier, type Offline } from './offline-gate.ts'
import { usdtPauseReason, usdtPriceReason, wouldFail } from '../usdt-pause.ts'

/** The most payouts in a file, and the most withdrawals about which an export asks the nodes. */
export const FILE_LIMITS = { payouts: 500, asked: 1_500 }
/** The most that an export reads, of withdrawals that it leaves out without asking. */
const MAX_READ = 50_000
const PER_PAGE = 1_000

type Terms = {
  rateE8: RateE8
  /** The wallet's USDT, without what earlier files may take. */
  usdt: bigint
  /** Whether an earlier file has a withdrawal. */
  isTaken(due: Due): boolean
  limits: typeof FILE_LIMITS
}

export type Chosen = {
  orders: PayoutOrder[]
  /** Why we left out all other payouts in USDT. */
  closed: string | null
  /** Withdrawals for which the wallet lacks USDT. */
  short: number[]
  /** How many withdrawals are left for another file, and the limit that this one has reached. */
  rest: { count: number; limit: 'payouts' | 'asked' | null }
}

/**
 * Chooses the withdrawals of a file for an offline signer, oldest first. Leaves out those that the
 * wallet can't pay now, so that they keep no others out.
 */
export async function chooseOrders(deps: Offline, from: Address, terms: Terms): Promise<Chosen> {
  const chosen: Chosen = {
    orders: [],
    closed: await usdtPriceReason(deps.db),
    short: [],
    rest: { count: 0, limit: null },
  }
  const { orders, rest } = chosen
  const { limits } = terms
  // Equal orders would be the same transaction.
  const names = new Set<string>()
  let [usdt, asked] = [terms.usdt, 0]
  for await (const due of eachDue(deps.db, () => chosen.closed === null)) {
    const asset = coinOf(due.pay_asset)
    if (terms.isTaken(due) || (asset === 'USDT' && chosen.closed !== null)) continue
    if (orders.length === limits.payouts) rest.limit ??= 'payouts'
    if (asked === limits.asked) rest.limit ??= 'asked'
    if (rest.limit !== null) {
      rest.count += 1
      continue
    }
    const amount = unitsOf(due, asset, terms.rateE8)
    const name = `${asset} ${due.address} ${amount}`
    if (names.has(name)) {
      rest.count += 1
      continue
    }
    // TRX can still arrive in the wallet before the import. A token call needs its tokens now.
    if (asset === 'USDT' && amount > usdt) {
      chosen.short.push(due.no)
      continue
    }
    // The record answers this, so it counts as no question.
    if (await hasEarlier(deps, due.no)) continue
    asked += 1
    const order = await orderOf(deps, from, due, { asset, amount })
    const priced = order && (await withFeeLimit(deps, due, order))
    if (priced === null) continue
    if ('closed' in priced) {
      chosen.closed = priced.closed
      continue
    }
    names.add(name)
    if (asset === 'USDT') usdt -= amount
    orders.push(priced)
  }
  logShort(deps, chosen)
  return chosen
}

const MAX_NAMED = 20

/** Otherwise, an operator sees that the wallet is short only when nothing else is left to sign. */
function logShort({ log }: Offline, { short }: Chosen): void {
  if (short.length === 0) return
  const withdrawals = short.slice(0, MAX_NAMED)
  log.warn(
    { count: short.length, withdrawals },
    'the file leaves out withdrawals, because the wallet is short of USDT',
  )
}

/** Due withdrawals, oldest first. Those in USDT only while it is open. */
async function* eachDue(db: Db, isUsdtOpen: () => boolean): AsyncGenerator<Due> {
  for (let [after, read] = [0, 0]; read < MAX_READ;) {
    const coins: Coin[] = isUsdtOpen() ? ['TRX', 'USDT'] : ['TRX']
    const page = await readDue(db, coins, PER_PAGE, { after })
    yield* page
    read += page.length
    after = page.at(-1)?.no ?? 0
    if (page.length < PER_PAGE) return
  }
}

async function orderOf(
  deps: Offline,
  from: Address,
  due: Due,
  what: Pick<PayoutOrder, 'asset' | 'amount'>,
): Promise<PayoutOrder | null> {
  const to = await checkReceiver(deps, from, due)
  if (to === null) return null
  return { id: String(due.no), attempt: due.attempt, ...what, from, to, feeLimitSun: 0n }
}

/**
 * Adds what a USDT call may burn. Null if only this call would fail, which quarantines the
 * withdrawal, or if the nodes can't tell. `closed` if all calls would fail, or cost too much.
 */
async function withFeeLimit(
  deps: Offline,
  due: Due,
  order: PayoutOrder,
): Promise<PayoutOrder | { closed: string } | null> {
  if (order.asset === 'TRX') return order
  const fee = await deps.tron.estimateFee(order)
  if (fee.ok) return { ...order, feeLimitSun: fee.value.feeLimitSun }
  const { trouble } = fee
  if (!isVerdict(trouble) && !isAboutOne(trouble)) {
    throw new BatchRefused(`No fee estimate: ${trouble.kind}.`)
  }
  const closed = await usdtPauseReason(deps, order, trouble)
  if (closed !== null) {
    deps.log.warn({ closed }, 'the file leaves out payouts in USDT')
    return { closed }
  }
  if (isVerdict(trouble)) return quarantineWithdrawal(deps, due, wouldFail(trouble))
  deps.log.warn({ withdrawal: due.no, trouble }, 'no agreed fee estimate of a payout')
  return null
}
