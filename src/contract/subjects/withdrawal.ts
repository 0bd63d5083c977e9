import { z } from 'zod'
import {
  at,
  coinRate,
  coins,
  described,
  flag,
  idOf,
  listOf,
  oneOf,
  str,
  usd,
  whole,
} from '../fields/described.ts'
import { id, requestStatus } from '../fields/fields.ts'
import { transactionStates, withdrawalStages } from '../fields/states.ts'
import { claim } from './claims.ts'
import { txHash } from './deposit.ts'
import { MemberRow } from './members.ts'

// Money on its way out: withdrawal requests, their approval, and payouts.

const payoutAddress = str('The TRON address it is paid to.', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')

const Request = z.object({
  id: idOf('The withdrawal’s id.'),
  amount: usd('The amount debited from the wallet.', '40.00'),
  fee_amount: usd('The fee deducted from the amount, including the USDT network fee.', '0.80'),
  net_amount: usd('The payout: the amount minus the fee.', '39.20'),
  payment_method: str('`trx` or `usdt`.', 'trx'),
  payment_details: str('The note sent with the request, or the address.', 'My wallet'),
  wallet_address: payoutAddress,
  status: requestStatus,
  stage: oneOf(
    withdrawalStages,
    '`pending`: waiting for approval. `approved`: the payout is being made. `sent`: on the ' +
      'network. `confirmed`: final. `failed`: the payout failed and needs a new approval. ' +
      '`rejected` and `cancelled`: the money is back in the wallet.',
  ),
  revision: whole('Counts changes. An approval names the revision it saw.', 1),
  hold_until: at('Not paid before then; null if there is no hold.')
    .nullable()
    .meta({ example: null }),
  reason: str('Why it was rejected or failed; null otherwise.', 'The address can’t receive TRX.')
    .nullable()
    .meta({ example: null }),
  request_date: at('When it was requested.'),
  processed_date: at('When it was decided or paid; null before.')
    .nullable()
    .meta({ example: null }),
  transaction_hash: txHash
    .nullable()
    .meta({ description: 'The payout’s transaction; null before it is sent.', example: null }),
})

/** For the member: with what we sent. Operators see this in the list of payouts. */
export const Withdrawal = Request.extend({
  sent_amount: coins('What was sent; null before it is sent.', '128.10457')
    .nullable()
    .default(null)
    .meta({ example: null }),
  sent_rate: coinRate('The rate of the payout, 1 for USDT; null before it is sent.')
    .nullable()
    .default(null)
    .meta({ example: null }),
}).meta({ id: 'Withdrawal', description: 'A withdrawal that a member requested.' })

export const withdrawalFlags = [
  'new_address',
  'first_withdrawal',
  'shared_address',
  'velocity',
  'on_hold',
  'suspended',
  'disputed',
  'quarantined',
  'paid_late',
  'history_lost',
  'in_signer_file',
] as const

export const OperatorWithdrawal = Request.extend({
  username: str('The member’s username.', 'anna'),
  member_id: idOf('The member’s id.', '81'),
  flags: listOf(
    z.enum(withdrawalFlags),
    'Warning signs. `new_address`: never paid to before. `first_withdrawal`: the member’s first. ' +
      '`shared_address`: others use the address too. `velocity`: many requests in a day. ' +
      '`on_hold`: after a security change. `suspended`: not paid while the member is suspended. ' +
      '`disputed`: not paid, because the member has reported that someone else used the account. ' +
      '`quarantined`: we can’t pay it as it is. `paid_late`: a payout that failed has paid it ' +
      'after all. Approve it again, and record that transaction. `history_lost`: the database ' +
      'lost commands, a transfer to its address is unexplained, or the scan of the chain hasn’t ' +
      'caught up since the database last started, so we may have paid it already. ' +
      '`in_signer_file`: a file for an offline signer, discarded or not, may still pay it.',
    ['first_withdrawal'],
  ),
  claim,
  approvals: listOf(
    z.object({
      operator: str('Who approved it.', 'sam'),
      at: at('When.'),
    }),
    'Approvals of the current revision.',
    [],
  ),
  approvals_needed: whole('How many different operators must approve it.', 1),
}).meta({
  id: 'OperatorWithdrawal',
  description: 'A withdrawal, with the information needed to decide.',
})

export const Payout = z
  .object({
    id: idOf('The payout’s id.'),
    withdrawal: idOf('The withdrawal it pays.'),
    username: str('The member’s username.', 'anna'),
    attempt: whole('Which attempt for this withdrawal, from 1.', 1),
    asset: oneOf(['TRX', 'USDT'], 'The coin that is paid.'),
    amount: coins('The paid amount.', '128.10457'),
    from_address: str('The hot wallet.', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'),
    to_address: payoutAddress,
    transaction_hash: txHash,
    state: oneOf(
      transactionStates,
      '`stored`: signed, not final yet. `confirmed`: final. `failed`: failed on the network. ' +
        '`expired`: can no longer enter a block.',
    ),
    created_at: at('When it was signed.'),
    expires_at: at('When the transaction expires; null for a payout made elsewhere.').nullable(),
    broadcasts: whole('The number of broadcasts.', 1),
    broadcast_at: at('When it was last sent; null before.').nullable(),
    settled_at: at('When the outcome was final; null before.').nullable().meta({ example: null }),
    network_fee_trx: coins('The network fee in TRX; null before it is final.', '1.1')
      .nullable()
      .meta({ example: null }),
  })
  .meta({ id: 'Payout', description: 'The on-chain transaction of an approved withdrawal.' })

/** With the signed bytes; null for a payout made outside the product. */
export const PayoutDetail = Payout.extend({
  signed_transaction: str(
    'The signed bytes in hexadecimal; null for a payout made elsewhere.',
    '0a02db2b2208',
  ).nullable(),
  last_answer: str('The network’s last response; empty before.', 'SUCCESS'),
}).meta({ id: 'PayoutDetail', description: 'A payout with its signed transaction.' })

export const WithdrawalDetail = OperatorWithdrawal.extend({
  member: MemberRow.describe('Who requested it.'),
  history: z
    .object({
      deposited: usd('The member’s total deposits.', '120.00'),
      withdrawn: usd('The member’s total payouts.', '60.00'),
      withdrawals_paid: whole('Withdrawals paid so far.', 2),
      withdrawals_rejected: whole('Withdrawals rejected so far.', 0),
      last_paid_at: at('When the last one was paid; null if none was.').nullable(),
      address_used_by: listOf(z.string(), 'Other members who use this address.', []),
    })
    .describe('The member’s money history.'),
  recordable_at: at('A manual payout can’t be recorded before then; null if no hold prevents it.')
    .nullable()
    .meta({ example: null }),
  payouts: listOf(Payout, 'All attempts to pay it, newest first.'),
}).meta({ id: 'WithdrawalDetail', description: 'Everything about one withdrawal.' })

export const DecidedWithdrawal = z
  .object({
    id: idOf('The withdrawal’s id.'),
    done: flag('Whether it was approved. After `outcome_unknown`, it may have been.'),
    code: str('The refusal’s code; null if approved.', 'old_revision')
      .nullable()
      .meta({ example: null }),
    detail: str('The refusal as a sentence; null if approved.', '')
      .nullable()
      .meta({ example: null }),
    withdrawal: OperatorWithdrawal.nullable().describe(
      'Its state now; null if it doesn’t exist or couldn’t be read.',
    ),
  })
  .meta({ id: 'DecidedWithdrawal', description: 'The result for one withdrawal of a batch.' })

export const revision = described(
  z.number().int().min(0),
  'The revision you reviewed. Older ones are refused.',
  1,
)

export const decision = z.object({
  id: described(id, 'The withdrawal’s id.', '4711'),
  revision,
})
