import { z } from 'zod'
import { at, described, flag, idOf, listOf, str, whole } from '../fields/described.ts'
import { issueText } from '../texts/texts.ts'
import { profileId } from './account.ts'

// The placement tree: what a member sees of the downline of their own seats.

export const TreeProfile = z
  .object({
    id: idOf('The profile’s numeric id.'),
    profile_id: profileId,
    active: flag('Whether the profile holds a seat.'),
    plan: z.object({ name: str('The plan’s name.', 'Bronze') }).describe('The profile’s plan.'),
    user: z
      .object({
        id: idOf('The owner’s member id.', '81'),
        username: str('The owner’s username.', 'ben'),
      })
      .describe('Who owns the profile.'),
  })
  .meta({ id: 'TreeProfile', description: 'A profile as it appears in a placement tree.' })

const nodeProfile = TreeProfile.describe('The profile at this node.')
const LEFT = 'The node directly below on the left; null if that position is free.'
const RIGHT = 'The node directly below on the right; null if that position is free.'

// A tree is the root and two levels below it, written out level by level. The deepest nodes can't
// have children, and the OpenAPI document needs no recursion.
const TreeLeaf = z.object({
  profile: nodeProfile,
  left_child: z.null().describe('Always null: the answer ends at this level.'),
  right_child: z.null().describe('Always null: the answer ends at this level.'),
})

const TreeBranch = z.object({
  profile: nodeProfile,
  left_child: TreeLeaf.nullable().describe(LEFT),
  right_child: TreeLeaf.nullable().describe(RIGHT),
})

export const Tree = z
  .object({
    profile: nodeProfile,
    left_child: TreeBranch.nullable().describe(LEFT),
    right_child: TreeBranch.nullable().describe(RIGHT),
  })
  .meta({ id: 'Tree', description: 'A profile and the two levels below it.' })

export const TreeChildren = z.object({
  left_child: TreeLeaf.nullable().describe(LEFT),
  right_child: TreeLeaf.nullable().describe(RIGHT),
})

export const side = described(
  z.enum(['left', 'right'], { error: issueText('choose_side') }),
  'The leg, seen from the profile above.',
)

/** A free position: its parent, its leg, and its level below the requested profile. */
const freePosition = z.object({
  parent: TreeProfile.describe('The profile directly above the free position.'),
  side,
  level: whole('Levels below the requested profile, from 1.'),
})

const leg = z.object({
  seats: whole('Active seats in this leg.', 41),
  members: whole('Members who hold those seats.', 17),
  next_free: freePosition
    .nullable()
    .describe('The first free position, level by level; null if the profile has no seat.'),
  outermost: z
    .object({
      profile: TreeProfile.describe('The last profile on the outer edge.'),
      level: whole('Levels below the requested profile.'),
    })
    .nullable()
    .describe('The end of the leg’s outer edge; null if the leg is empty.'),
})

/**
 * False for a few seconds after a start, for a large network: we count only the nearest seats until
 * we know them all. Ask again.
 */
const complete = flag(
  'False for a few seconds after a restart, while only the nearest seats are counted. Ask again.',
)
const asOf = at('The state of the network that the figures describe.')

/** Active seats in the downline of a profile by leg, and how many members hold them. */
export const TreeCounts = z
  .object({
    left: leg.describe('The left leg.'),
    right: leg.describe('The right leg.'),
    as_of: asOf,
    complete,
  })
  .meta({ id: 'TreeCounts', description: 'The size of each leg below a profile.' })

export const SeatBeneath = TreeProfile.extend({
  level: whole('Levels below the requested profile; 1 is directly below.', 1),
  side,
  team: whole('Seats below it, in both legs.', 21),
  activated_at: at('When the seat was taken.').nullable(),
}).meta({ id: 'SeatBeneath', description: 'A seat in the downline of a profile.' })

/** One seat in a window of the tree, with the size of each of its legs. */
const WindowSeat = TreeProfile.extend({
  parent_id: str('The `id` of the seat directly above; null for the top seat.', '4700').nullable(),
  side: side.nullable().describe('The leg it is in; null for the top seat.'),
  level: whole('Levels below the top seat, which is 0.', 1),
  left: whole('Seats in its left leg.', 12),
  right: whole('Seats in its right leg.', 9),
  activated_at: at('When the seat was taken; null while the profile is inactive.').nullable(),
}).meta({ id: 'WindowSeat', description: 'A seat with the size of each of its legs.' })

/** The top and the levels below it, level by level and left before right. */
export const TreeWindow = z
  .object({
    seats: listOf(WindowSeat, 'The top seat, then each level from left to right.'),
    as_of: asOf,
    complete,
  })
  .meta({ id: 'TreeWindow', description: 'A few levels of a placement tree.' })

/** A whole downline in outline: cells level by level, one entry per cell in each list. */
export const TreeMap = z
  .object({
    ids: listOf(z.string(), 'The profile’s numeric id, per cell.', ['4711', '4720']),
    parents: listOf(
      z.number().int(),
      'The index of the cell above, per cell; -1 for the first.',
      [-1, 0],
    ),
    sides: listOf(
      z.union([z.literal(0), z.literal(1)]),
      'The leg, per cell: 0 is left, 1 is right.',
      [0, 1],
    ),
    sizes: listOf(z.number().int(), 'Seats of the cell and everything below it.', [42, 9]),
    left_out: whole('Seats too narrow to get a cell of their own.', 0),
    as_of: asOf,
    complete,
  })
  .meta({
    id: 'TreeMap',
    description: 'A whole downline in outline: parallel lists with one entry per cell.',
  })
