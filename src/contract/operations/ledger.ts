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
  signedUsdIn,
} from '../subjects/ledger.ts'

const ofMember = username.describe('The member’s username.')

export const ledgerCalls = {
  listAdjustments: {
    summary: 'List adjustments',
    description: 'Returns corrections of wallets, decided or not.',
    query: queuePaging.extend({
      status: oneOf(requestStatus.options, 'Only this status.').optional(),
    }),
    answer: pageOf(Adjustment),
    errors: ['invalid_request'],
  },
  getAdjustmentLimit: {
    summary: 'Get your adjustment limit for a member',
    description: 'Returns what you can adjust alone. Anything above needs a second operator.',
    query: z.object({ username: ofMember }),
    answer: AdjustmentLimit,
    errors: ['invalid_request'],
  },
  requestAdjustment: {
    summary: 'Adjust a member’s wallet',
    description:
      'Within your own limit it happens at once. Above it, another operator has to approve.',
    body: z.object({ username: ofMember, amount: signedUsdIn, reason }),
    answer: Adjustment,
    errors: ['invalid_request', 'insufficient_balance', ...writerErrors],
  },
  approveAdjustment: {
    summary: 'Approve an adjustment',
    description: 'Books it. It has to be another operator’s request.',
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
    description: 'Returns the ledger’s entries, newest first, of all accounts or of one.',
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
    description: 'Recomputes every balance, board, and seat from the entries, and compares.',
    answer: LedgerCheck,
    errors: [],
  },
} satisfies Record<string, CallContract>
