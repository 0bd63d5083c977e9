import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  csvPaging,
  filledLine,
  pageNumber,
  pageOf,
  paging,
  profileRef,
  time,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// The placement tree: what a member sees of the downline of their own seats.

export const TreeProfile = z
  .object({
    id: z.string(),
    profile_id: z.string(),
    active: z.boolean(),
    plan: z.object({ name: z.string() }),
    user: z.object({ id: z.string(), username: z.string() }),
  })
  .meta({ id: 'TreeProfile' })

// A tree is the root and two levels below it, written out level by level. The deepest nodes can't
// have children, and the OpenAPI document needs no recursion.
const TreeLeaf = z.object({
  profile: TreeProfile,
  left_child: z.null(),
  right_child: z.null(),
})

const TreeBranch = z.object({
  profile: TreeProfile,
  left_child: TreeLeaf.nullable(),
  right_child: TreeLeaf.nullable(),
})

export const Tree = z
  .object({
    profile: TreeProfile,
    left_child: TreeBranch.nullable(),
    right_child: TreeBranch.nullable(),
  })
  .meta({ id: 'Tree' })

const TreeChildren = z.object({
  left_child: TreeLeaf.nullable(),
  right_child: TreeLeaf.nullable(),
})

const side = z.enum(['left', 'right'], { error: issueText('choose_side') })

/** A free position: its parent, its leg, and its level below the requested profile. */
const freePosition = z.object({ parent: TreeProfile, side, level: z.number().int() })

const leg = z.object({
  seats: z.number().int(),
  members: z.number().int(),
  /** The first free position of the leg, level by level; null when the profile has no seat. */
  next_free: freePosition.nullable(),
  /** The end of the outer edge: always left in the left leg, always right in the right one. */
  outermost: z.object({ profile: TreeProfile, level: z.number().int() }).nullable(),
})

/**
 * False for a few seconds after a start, for a large network: we count only the nearest seats until
 * we know them all. Ask again.
 */
const complete = z.boolean()

/** Active seats in the downline of a profile by leg, and how many members hold them. */
export const TreeCounts = z
  .object({ left: leg, right: leg, as_of: time, complete })
  .meta({ id: 'TreeCounts' })

const SeatBeneath = TreeProfile.extend({
  /** 1 for the seats directly below. */
  level: z.number().int(),
  side: z.enum(['left', 'right']),
}).meta({ id: 'SeatBeneath' })

/** One seat in a window of the tree, with the size of each of its legs. */
const WindowSeat = TreeProfile.extend({
  /** Null for the top of the window. */
  parent_id: z.string().nullable(),
  side: side.nullable(),
  level: z.number().int(),
  left: z.number().int(),
  right: z.number().int(),
  activated_at: time.nullable(),
}).meta({ id: 'WindowSeat' })

/** The top and the levels below it, level by level and left before right. */
export const TreeWindow = z
  .object({ seats: z.array(WindowSeat), as_of: time, complete })
  .meta({ id: 'TreeWindow' })

/** A whole downline in outline: cells level by level, one entry per cell in each list. */
const TreeMap = z
  .object({
    ids: z.array(z.string()),
    /** The index of the parent cell in these lists; -1 for the first. */
    parents: z.array(z.number().int()),
    sides: z.array(z.union([z.literal(0), z.literal(1)])),
    /** The cell's seat and its downline. */
    sizes: z.array(z.number().int()),
    /** Seats too narrow to get a cell. */
    left_out: z.number().int(),
    as_of: time,
    complete,
  })
  .meta({ id: 'TreeMap' })

export const networkCalls = {
  getTree: {
    query: z.object({ profile_id: profileRef.optional() }),
    answer: Tree,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeChildren: {
    query: z.object({ profile_id: profileRef }),
    answer: TreeChildren,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeUser: {
    params: z.object({ id: filledLine(20) }),
    answer: z.object({ id: z.string(), username: z.string() }),
    errors: ['not_found'],
  },
  getTreeCounts: {
    query: z.object({ profile_id: profileRef }),
    answer: TreeCounts,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreePath: {
    query: paging.extend({ profile_id: profileRef }),
    answer: pageOf(TreeProfile),
    errors: ['invalid_request', 'profile_not_found'],
  },
  listDownline: {
    query: csvPaging.extend({
      profile_id: profileRef,
      side: side.optional(),
      level: pageNumber(100_000_000).optional(),
      /** The beginning of a username, without case. */
      username: filledLine(limits.usernameLength.max).optional(),
    }),
    answer: pageOf(SeatBeneath),
    errors: ['invalid_request', 'profile_not_found'],
  },
  searchTree: {
    query: z.object({ q: filledLine(limits.searchLength.max) }),
    answer: z.object({ results: z.array(TreeProfile), more: z.boolean() }),
    errors: ['invalid_request'],
  },
  getTreeWindow: {
    query: z.object({
      profile_id: profileRef.optional(),
      levels: pageNumber(limits.treeWindow.levels.max).optional(),
    }),
    answer: TreeWindow,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeMap: {
    query: z.object({ profile_id: profileRef }),
    answer: TreeMap,
    errors: ['invalid_request', 'profile_not_found'],
  },
} satisfies Record<string, CallContract>
