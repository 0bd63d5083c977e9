import { expect, test } from 'vitest'
import { Deposit } from '../../src/contract/subjects/deposit.ts'
import { OperatorWithdrawal, Withdrawal } from '../../src/contract/subjects/withdrawal.ts'

// We repeat stored answers for seven days, including those of an earlier version. Never add a field
// here: give a new one a default in the contract.

const stored = {
  id: '1',
  amount: '10.00',
  fee_amount: '0.50',
  net_amount: '9.50',
  payment_method: 'trx',
  payment_details: 'T',
  wallet_address: 'T',
  status: 'pending',
  stage: 'pending',
  revision: 1,
  hold_until: null,
  reason: null,
  request_date: '2026-03-04T05:06:07.890Z',
  processed_date: null,
  transaction_hash: null,
}
const operatorStored = {
  ...stored,
  username: 'ada',
  member_id: '2',
  flags: ['on_hold'],
  claim: null,
  approvals: [{ operator: 'ann', at: '2026-03-04T05:06:07.890Z' }],
  approvals_needed: 2,
}

test('repeats withdrawals as version 0.1.0 stored them', () => {
  expect(Withdrawal.parse(stored)).toMatchObject(stored)
  expect(OperatorWithdrawal.parse(operatorStored)).toMatchObject(operatorStored)
})

const storedDeposit = {
  id: '1',
  request_id: 'DP-7K3M9Q2X',
  amount: '25.00',
  requested_amount: '25.00',
  fee_amount: '0.50',
  total_amount: '25.50',
  crypto_amount: '25.50',
  cryptocurrency: 'USDT',
  rate: '1.00',
  payment_method: 'USDT (TRC20)',
  payment_details: 'DP-7K3M9Q2X',
  status: 'pending',
  stage: 'awaiting_payment',
  confirmations: 0,
  required: 19,
  wallet_address: 'T',
  request_date: '2026-03-04T05:06:07.890Z',
  expires_at: '2026-03-04T05:21:07.890Z',
  processed_date: null,
  transaction_hash: null,
}

test('repeats deposits as version 0.1.0 stored them', () => {
  expect(Deposit.parse(storedDeposit)).toMatchObject(storedDeposit)
})
