import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Language } from '../../contract/fields/languages.ts'
import { pageSize } from '../../contract/fields/limits.ts'
import type { networkCalls } from '../../contract/operations/network.ts'
import type { Db } from '../../db/types.ts'
import { brandSlug } from '../brand/brand.ts'
import { csvLines } from '../http/csv.ts'
import { writerOf } from '../language/writer.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { LEFT, RIGHT } from './seat-fields.ts'
import type { SeatMap } from './seat-map.ts'
import { readNodesOf, showNode } from './tree.ts'
import { findSeats, isByLevel, levelOf } from './find-seats.ts'
import { countLeg, isInDownline, isSeated, MAX_LISTED, walkDown } from './walk-seats.ts'

type Query = z.output<typeof networkCalls.listDownline.query>
type DownlineSeat = z.output<typeof networkCalls.listDownline.answer>['results'][number]

/** The downline of a seat: the total count, and a page, level by level. */
export type DownlineList = {
  count: number
  read: (limit: number, offset: number) => Promise<DownlineSeat[]>
}

/** The most rows that are still useful in a spreadsheet. */
const MAX_CSV_ROWS = 10_000

/** Opens the list that a query asks for: all, one leg, one level, or by the start of a name. */
export async function openDownline(
  db: Db,
  map: SeatMap,
  root: number,
  query: Query,
): Promise<DownlineList> {
  if ((query.page ?? 1) * (query.page_size ?? pageSize.default) > MAX_LISTED) {
    throw reject('page_not_found')
  }
  const legs = isSeated(map, root) ? legsOf(query.side) : []
  const tops = legs.map((leg) => map.seats.get(root, leg)).filter((no) => no !== 0)
  const show = (numbers: readonly number[]) => showSeats(db, map, root, numbers)
  if (isByLevel(query) && query.username === undefined && query.level === undefined) {
    const count = legs.reduce((sum, leg) => sum + countLeg(map, root, leg).seats, 0)
    return {
      count,
      read: (limit, offset) => show(walkDown(map, tops, offset + limit).slice(offset)),
    }
  }
  const numbers = await findSeats(db, map, tops, root, query)
  return {
    count: numbers.length,
    read: (limit, offset) => show(numbers.slice(offset, offset + limit)),
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

/** Sends the first ten thousand rows as a CSV file in the reader's language. */
export async function sendCsv(
  reply: FastifyReply,
  list: DownlineList,
  language: Language,
): Promise<FastifyReply> {
  const { say } = writerOf(language)
  const sides = { left: say('csv_left'), right: say('csv_right') }
  const seats = list.count === 0 ? [] : await list.read(MAX_CSV_ROWS, 0)
  const rows = seats.map(({ user, plan, side, active, ...seat }) => ({
    ...seat,
    username: user.username,
    plan: plan.name,
    active: say(active ? 'csv_true' : 'csv_false'),
    side: sides[side],
  }))
  const head = seats.length === 0 ? '' : COLUMNS.map((column) => say(`csv_${column}`)).join(',')
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${brandSlug()}-network.csv"`)
    .send(`${head}\r\n${csvLines(COLUMNS, rows)}`)
}
