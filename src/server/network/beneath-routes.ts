import type { z } from 'zod'
import type { networkSchemas } from '../../contract/network.ts'
import { pageSize } from '../../contract/limits.ts'
import type { Db } from '../../db/types.ts'
import { pageOf } from '../http/paging.ts'
import { refuse } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { searchNetwork } from './search.ts'
import { DEPTH, LEFT, RIGHT } from './seat-fields.ts'
import type { SeatMap, Seats } from './seat-map.ts'
import { readNodesOf, showNode } from './tree.ts'
import { findVisibleProfile } from './visibility.ts'
import { countLeg, isBeneath, isSeated, maxListed, pathUp, walkDown } from './walk-seats.ts'

// What stands beneath a member's own seats: two statements say whether the member may ask, one
// brings the seats up to date, and one reads the rows of the page.

type Beneath = z.output<typeof networkSchemas.listBeneath.query>

async function showAll(db: Db, numbers: readonly number[]) {
  const nodes = new Map((await readNodesOf(db, numbers)).map((node) => [node.no, node]))
  return numbers.flatMap((no) => {
    const node = nodes.get(no)
    return node ? [showNode(node)] : []
  })
}

async function listBeneath(db: Db, seats: Seats, root: number, query: Beneath, url: string) {
  const map = await seats.readSettled()
  const legs = [LEFT, RIGHT] as const
  const wanted = legs.filter((leg) => query.side !== (leg === LEFT ? 'right' : 'left'))
  const tops = isSeated(map, root) ? wanted.map((leg) => map.seats.get(root, leg)) : []
  const count = wanted.reduce((sum, leg) => sum + countLeg(map, root, leg).seats, 0)
  if ((query.page ?? 1) * (query.page_size ?? pageSize.default) > maxListed) {
    throw refuse('page_not_found')
  }
  return await pageOf(count, query, url, async (limit, offset) => {
    const numbers = walkDown(map, tops, offset + limit).slice(offset)
    const shown = await showAll(db, numbers)
    return shown.map((profile) => ({ ...profile, ...standing(map, root, Number(profile.id)) }))
  })
}

function standing(map: SeatMap, root: number, no: number) {
  const level = map.seats.get(no, DEPTH) - map.seats.get(root, DEPTH)
  const left = map.seats.get(root, LEFT)
  const side: 'left' | 'right' = left !== 0 && isBeneath(map, no, left) ? 'left' : 'right'
  return { level, side }
}

export const beneathRoutes: Route[] = [
  route('getTreeCounts', async ({ context: { read }, member, query, seats }) => {
    const root = await findVisibleProfile(read, member.no, query.profile_id)
    const map = await seats.readSettled()
    return {
      left: countLeg(map, root, LEFT),
      right: countLeg(map, root, RIGHT),
      as_of: map.settledAt.toISOString(),
    }
  }),
  route('getTreePath', async ({ context: { read }, member, query, request, seats }) => {
    const no = await findVisibleProfile(read, member.no, query.profile_id)
    const map = await seats.read()
    const path = isSeated(map, no) ? pathUp(map, member.no, no) : [no]
    return await pageOf(path.length, query, request.url, (limit, offset) =>
      showAll(read, path.slice(offset, offset + limit)),
    )
  }),
  route('listBeneath', async ({ context: { read }, member, query, request, seats }) => {
    const root = await findVisibleProfile(read, member.no, query.profile_id)
    return await listBeneath(read, seats, root, query, request.url)
  }),
  route('searchTree', async ({ context: { read }, member, query, seats }) => {
    const { numbers, more } = await searchNetwork(read, await seats.read(), member.no, query.q)
    return { results: await showAll(read, numbers), more }
  }),
]
