import { requireFound } from '../../contract/refusals/reject.ts'
import { lateRoute } from '../auth/late-check.ts'
import { route, type Route } from '../http/route.ts'
import { activateProfile } from './activate-profile.ts'
import { downlineRoutes } from './downline-routes.ts'
import { readCurrentCatalog } from './catalogs.ts'
import { showPlans } from './plans.ts'
import { readOwnProfile } from './profiles.ts'
import { buildTree, readNodes, showChildren } from './tree.ts'
import { requireFirstProfile, requireVisibleProfile, findVisibleName } from './visibility.ts'
import { windowRoutes } from './window-routes.ts'

export const networkRoutes: Route[] = [
  ...downlineRoutes,
  ...windowRoutes,
  route('getTree', async ({ context: { read }, member, query }) => {
    const root = query.profile_id
      ? await requireVisibleProfile(read, member.no, query.profile_id)
      : await requireFirstProfile(read, member.no)
    return buildTree(await readNodes(read, root), root)
  }),
  route('getTreeChildren', async ({ context: { read }, member, query }) => {
    const root = await requireVisibleProfile(read, member.no, query.profile_id)
    return showChildren(await readNodes(read, root), root)
  }),
  route('getTreeUser', async ({ context: { read }, member, params: { id }, seats }) => {
    const other = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
    const username = other && (await findVisibleName(read, seats, member.no, other))
    return requireFound(username ? { id, username } : undefined)
  }),
  route('getProfile', async ({ context, member, params }) =>
    requireFound(await readOwnProfile(context.db, member.no, params.id), 'profile_not_found'),
  ),
  lateRoute('activateProfile', ({ context, member, params, key }) =>
    activateProfile(context, member, params.id, key),
  ),
  route('listPlans', async ({ context }) =>
    showPlans((await readCurrentCatalog(context.read)).catalog),
  ),
]
