import { COMPLETE_HEADER, MAX_LISTED } from '../../contract/fields/complete.ts'
import { requireStillOpen } from '../auth/caller.ts'
import { brandSlug } from '../brand/brand.ts'
import { asFile } from '../http/files/downloads.ts'
import { pageOf } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { readLanguage } from '../language/read-language.ts'
import { downlineLines, fileOf, isListed, openDownline } from './list-downline.ts'
import { searchNetwork } from './search.ts'
import { showLegs } from './show-legs.ts'
import { readTreeProfiles } from './tree.ts'
import { requireVisibleProfile } from './visibility.ts'
import { isSeated, pathUp } from './seats/walk-seats.ts'

// The downline of a member's own seats. Two statements decide whether the member may see it, one
// updates the seat map, and one reads the page's rows.

export const downlineRoutes: Route[] = [
  route('getTreeCounts', async ({ context: { read }, member, query, seats }) => {
    const root = await requireVisibleProfile(read, member.no, query.profile_id)
    const map = await seats.readSettled([root])
    return {
      ...(await showLegs(read, map, root)),
      as_of: map.settledAt.toISOString(),
      complete: map.isWhole,
    }
  }),
  route('getTreePath', async ({ context: { read }, member, query, request, seats }) => {
    const no = await requireVisibleProfile(read, member.no, query.profile_id)
    const map = await seats.read([no])
    const path = isSeated(map, no) ? pathUp(map, member.no, no) : [no]
    return await pageOf(path.length, query, request.url, (limit, offset) =>
      readTreeProfiles(read, path.slice(offset, offset + limit)),
    )
  }),
  route('listDownline', async ({ context, member, query, request, reply, seats, downloads }) => {
    if (query.format === 'csv') downloads.enter(reply)
    // The seats come from the primary. A replica that lags would leave the newest out of the file.
    const read = query.format === 'csv' ? context.db : context.read
    const root = await requireVisibleProfile(read, member.no, query.profile_id)
    const list = await openDownline(read, await seats.readSettled([root]), root, query)
    if (query.format === 'csv') {
      const language = await readLanguage(read, member.no)
      const file = fileOf(list)
      const show: typeof list.show = async (numbers) => {
        await requireStillOpen(context, member, request.headers)
        return await list.show(numbers)
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${brandSlug()}-network.csv"`)
        .header(COMPLETE_HEADER, String(file.isWhole))
        .send(asFile(downlineLines(file, show, language)))
    }
    reply.header(COMPLETE_HEADER, String(list.isWhole && list.count <= MAX_LISTED))
    const page = await pageOf(list.count, query, request.url, (limit, offset) =>
      list.show(list.numbers(limit, offset)),
    )
    return isListed({ ...query, page: (query.page ?? 1) + 1 }) ? page : { ...page, next: null }
  }),
  route('searchTree', async ({ context: { read }, member, query, seats }) => {
    const { numbers, more } = await searchNetwork(read, seats, member.no, query.q)
    return { results: await readTreeProfiles(read, numbers), more }
  }),
]
