import type { z } from 'zod'
import type { TreeCounts } from '../../contract/network.ts'
import type { Db } from '../../db/types.ts'
import { DEPTH, LEFT, RIGHT } from './seat-fields.ts'
import type { SeatMap } from './seat-map.ts'
import { readPlaces } from './tree.ts'
import { countLeg, firstFreeOfLeg, isSeated } from './walk-seats.ts'

type Legs = Pick<z.output<typeof TreeCounts>, 'left' | 'right'>
type Free = Legs['left']['next_free']

/** Both legs of a seat: how many stand there, and where the next one would be placed. */
export async function showLegs(db: Db, map: SeatMap, root: number): Promise<Legs> {
  const counts = { left: countLeg(map, root, LEFT), right: countLeg(map, root, RIGHT) }
  if (!isSeated(map, root)) {
    return {
      left: { ...counts.left, next_free: null },
      right: { ...counts.right, next_free: null },
    }
  }
  const [left, right] = [firstFreeOfLeg(map, root, LEFT), firstFreeOfLeg(map, root, RIGHT)]
  const shown = await readPlaces(db, [left.parent, right.parent])
  const show = ({ parent, side }: typeof left): Free => {
    const node = shown.find(({ id }) => id === String(parent))
    const level = map.seats.get(parent, DEPTH) - map.seats.get(root, DEPTH) + 1
    return node ? { parent: node, side: side === LEFT ? 'left' : 'right', level } : null
  }
  return {
    left: { ...counts.left, next_free: show(left) },
    right: { ...counts.right, next_free: show(right) },
  }
}
