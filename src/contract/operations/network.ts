import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, flag, idOf, listOf, oneOf, str } from '../fields/described.ts'
import { csvPaging, filledLine, pageNumber, pageOf, paging, profileRef } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import {
  SeatBeneath,
  side,
  Tree,
  TreeChildren,
  TreeCounts,
  TreeMap,
  TreeProfile,
  TreeWindow,
} from '../subjects/network.ts'

const ofProfile = z.object({ profile_id: profileRef })

export const networkCalls = {
  getTree: {
    summary: 'Get a profile’s tree',
    description:
      'Returns a profile and two levels below it. Without `profile_id` it starts at your first ' +
      'active profile. You can see your own profiles and everyone below them.',
    query: z.object({ profile_id: profileRef.optional() }),
    answer: Tree,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeChildren: {
    summary: 'Get the two nodes below a profile',
    description: 'For opening one node of a tree at a time.',
    query: ofProfile,
    answer: TreeChildren,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeUser: {
    summary: 'Get a member of your network',
    description: 'Returns the username of yourself or of a member in your downline.',
    params: z.object({ id: described(filledLine(20), 'The member’s id.', '81') }),
    answer: z.object({
      id: idOf('The member’s id.', '81'),
      username: str('The member’s username.', 'ben'),
    }),
    errors: ['not_found'],
  },
  getTreeCounts: {
    summary: 'Count the legs below a profile',
    description: 'Returns the number of seats and members in each leg, and its next free position.',
    query: ofProfile,
    answer: TreeCounts,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreePath: {
    summary: 'List the profiles above a profile',
    description: 'Returns the path between the profile and your own topmost seat above it.',
    query: paging.extend({ profile_id: profileRef }),
    answer: pageOf(TreeProfile),
    errors: ['invalid_request', 'profile_not_found'],
  },
  listDownline: {
    summary: 'List the seats below a profile',
    description:
      'Returns the downline level by level or sorted, optionally one leg, level, or username. ' +
      'Lists and files end at 100,000 seats, sorted ones earlier. If there are more seats, ' +
      'the header `Twofold-Complete` is `false`, and the last line of a file is a note.',
    query: csvPaging.omit({ language: true }).extend({
      profile_id: profileRef,
      side: side.optional(),
      level: described(pageNumber(100_000_000).optional(), 'Only this level, from 1.', '2'),
      username: described(
        filledLine(limits.usernameLength.max).optional(),
        'Only usernames that start with this text. Not case-sensitive.',
        'be',
      ),
      sort: oneOf(
        ['level', 'newest', 'team', 'username'],
        'The order. `team` puts the largest downline first. All but `level`, the default, list ' +
          'the first 20,000 seats.',
      ).optional(),
    }),
    answer: pageOf(SeatBeneath),
    errors: ['invalid_request', 'profile_not_found'],
  },
  searchTree: {
    summary: 'Search your network',
    description: 'Finds profiles in your downline by username or `profile_id`.',
    query: z.object({
      q: described(
        filledLine(limits.searchLength.max),
        'The start of a username, or a `profile_id`.',
        'ben',
      ),
    }),
    answer: z.object({
      results: listOf(TreeProfile, 'The first matches.'),
      more: flag('Whether there are more matches than these.', false),
    }),
    errors: ['invalid_request'],
  },
  getTreeWindow: {
    summary: 'Get several levels of a tree',
    description:
      `Returns up to ${limits.treeWindow.levels.max} levels and ` +
      `${limits.treeWindow.seats} seats, each with the size of its legs.`,
    query: z.object({
      profile_id: profileRef.optional(),
      levels: described(
        pageNumber(limits.treeWindow.levels.max).optional(),
        `Levels below the top. Defaults to ${limits.treeWindow.levels.default}.`,
        '3',
      ),
    }),
    answer: TreeWindow,
    errors: ['invalid_request', 'profile_not_found'],
  },
  getTreeMap: {
    summary: 'Get a whole downline in outline',
    description: 'Returns compact parallel lists for drawing the whole network at once.',
    query: ofProfile,
    answer: TreeMap,
    errors: ['invalid_request', 'profile_not_found'],
  },
} satisfies Record<string, CallContract>
