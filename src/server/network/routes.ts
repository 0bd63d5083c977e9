import type { Db } from '../../db/types.ts'
import { refuse } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { activateProfile } from './activate-profile.ts'
import { beneathRoutes } from './downline-routes.ts'
import { readCurrentCatalogue } from './catalogues.ts'
import { showPlans } from './plans.ts'
import { readOwnProfile } from './profiles.ts'
import { buildTree, readNodes, showChildren } from './tree.ts'
import { findFirstProfile, findVisibleProfile, isVisibleMember } from './visibility.ts'
import { windowRoutes } from './window-routes.ts'

async function readUser(db: Db, member: number, id: string) {
  const other = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
  if (other === null || !(await isVisibleMember(db, member, other))) throw refuse('not_found')
  const found = await db
    .selectFrom('people')
    .select('username')
    .where('member_no', '=', other)
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return { id, username: found.username }
}

export const networkRoutes: Route[] = [
  ...beneathRoutes,
  ...windowRoutes,
  route('getTree', async ({ context: { read }, member, query }) => {
    const root = query.profile_id
      ? await findVisibleProfile(read, member.no, query.profile_id)
      : await findFirstProfile(read, member.no)
    return buildTree(await readNodes(read, root), root)
  }),
  route('getTreeChildren', async ({ context: { read }, member, query }) => {
    const root = await findVisibleProfile(read, member.no, query.profile_id)
    return showChildren(await readNodes(read, root), root)
  }),
  route('getTreeUser', ({ context, member, params }) =>
    readUser(context.read, member.no, params.id),
  ),
  route('getProfile', ({ context, member, params }) =>
    readOwnProfile(context.db, member.no, params.id),
  ),
  route('activateProfile', ({ context, member, params, key }) =>
    activateProfile(context, member.no, params.id, key),
  ),
  route('listPlans', async ({ context }) =>
    showPlans((await readCurrentCatalogue(context.read)).catalogue),
  ),
]
