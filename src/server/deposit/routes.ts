import { byMember } from '../http/limit-key.ts'
import { pageOfOwn } from '../http/paging.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { acceptDeposit, acceptUnattributed } from './member-accept.ts'
import { findRequest, ownDeposits, ownUnattributed } from './queries.ts'
import { faucetOf } from '../chain/test-faucet.ts'
import { requestDeposit } from './request-deposit.ts'
import { showDeposit } from './show-deposit.ts'
import { showUnattributed } from './show-unattributed.ts'
import { verifyDeposit } from './verify-deposit.ts'
import { readWallet } from './read-wallet.ts'

export const depositRoutes: readonly Route[] = [
  route('getTrxWallet', ({ context, member, query }) =>
    readWallet(context, member.no, 'TRX', query.amount),
  ),
  route('getUsdtWallet', ({ context, member, query }) =>
    readWallet(context, member.no, 'USDT', query.amount),
  ),
  route('getChain', ({ context: { usdtContract, config } }) =>
    Promise.resolve({
      usdt_contract: usdtContract,
      confirmations: config.confirmations,
      test_faucet: faucetOf(config) !== null,
    }),
  ),
  route('requestDeposit', ({ context, member: { no }, body, key, limiter, reply }) => {
    const count = () => limiter.count('depositRequests', byMember(no), reply)
    return requestDeposit(context, { member: no, body, key, count })
  }),
  route('verifyDeposit', ({ context, member, params, body }) =>
    verifyDeposit(context, member.no, params.request_id, body.transaction_hash),
  ),
  route('acceptDeposit', ({ context, member, params, key }) =>
    acceptDeposit(context, member.no, params.request_id, key),
  ),
  route('listUnattributed', (call) => pageOfOwn(ownUnattributed, call, showUnattributed)),
  route('acceptUnattributed', ({ context, member, params, key }) =>
    acceptUnattributed(context, Number(params.id), member.no, key),
  ),
  route('listDeposits', (call) =>
    pageOfOwn(ownDeposits, call, (row) => showDeposit(row, call.context.config.confirmations)),
  ),
  route('getDeposit', async ({ context: { read, config }, member, params }) => {
    const row = await findRequest(read, member.no, params.request_id)
    if (!row) throw reject('not_found')
    return showDeposit(row, config.confirmations)
  }),
]
