import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/types.ts'
import { smallerOf } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { Holding } from '../../tron/quorum/node-holdings.ts'
import { quorumOf } from '../../tron/quorum/node-set.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { readReach } from './chain-record.ts'
import { ledgerBalances } from './ledger-balances.ts'

type Deps = { readonly db: Db; readonly tron: TronNodes }

type Reading = {
  /** Balances from before this block don't count. */
  readonly since?: number
  /** How long we wait until our record has reached the block of the balances. */
  readonly waitMs?: number
}

const POLL_MS = 250

/**
 * How much TRX an address has beyond the ledger, by the lowest balance that more than half of the
 * configured nodes report. One node is enough to report TRX that a contract sent, so it must not be
 * enough to cover it. Compares each balance with the ledger as of its block, because a payment that
 * our record hasn't reached yet would cover another one. Null if too few nodes answer, or if our
 * record is still behind them.
 */
export async function readSpareTrx(
  { db, tron }: Deps,
  address: Address,
  { since = 0, waitMs = 0 }: Reading = {},
): Promise<bigint | null> {
  const answers = await tron.holdings([address], 'stakes')
  const needed = quorumOf(tron.health().length)
  const held = answers
    .flatMap((answer) => answer.held)
    .filter(({ fromBlock }) => fromBlock >= since)
  const untilMs = performance.now() + waitMs
  while (held.length >= needed) {
    const reach = await readReach(db, tron)
    const reached = held.filter(({ toBlock }) => reach && toBlock <= reach.number)
    if (reached.length >= needed) return smallestSpare(db, reached)
    if (performance.now() >= untilMs) break
    await sleep(POLL_MS)
  }
  return null
}

async function smallestSpare(db: Db, held: readonly Holding[]): Promise<bigint | null> {
  const spare = await Promise.all(
    held.map(async (each) => {
      const [ledger] = await ledgerBalances(db, [each])
      // Coins that leave between the two blocks may be in the balance or not.
      return each.trx - largerOf(ledger?.from_trx ?? 0n, ledger?.to_trx ?? 0n)
    }),
  )
  const [first, ...others] = spare
  return first === undefined ? null : others.reduce((least, each) => smallerOf(least, each), first)
}

const largerOf = (one: bigint, other: bigint): bigint => (one > other ? one : other)
