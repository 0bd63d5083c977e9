import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { units, type Coin, type RateE8 } from '../../domain/money.ts'
import { valueOf } from '../../domain/rate.ts'
import type { Address } from '../../tron/address.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import type { PayoutOrder } from '../../tron/payout-file.ts'
import { BatchRefused, exportBatch } from './signing-batches.ts'

type Deps = { db: Db; tron: TronNodes }

/** A sweep has to be worth this many times what it costs. */
const WORTH_ITS_FEE = 10n
const MOST_MOVES = 500
/** Left behind, so that the next payer to this address spends half the energy. */
const LEFT_USDT = 1n
/** What a plain transfer may burn, beyond what the address has free today. */
const TRX_FEE_SUN = 300_000n

type Rich = { address: Address; address_index: number; trx: bigint; usdt: bigint }

/** Where to sweep to, from which value on (micro-dollars), and at which rate. */
export type SweepTerms = { to: Address; fromMicros: bigint; rateE8: RateE8 }

/**
 * Exports sweeps of deposit addresses worth the trouble, for the owner of their keys to sign
 * without network. An address that lacks the TRX to send its USDT is left for a top-up.
 */
export async function exportSweeps(deps: Deps, terms: SweepTerms): Promise<string> {
  const orders: PayoutOrder[] = []
  for (const rich of await readRich(deps.db)) {
    for (const coin of ['USDT', 'TRX'] as const) {
      const order = await sweepOf(deps, rich, coin, terms)
      if (order === null) continue
      orders.push(order)
      // The USDT sweep needs the address's TRX: that goes the next time.
      break
    }
  }
  return exportBatch(deps, 'sweeps', orders, null)
}

/** Exports the TRX that deposit addresses need before their USDT can be swept. */
export async function exportTopUps(
  deps: Deps,
  terms: SweepTerms & { payer: Address },
): Promise<string> {
  const orders: PayoutOrder[] = []
  for (const rich of await readRich(deps.db)) {
    const need = await feeOf(deps, rich, terms)
    if (need === null || rich.trx >= need) continue
    const amount = need - rich.trx
    const order = { asset: 'TRX', from: terms.payer, to: rich.address, amount } as const
    orders.push({ ...order, id: `top-up ${rich.address_index}`, feeLimitSun: 0n })
  }
  return exportBatch(deps, 'top_ups', orders, null)
}

/** Deposit addresses with money, as compared since their last move; none is under way. */
async function readRich(db: Db): Promise<Rich[]> {
  const { rows } = await sql<Rich>`
    select a.address, a.address_index, c.chain_trx as trx, c.chain_usdt as usdt
    from deposit_addresses a join address_checks c using (address)
    where c.state = 'agrees' and (c.chain_trx > 0 or c.chain_usdt > 0)
      and not exists (select from custody_moves m
        where m.state = 'stored' and a.address in (m.from_address, m.to_address))
      and not exists (select from address_dues d where d.address = a.address and d.moved)
    order by c.chain_usdt desc, c.chain_trx desc limit ${MOST_MOVES}`.execute(db)
  return rows
}

async function sweepOf(
  deps: Deps,
  rich: Rich,
  coin: Coin,
  terms: SweepTerms,
): Promise<PayoutOrder | null> {
  const { address: from, address_index: depositIndex } = rich
  const { to } = terms
  const id = `sweep ${depositIndex} ${coin}`
  if (coin === 'TRX') {
    const amount = rich.trx - TRX_FEE_SUN
    if (amount <= 0n || valueOf('TRX', units(amount), terms.rateE8) < terms.fromMicros) return null
    return { id, asset: coin, from, depositIndex, to, amount, feeLimitSun: 0n }
  }
  const need = await feeOf(deps, rich, terms)
  if (need === null || rich.trx < need) return null
  const amount = rich.usdt - LEFT_USDT
  return { id, asset: coin, from, depositIndex, to, amount, feeLimitSun: need }
}

/** The TRX that sweeping an address's USDT may take; null when it is not worth it. */
async function feeOf({ tron }: Deps, rich: Rich, terms: SweepTerms): Promise<bigint | null> {
  const amount = rich.usdt - LEFT_USDT
  if (amount < terms.fromMicros) return null
  const question = { asset: 'USDT', from: rich.address, to: terms.to, amount } as const
  const fee = await tron.estimateFee(question)
  if (!fee.ok) throw new BatchRefused(`No fee estimate: ${fee.trouble.kind}.`)
  const cost = valueOf('TRX', units(fee.value.feeSun), terms.rateE8)
  if (amount < cost * WORTH_ITS_FEE) return null
  // The limit is what the network may take; bytes beyond the free ones come on top.
  return fee.value.feeLimitSun + 1_000_000n
}
