import type { z } from 'zod'
import type { TreeCounts } from '../../contract/subjects/network.ts'
import type { Db } from '../../db/types.ts'
import { DEPTH, LEFT, RIGHT } from './seats/seat-fields.ts'
import type { SeatMap } from './seats/seat-map.ts'
import { readTreeProfiles } from './tree.ts'
import { countLeg, firstFreeOfLeg, isSeated, outermost } from './seats/walk-seats.ts'
import type { FreePosition } from './seats/walk-seats.ts'

type Leg = z.output<typeof TreeCounts>['left']
type Side = FreePosition['side']
type Ends = { free: FreePosition; end: number }

/** Both legs of a seat: their number of seats, their ends, and the next free position. */
export async function showLegs(
  db: Db,
  map: SeatMap,
  root: number,
): Promise<{ left: Leg; right: Leg }> {
  const find = (side: Side): Ends => ({
    free: firstFreeOfLeg(map, root, side),
    end: outermost(map, root, side),
  })
  // With only the nearest seats loaded, a position that looks free may be taken.
  const ends = map.isWhole && isSeated(map, root) ? { left: find(LEFT), right: find(RIGHT) } : null
  const numbers = ends ? [ends.left, ends.right].flatMap(({ free, end }) => [free.parent, end]) : []
  const profiles = await readTreeProfiles(db, numbers)
  const levelOf = (no: number) => map.seats.get(no, DEPTH) - map.seats.get(root, DEPTH)
  const profileOf = (no: number) => profiles.find(({ id }) => id === String(no))
  const show = (side: Side, found: Ends | undefined): Leg => {
    const parent = found && profileOf(found.free.parent)
    const last = found && found.end !== root ? profileOf(found.end) : undefined
    return {
      ...countLeg(map, root, side),
      next_free:
        found && parent
          ? {
              parent,
              side: found.free.side === LEFT ? 'left' : 'right',
              level: levelOf(found.free.parent) + 1,
            }
          : null,
      outermost: found && last ? { profile: last, level: levelOf(found.end) } : null,
    }
  }
  return { left: show(LEFT, ends?.left), right: show(RIGHT, ends?.right) }
}
