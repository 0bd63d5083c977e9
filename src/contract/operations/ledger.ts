import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import {
  csvPaging,
  line,
  pageOf,
  paramsOf,
  queuePaging,
  reason,
  requestStatus,
  username,
} from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import {
  Adjustment,
  AdjustmentLimit,
  Journal,
  LedgerCheck,
  ListedAdjustment,
  signedUsdIn,
} from '../subjects/ledger.ts'

const ofMember = username.describe('The member’s username.')

export const ledgerCalls = {
  listAdjustments: {
    summary: 'List adjustments',
    description: 'Returns wallet corrections, decided or not.',
    query: queuePaging.extend({
      status: oneOf(requestStatus.options, 'Only this status.').optional(),
    }),
    answer: pageOf(ListedAdjustment),
    errors: ['invalid_request'],
  },
  getAdjustmentLimit: {
    summary: 'Get your adjustment limit for a member',
    description: 'Returns the amount you can adjust alone. Larger amounts need a second operator.',
    query: z.object({ username: ofMember }),
    answer: AdjustmentLimit,
    errors: ['invalid_request'],
  },
  requestAdjustment: {
    summary: 'Adjust a member’s wallet',
    description:
      'Takes effect at once within your own limit. Above it, another operator must approve.',
    body: z.object({ username: ofMember, amount: signedUsdIn, reason }),
    answer: Adjustment,
    errors: ['invalid_request', 'insufficient_balance', ...writerErrors],
  },
  approveAdjustment: {
    summary: 'Approve an adjustment',
    description: 'Books the adjustment. You can’t approve your own request.',
    params: paramsOf('adjustment'),
    answer: Adjustment,
    errors: [
      'not_found',
      'wrong_state',
      'second_operator_required',
      'insufficient_balance',
      ...writerErrors,
    ],
  },
  rejectAdjustment: {
    summary: 'Reject an adjustment',
    description: 'Closes the request. The wallet doesn’t change.',
    params: paramsOf('adjustment'),
    body: z.object({ reason }),
    answer: Adjustment,
    errors: ['invalid_request', 'not_found', 'wrong_state', ...writerErrors],
  },
  listJournals: {
    summary: 'List journal entries',
    description: 'Returns the ledger’s entries for all accounts or one account, newest first.',
    query: csvPaging.extend({
      account: described(
        line(100).optional(),
        'Only this account: its name, its number, or a member’s username.',
        'house:plan margin',
      ),
    }),
    answer: pageOf(Journal),
    errors: ['invalid_request'],
  },
  getJournal: {
    summary: 'Get a journal entry',
    description: 'Returns the entry with all of its lines.',
    params: paramsOf('journal entry'),
    answer: Journal,
    errors: ['not_found'],
  },
  checkLedger: {
    summary: 'Check the ledger',
    description:
      'Recomputes every balance, board, and seat from the entries, and compares the results.',
    answer: LedgerCheck,
    errors: [],
  },
} satisfies Record<string, CallContract>
