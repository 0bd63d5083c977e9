/**
 * What we held and owed at random times of the day. If someone lent us coins just for the moment of
 * the sheet, they would be missing then, and the lowest ratio would show it. The times are random
 * to the minute, so nobody knows them in advance, not even us.
 */
import { nowMs } from '../../../clock/clock.ts'
import { HOUR_MS, dayOf } from '../../../domain/time/time.ts'
import { randomInt } from 'node:crypto'
import { Solvency } from '../../../contract/subjects/reserves.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { formatUnits, formatUsd } from '../../../domain/money/money.ts'
import { formatRate } from '../../../domain/money/rate.ts'
import { ratioOf, type Reading } from '../../../proof/solvency.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { liveRate } from '../../rate/queries.ts'
import { readOwedToMembers, readUnattributed } from '../liabilities/sheet-liabilities.ts'
import { readDays, readPart } from '../sheet/read-sheets.ts'
import { sumHeld } from './deposit-tree.ts'
import { nameNetwork, readWallets, type ReserveDeps } from './read-wallets.ts'
import { findStatementFault, readStatements } from './statements.ts'

/** The average number of readings an hour. The chance is the same in every round. */
const PER_HOUR = 0.5
/** The most readings on one sheet. A day has twelve on average. */
const MOST = 100
const CHANCES = 1_000_000

type Deps = Pick<ReserveDeps, 'brand' | 'origin' | 'wallets' | 'patience'> & {
  readonly db: Db
  readonly tron: ReserveDeps['tron']
}

/** Whether to read in this round. */
export const isTime = (roundMs: number): boolean =>
  randomInt(CHANCES) < (CHANCES * PER_HOUR * roundMs) / HOUR_MS

/**
 * Takes a reading and stores it for the next sheet. Without a price, or while the nodes disagree,
 * there is none. A sheet shows how many readings it has.
 */
export async function takeReading(deps: Deps): Promise<Reading | null> {
  const { db, tron, patience } = deps
  const rate = await liveRate(db)
  const wallets = rate ? await readSigned(deps) : []
  if (wallets.length === 0 || !rate) return null
  const known = await readWallets(tron, wallets, patience)
  const holdings = wallets.flatMap((address) => known.get(address) ?? [])
  if (holdings.length < wallets.length) return null
  const deposits = await sumHeld(db, wallets)
  const sum = (coin: 'trx' | 'usdt'): string =>
    formatUnits(holdings.reduce((all, each) => all + each[coin], deposits[coin]))
  const taken = {
    at: new Date(nowMs()).toISOString(),
    to_block: Math.max(...holdings.map(({ toBlock }) => toBlock)),
    owed: { members: formatUsd(await readOwedToMembers(db)), ...(await readUnattributed(db)) },
    held: { trx: sum('trx'), usdt: sum('usdt') },
    rate: formatRate(rate.rateE8),
  }
  const reading = { ...taken, ratio: ratioOf(taken) }
  await db
    .insertInto('reserve_readings')
    .values({ body: JSON.stringify(reading) })
    .execute()
  return reading
}

/** Wallets that would count on a sheet of today. */
async function readSigned({ db, tron, brand, origin, wallets }: Deps): Promise<Address[]> {
  const network = await nameNetwork({ tron, wallets })
  if (network === null) return []
  const day = dayOf(nowMs())
  const statements = await readStatements(db, wallets)
  const signed: Address[] = []
  for (const address of wallets) {
    const statement = statements.get(address)
    const place = { brand, origin, network }
    if (!statement) continue
    const fault = await findStatementFault(db, statement, { address, day, place })
    if (fault === null) signed.push(address)
  }
  return signed
}

/**
 * The readings that aren't on any sheet, oldest first. A reading between the last sheet's cutoff
 * and its seal isn't on that sheet, so we can't use the time of the seal.
 */
export async function readReadings(atCut: Tx): Promise<Reading[]> {
  const [last, before] = await readDays(atCut, { most: 2 })
  const part = last && (await readPart(atCut, 'solvency', last.day))
  const sealed = part ? Solvency.parse(JSON.parse(part.body)).readings : []
  const shown = new Set(sealed?.map(({ at }) => at))
  const rows = await atCut
    .selectFrom('reserve_readings')
    .select('body')
    .where('read_at', '>', before?.sealed_at ?? new Date(0))
    .orderBy('no')
    .execute()
  return rows
    .map(({ body }) => JSON.parse(body) as Reading) // as we wrote it
    .filter(({ at }) => !shown.has(at))
    .slice(0, MOST)
}
