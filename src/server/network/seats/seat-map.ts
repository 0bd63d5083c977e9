import { nowMs } from '../../../clock/clock.ts'
import { within } from '../../../clock/waits.ts'
import { shareNext } from '../../../db/together.ts'
import type { Context } from '../../context.ts'
import { countNow, countSlowly, FEW_SEATS } from './count-seats.ts'
import { addNewSeats, endsAsIn, loadSeats } from './load-seats.ts'
import { readNearSeats } from './near-seats.ts'
import { SeatTable } from './seat-table.ts'

// Every seat in memory, some 44 bytes each. We read it from the append-only table and update it
// with one statement before each query. In the database, counting a hundred thousand seats,
// following a long path or paging a list would each walk the tree; here that is a loop over
// integers. The map holds only committed rows. The ledger writer doesn't depend on it, and losing
// it costs a reload.

export type SeatMap = {
  readonly seats: SeatTable
  /** The time of the counts. */
  settledAt: Date
  /** False while a starting process has only loaded the seats near the requested ones. */
  readonly isWhole: boolean
}

declare module '../../http/route.ts' {
  interface CallServices {
    seats: Seats
  }
}

export type Seats = {
  /**
   * The map with every seat committed before the call.
   * @param about the requested profiles, for a process that is still loading
   */
  read(about: readonly number[]): Promise<SeatMap>
  /** The same, but the counts may be a few moments old. */
  readSettled(about: readonly number[]): Promise<SeatMap>
  /** Rereads every seat, because some may have been rolled back. */
  forget(): void
}

type Options = Pick<Context, 'db' | 'pool' | 'log' | 'stopping'> & {
  /** Where to read all seats at startup. The newest ones come from the primary. */
  readonly replicas?: Pick<NonNullable<Context['replicas']>, 'poolFor'>
  /** How long a request waits for a small network's map to load. */
  readonly patienceMs?: number
  readonly rowsAtOnce?: number
}

const PATIENCE_MS = 100
/** A count takes this share of the process's time, and the first one more. */
const COUNT_SHARE = 1 / 10
const FIRST_COUNT_SHARE = 1 / 2

export function openSeats(options: Options): Seats {
  let current = openMap(options)
  current.load().catch(() => {})
  return {
    read: (about) => current.read(about),
    readSettled: (about) => current.readSettled(about),
    forget() {
      current = openMap(options)
      current.load().catch(() => {})
    },
  }
}

function openMap(options: Options) {
  const { db, pool, replicas, log, stopping, patienceMs = PATIENCE_MS, rowsAtOnce } = options
  let map: SeatMap = { seats: new SeatTable(), settledAt: new Date(0), isWhole: true }
  let counted = 0
  let counting: Promise<void> | null = null
  let loading: Promise<void> | null = null
  let isLoaded = false

  // Two reads at once would add the same seats twice.
  const addNew = shareNext(() => addNewSeats(db, map.seats))
  const count = (share: number): void => {
    const size = map.seats.length
    const at = new Date(nowMs())
    const finish = (): void => {
      counted = size
      map.settledAt = at
    }
    if (size <= FEW_SEATS) {
      countNow(map.seats)
      finish()
    } else {
      counting ??= countSlowly(map.seats, share)
        .then(finish, (error: unknown) => log.error({ err: error }, 'downlines not counted'))
        .finally(() => (counting = null))
    }
  }
  const loadOnce = async (): Promise<void> => {
    map = { ...map, seats: new SeatTable() }
    const startedAt = performance.now()
    const replica = await replicas?.poolFor()
    await loadSeats(replica ?? pool, map.seats, stopping, rowsAtOnce)
    if (replica && !(await endsAsIn(db, map.seats))) {
      log.warn('a replica has seats that a failover lost: reading all seats from the primary')
      map = { ...map, seats: new SeatTable() }
      await loadSeats(pool, map.seats, stopping, rowsAtOnce)
    }
    await addNew()
    count(FIRST_COUNT_SHARE)
    await counting
    isLoaded = true
    const ms = Math.round(performance.now() - startedAt)
    log.debug({ seats: map.seats.length, ms }, 'the seat map is loaded')
  }
  const load = (): Promise<void> => (loading ??= loadOnce().finally(() => (loading = null)))
  /** The map, or the part of it near these seats. */
  const whenLoaded = async (about: readonly number[]): Promise<SeatMap> => {
    if (!isLoaded) await within(patienceMs, load(), () => undefined).catch(() => {})
    if (isLoaded) return map
    return { ...(await readNearSeats(db, about)), settledAt: new Date(nowMs()) }
  }
  const read = async (about: readonly number[]): Promise<SeatMap> => {
    const found = await whenLoaded(about)
    if (found === map) await addNew()
    return found
  }
  return {
    load,
    read,
    async readSettled(about: readonly number[]): Promise<SeatMap> {
      const found = await read(about)
      if (found !== map) return found
      if (map.seats.length === counted) map.settledAt = new Date(nowMs())
      else count(COUNT_SHARE)
      return found
    },
  }
}
