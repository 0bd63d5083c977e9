import { requireStepUp } from '../auth/caller.ts'
import { pageOf } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { countWithdrawalsOf, readWithdrawalsOf } from './queries.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { showWithdrawal } from './show-withdrawal.ts'
import { readWithdrawalTerms } from './withdrawal-terms.ts'

export const withdrawalRoutes: readonly Route[] = [
  route('requestWithdrawal', ({ context, member, body, key }) =>
    requestWithdrawal(context, member.no, body, key, () => requireStepUp(member)),
  ),
  route('getWithdrawalTerms', ({ context, member, query }) =>
    readWithdrawalTerms(context, member.no, query.amount),
  ),
  route('cancelWithdrawal', ({ context, member, params, key }) =>
    cancelWithdrawal(context, member.no, Number(params.id), key),
  ),
  route('listWithdrawals', async ({ context: { read }, member, query, request }) => {
    const count = await countWithdrawalsOf(read, member.no)
    return pageOf(count, query, request.url, async (limit, offset) => {
      const rows = await readWithdrawalsOf(read, member.no, limit, offset)
      return rows.map(showWithdrawal)
    })
  }),
]
