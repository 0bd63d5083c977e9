import { z } from 'zod'
import { filledLine, pageOf, paging, profileRef, time } from './fields.ts'
import * as limits from './limits.ts'
import { TreeProfile } from './member.ts'

// Questions about what stands beneath a member's own seats.

const leg = z.object({ seats: z.number().int(), members: z.number().int() })

/** Active seats beneath a profile by leg, and how many different members hold them. */
export const TreeCounts = z
  .object({ left: leg, right: leg, as_of: time })
  .meta({ id: 'TreeCounts' })

const SeatBeneath = TreeProfile.extend({
  /** 1 for the seats directly beneath. */
  level: z.number().int(),
  side: z.enum(['left', 'right']),
}).meta({ id: 'SeatBeneath' })

const side = z.enum(['left', 'right'], { error: 'Choose left or right.' })

export const networkSchemas = {
  getTreeCounts: { query: z.object({ profile_id: profileRef }), answer: TreeCounts },
  getTreePath: {
    query: paging.extend({ profile_id: profileRef }),
    answer: pageOf(TreeProfile),
  },
  listBeneath: {
    query: paging.extend({ profile_id: profileRef, side: side.optional() }),
    answer: pageOf(SeatBeneath),
  },
  searchTree: {
    query: z.object({ q: filledLine(limits.searchLength.max) }),
    answer: z.object({ results: z.array(TreeProfile), more: z.boolean() }),
  },
}
