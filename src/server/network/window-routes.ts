import type { z } from 'zod'
import { treeWindow } from '../../contract/fields/limits.ts'
import type { TreeWindow } from '../../contract/subjects/network.ts'
import type { Db } from '../../db/types.ts'
import { route, type Route } from '../http/route.ts'
import { walkCells } from './seats/map-cells.ts'
import { DEPTH, LEFT, RIGHT } from './seats/seat-fields.ts'
import type { SeatMap } from './seats/seat-map.ts'
import { readNodesOf, showNode } from './tree.ts'
import { requireFirstProfile, requireVisibleProfile } from './visibility.ts'
import { countLeg, isSeated, walkLevels } from './seats/walk-seats.ts'

// Data for the network pictures: a few levels with names, or the whole network without.

async function showWindow(db: Db, map: SeatMap, root: number, levels: number) {
  const top = isSeated(map, root) ? map.seats.get(root, DEPTH) : 0
  const numbers = isSeated(map, root) ? walkLevels(map, root, levels, treeWindow.seats) : [root]
  const nodes = new Map((await readNodesOf(db, numbers)).map((node) => [node.no, node]))
  const seats: z.output<typeof TreeWindow>['seats'] = numbers.flatMap((no) => {
    const node = nodes.get(no)
    if (!node) return []
    const isTop = no === root
    return {
      ...showNode(node),
      parent_id: isTop ? null : String(node.parent_no),
      side: isTop ? null : node.side === 1 ? 'right' : 'left',
      level: isTop ? 0 : map.seats.get(no, DEPTH) - top,
      left: countLeg(map, no, LEFT).seats,
      right: countLeg(map, no, RIGHT).seats,
      activated_at: node.taken_at?.toISOString() ?? null,
    }
  })
  return { seats, as_of: map.settledAt.toISOString(), complete: map.isWhole }
}

export const windowRoutes: Route[] = [
  route('getTreeWindow', async ({ context: { read }, member, query, seats }) => {
    const root = query.profile_id
      ? await requireVisibleProfile(read, member.no, query.profile_id)
      : await requireFirstProfile(read, member.no)
    const levels = query.levels ?? treeWindow.levels.default
    return await showWindow(read, await seats.readSettled([root]), root, levels)
  }),
  route('getTreeMap', async ({ context: { read }, member, query, seats }) => {
    const root = await requireVisibleProfile(read, member.no, query.profile_id)
    const map = await seats.readSettled([root])
    const { numbers, leftOut, ...lists } = isSeated(map, root)
      ? walkCells(map, root)
      : { numbers: [root], parents: [-1], sides: [0 as const], sizes: [1], leftOut: 0 }
    return {
      ids: numbers.map(String),
      ...lists,
      left_out: leftOut,
      as_of: map.settledAt.toISOString(),
      complete: map.isWhole,
    }
  }),
]
