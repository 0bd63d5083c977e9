import type { z } from 'zod'
import { MAX_LISTED } from '../../contract/fields/complete.ts'
import { localeOf, type Language } from '../../contract/fields/languages.ts'
import { pageSize } from '../../contract/fields/limits.ts'
import type { networkCalls } from '../../contract/operations/network.ts'
import type { Db } from '../../db/types.ts'
import { csvHead, csvLines } from '../http/files/csv.ts'
import type { PageQuery } from '../http/paging.ts'
import { writerOf } from '../language/writer.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { LEFT, RIGHT } from './seats/seat-fields.ts'
import type { SeatMap } from './seats/seat-map.ts'
import { readNodesOf, showNode } from './tree.ts'
import { findSeats, isByLevel, levelOf } from './find-seats.ts'
import { countLeg, isInDownline, isSeated, walkDown, type Part } from './seats/walk-seats.ts'

type Query = z.output<typeof networkCalls.listDownline.query>
type DownlineSeat = z.output<typeof networkCalls.listDownline.answer>['results'][number]

/** The downline of a seat: the total count, and a page, level by level. */
export type DownlineList = {
  count: number
  /** Whether every seat that matches is in reach, or only the first ones. */
  isWhole: boolean
  numbers: (limit: number, offset: number) => number[]
  show: (numbers: readonly number[]) => Promise<DownlineSeat[]>
}

/** Seats in one statement. Other requests come in between. */
const CSV_STEP = 1_000

/** Whether a page is among those that we list. */
export const isListed = ({ page = 1, page_size: size = pageSize.default }: PageQuery): boolean =>
  page * size <= MAX_LISTED

/** Opens the list that a query asks for: all, one leg, one level, or by the start of a name. */
export async function openDownline(
  db: Db,
  map: SeatMap,
  root: number,
  query: Query,
): Promise<DownlineList> {
  if (!isListed(query)) throw reject('page_not_found')
  const legs = isSeated(map, root) ? legsOf(query.side) : []
  const tops = legs.map((leg) => map.seats.get(root, leg)).filter((no) => no !== 0)
  const show = (numbers: readonly number[]) => showSeats(db, map, root, numbers)
  if (isByLevel(query) && query.username === undefined && query.level === undefined) {
    const count = legs.reduce((sum, leg) => sum + countLeg(map, root, leg).seats, 0)
    return {
      count,
      isWhole: map.isWhole,
      numbers: (limit, offset) => walkDown(map, tops, offset + limit).slice(offset),
      show,
    }
  }
  const { found, isWhole } = await findSeats(db, map, tops, root, query)
  return {
    count: found.length,
    isWhole: map.isWhole && isWhole,
    numbers: (limit, offset) => found.slice(offset, offset + limit),
    show,
  }
}

const legsOf = (side: Query['side']) =>
  side === undefined ? ([LEFT, RIGHT] as const) : ([side === 'left' ? LEFT : RIGHT] as const)

async function showSeats(
  db: Db,
  map: SeatMap,
  root: number,
  numbers: readonly number[],
): Promise<DownlineSeat[]> {
  const left = map.seats.get(root, LEFT)
  const nodes = new Map((await readNodesOf(db, numbers)).map((node) => [node.no, node]))
  return numbers.flatMap((no): DownlineSeat[] => {
    const node = nodes.get(no)
    if (!node) return []
    const isLeft = left !== 0 && isInDownline(map, no, left)
    return [
      {
        ...showNode(node),
        level: levelOf(map, root, no),
        side: isLeft ? 'left' : 'right',
        team: countLeg(map, no, LEFT).seats + countLeg(map, no, RIGHT).seats,
        activated_at: node.taken_at?.toISOString() ?? null,
      },
    ]
  })
}

const COLUMNS = [
  'profile_id',
  'username',
  'plan',
  'active',
  'level',
  'side',
  'team',
  'activated_at',
] as const

/**
 * The seats of a CSV file, at most as many as on pages. Whether these are all doesn't follow from
 * the counts, which may be older than the seats.
 */
export function fileOf({ numbers, isWhole }: Pick<DownlineList, 'numbers' | 'isWhole'>): Part {
  const found = numbers(MAX_LISTED + 1, 0)
  return {
    found: found.slice(0, MAX_LISTED),
    isWhole: isWhole && found.length <= MAX_LISTED,
  }
}

/**
 * The lines of a CSV file in the reader's language. The last line tells the reader if there are
 * more seats.
 */
export async function* downlineLines(
  { found, isWhole }: Part,
  show: DownlineList['show'],
  language: Language,
): AsyncGenerator<Uint8Array> {
  const { say } = writerOf(language)
  const sides = { left: say('csv_left'), right: say('csv_right') }
  const heads = COLUMNS.map((column) => say(`csv_${column}`))
  yield Buffer.from(csvHead(found.length === 0 ? [] : heads))
  for (let at = 0; at < found.length; at += CSV_STEP) {
    const seats = await show(found.slice(at, at + CSV_STEP))
    const rows = seats.map(({ user, plan, side, active, ...seat }) => ({
      ...seat,
      username: user.username,
      plan: plan.name,
      active: say(active ? 'csv_true' : 'csv_false'),
      side: sides[side],
    }))
    yield Buffer.from(csvLines(COLUMNS, rows))
  }
  if (isWhole) return
  const count = found.length.toLocaleString(localeOf(language))
  yield Buffer.from(csvLines(COLUMNS, [{ profile_id: say('csv_incomplete', { count }) }]))
}
