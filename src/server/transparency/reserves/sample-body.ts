/** Reads a sealed day's commitment, and the sample of it. */
import { base64 } from '@scure/base'
import { ReserveSample, Solvency } from '../../../contract/subjects/reserves.ts'
import { parseUnits } from '../../../domain/money/money.ts'
import type { Opening } from '../../../proof/reserve-tree.ts'

/** The commitment in the sealed part of a day; null if it has no tree. */
export function committedIn(body: string) {
  const { deposits } = Solvency.parse(JSON.parse(body))
  if (deposits.root === null) return null
  const sums = { trx: parseUnits(deposits.trx) ?? 0n, usdt: parseUnits(deposits.usdt) ?? 0n }
  return { root: base64.decode(deposits.root), size: deposits.addresses, sums }
}

/** The proven openings of a sample. */
export const openingsIn = (body: string): readonly Opening[] =>
  ReserveSample.parse(JSON.parse(body)).openings.map((each) => ({
    draw: each.draw,
    address: each.address,
    holds: { trx: parseUnits(each.trx) ?? 0n, usdt: parseUnits(each.usdt) ?? 0n },
    before: { trx: parseUnits(each.trx_before) ?? 0n, usdt: parseUnits(each.usdt_before) ?? 0n },
    index: each.index,
    salt: each.salt,
    path: each.path,
  }))
