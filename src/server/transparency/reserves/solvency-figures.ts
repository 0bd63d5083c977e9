/** What follows from a sheet's reserves: sums, dollars, and the ratio. Auditors derive it again. */
import type { z } from 'zod'
import type { Solvency } from '../../../contract/subjects/reserves.ts'
import { divideUp, formatUnits, formatUsd, parseUnits, units } from '../../../domain/money/money.ts'
import { parseRate, valueOf } from '../../../domain/money/rate.ts'

export type SolvencyBody = z.output<typeof Solvency>
type Given = Pick<SolvencyBody, 'owed' | 'wallets' | 'deposits' | 'rate'>
type Derived = Pick<SolvencyBody, 'held' | 'usd' | 'ratio'>

const SCALE = 100_000_000n
const WHOLE = 10_000n

/** Millionths of a dollar or coin. */
const unitsIn = (text: string): bigint => parseUnits(text) ?? 0n

/** The sums of what counts; null without a wallet, or while one that counts isn't known. */
function addUp({ wallets, deposits }: Given): { trx: bigint; usdt: bigint } | null {
  if (!wallets.some(({ state }) => state === 'counted')) return null
  if (wallets.some(({ state }) => state === 'not_known')) return null
  const counted = wallets.filter(({ state }) => state === 'counted')
  const sum = (coin: 'trx' | 'usdt'): bigint =>
    counted.reduce((all, each) => all + unitsIn(each[coin] ?? ''), unitsIn(deposits[coin]))
  return { trx: sum('trx'), usdt: sum('usdt') }
}

/** Rounds what we owe up, what we hold down, and the ratio down. */
export function deriveSolvency(given: Given): Derived {
  const { owed, rate } = given
  const held = addUp(given)
  const price = rate && parseRate(rate.trx)
  const shown = held && { trx: formatUnits(held.trx), usdt: formatUnits(held.usdt) }
  if (!held || !price) return { held: shown, usd: null, ratio: null }
  const owedMicros =
    unitsIn(owed.members) + unitsIn(owed.usdt) + divideUp(unitsIn(owed.trx) * price, SCALE)
  const heldMicros = valueOf('TRX', units(held.trx), price) + held.usdt
  const ratio = owedMicros === 0n ? null : Number((heldMicros * WHOLE) / owedMicros)
  return {
    held: shown,
    usd: { owed: formatUsd(owedMicros), held: formatUsd(heldMicros) },
    ratio,
  }
}
