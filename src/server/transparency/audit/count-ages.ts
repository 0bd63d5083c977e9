import type { EventOf, LedgerEvent } from '../../../domain/ledger/event.ts'
import { HOUSE, type State } from '../../../domain/ledger/state.ts'
import { Int32Table } from '../../../domain/ledger/table.ts'
import { BOARD_SIZE } from '../../../domain/network/board.ts'
import { isImported, ownerOf, PARENT, planOf } from '../../../domain/network/seats.ts'
import { DAY_MS } from '../../../domain/time/time.ts'
import type { Json } from '../../../proof/canonical.ts'
import { describeBoards, type BoardAge } from '../boards/board-figures.ts'

/** The field of `boards` after the days on which it reached level 0 to 5: its level. */
const LEVEL = BOARD_SIZE

/**
 * Nobody paid for the company's seats and imported ones, so their boards say nothing about members.
 */
const isCounted = (state: State, seat: number): boolean =>
  ownerOf(state, seat) !== HOUSE && !isImported(state, seat)

type Where = Omit<BoardAge, 'completed' | 'open'>

const quarterOf = (day: number): string => {
  const date = new Date(day * DAY_MS)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

/** The number of boards by plan, quarter, level, and day or number of days. */
function tally() {
  const counts = new Map<string, Where & { count: number }>()
  return {
    add({ plan, quarter, level, days }: Where, change: number): void {
      const key = `${plan} ${quarter} ${level} ${days}`
      const own = counts.get(key)
      if (own) own.count += change
      else counts.set(key, { plan, quarter, level, days, count: change })
    },
    all: () => [...counts.values()].filter(({ count }) => count !== 0),
  }
}

/** Counts when boards reached their levels, seat by seat, as an auditor does from the log. */
export function countBoardAges() {
  const boards = new Int32Table(BOARD_SIZE + 1)
  const places = new Map<number, number>()
  /** By the day on which they reached the level. */
  const open = tally()
  /** By the number of days from there until they were complete. */
  const completed = tally()
  const quarters = new Map<number, string>()
  const quarterAt = (day: number): string => {
    const known = quarters.get(day) ?? quarterOf(day)
    quarters.set(day, known)
    return known
  }

  function reach(board: number, day: number, state: State): void {
    if (board === 0 || !isCounted(state, board)) return
    const level = boards.get(board, LEVEL) + 1
    const whose = { plan: planOf(state, board), quarter: quarterAt(boards.get(board, 0)) }
    boards.set(board, LEVEL, level)
    if (level < BOARD_SIZE) {
      boards.set(board, level, day)
      open.add({ ...whose, level, days: day }, 1)
      return
    }
    for (let before = 0; before < BOARD_SIZE; before++) {
      const since = boards.get(board, before)
      open.add({ ...whose, level: before, days: since }, -1)
      completed.add({ ...whose, level: before, days: day - since }, 1)
    }
  }

  function takeSeat({ profile, plan, parent }: EventOf<'seat'>, day: number, state: State): void {
    if (!isImported(state, profile)) places.set(plan, (places.get(plan) ?? 0) + 1)
    if (isCounted(state, profile)) {
      boards.set(profile, 0, day)
      open.add({ plan, quarter: quarterAt(day), level: 0, days: day }, 1)
    }
    reach(parent, day, state)
    if (parent !== 0) reach(state.seats.get(parent, PARENT), day, state)
  }

  return {
    take(events: readonly LedgerEvent[], at: number, state: State): void {
      for (const event of events) {
        if (event.event === 'seat') takeSeat(event, Math.floor(at / DAY_MS), state)
      }
    },
    commit: () => boards.commit(),
    /** The figures for the end of a day (YYYY-MM-DD, UTC). */
    describe(day: string): Json {
      const today = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
      const ages = [
        ...completed.all().map(({ count, ...where }) => ({ ...where, completed: count, open: 0 })),
        ...open.all().map(({ count, days, ...where }) => {
          return { ...where, days: Math.max(today - days, 0), completed: 0, open: count }
        }),
      ]
      return { v: 1, plans: describeBoards(ages, places) }
    },
  }
}
