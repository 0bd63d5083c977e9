import { byMember } from '../http/limit-key.ts'
import { requireProof } from '../http/require-proof.ts'
import { pageOfOwn } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { ownWithdrawals } from './queries.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { showOwnWithdrawal } from './show-withdrawal.ts'
import { readWithdrawalTerms } from './withdrawal-terms.ts'

export const withdrawalRoutes: readonly Route[] = [
  route('requestWithdrawal', ({ context, member, body, key, limiter, reply }) =>
    requestWithdrawal(context, member.no, body, key, {
      prove: () => requireProof(member),
      count: () => limiter.count('withdrawalRequests', byMember(member.no), reply),
    }),
  ),
  route('getWithdrawalTerms', ({ context, member, query }) =>
    readWithdrawalTerms(context, member.no, query.amount),
  ),
  route('cancelWithdrawal', ({ context, member, params, key }) =>
    cancelWithdrawal(context, member.no, Number(params.id), key),
  ),
  route('listWithdrawals', (call) => pageOfOwn(ownWithdrawals, call, showOwnWithdrawal)),
]
