import { requireStepUp } from '../auth/caller.ts'
import { pageOf } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { countWithdrawals, readWithdrawals, withdrawalColumns } from './queries.ts'
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
    const mine = withdrawalColumns('withdrawals.member_no', '=', member.no)
    const count = await countWithdrawals(read, mine)
    return pageOf(count, query, request.url, async (limit, offset) => {
      const rows = await readWithdrawals(read, mine, limit, offset)
      return rows.map(showWithdrawal)
    })
  }),
]
