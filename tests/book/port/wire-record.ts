/** What goes over the ledger port: each kind of item and of result, as this version writes them. */
import { readFileSync } from 'node:fs'
import { DatabaseError } from 'pg'
import type { Refusal, RefusalCode } from '../../../src/domain/ledger/refusal.ts'
import { micros } from '../../../src/domain/money/money.ts'
import {
  BookUnavailable,
  DoneElsewhere,
  KeyInProgress,
  KeyReused,
  NotLeader,
  NotRecorded,
  OutcomeUnknown,
  type Result,
} from '../../../src/server/book/submission.ts'
import {
  encodeAnswer,
  encodeLine,
  encodeResult,
  encodeSubmission,
} from '../../../src/server/forward/wire.ts'
import { PayoutsPaused } from '../../../src/server/payout/record-payouts.ts'
import { portItems, type PortItem } from './port-items.ts'

/** Recorded by `record-wire.ts`. The version before reads and writes just this. */
export const wireFile = new URL('wire-1.json', import.meta.url)

export type WireRecord = {
  readonly items: Readonly<Record<string, object>>
  readonly results: Readonly<Record<string, object>>
  /** Answers to an envelope: in one piece, and a line of one in lines. */
  readonly answers: { readonly whole: object; readonly line: object }
}

export const readWireRecord = (): WireRecord =>
  JSON.parse(readFileSync(wireFile, 'utf8')) as WireRecord // written by record-wire.ts

const refusals: { readonly [C in RefusalCode]: Extract<Refusal, { code: C }> } = {
  already_founded: { code: 'already_founded' },
  not_found: { code: 'not_found' },
  already_active: { code: 'already_active' },
  insufficient_balance: { code: 'insufficient_balance', availableMicros: micros(5n) },
  member_suspended: { code: 'member_suspended' },
  minimum_deposit: { code: 'minimum_deposit' },
  amount_out_of_range: { code: 'amount_out_of_range' },
  already_used: { code: 'already_used' },
  minimum_withdrawal: { code: 'minimum_withdrawal' },
  below_network_fee: { code: 'below_network_fee', networkFeeMicros: micros(6n) },
  too_many_withdrawals: { code: 'too_many_withdrawals' },
  wrong_state: { code: 'wrong_state', state: 'ended' },
  old_revision: { code: 'old_revision', revision: 2 },
  second_operator_required: { code: 'second_operator_required' },
  wrong_attempt: { code: 'wrong_attempt', attempt: 2 },
  not_as_approved: { code: 'not_as_approved' },
  on_hold: { code: 'on_hold', untilAt: 1_800_000_000_000 },
  reason_required: { code: 'reason_required' },
  older_rules: { code: 'older_rules' },
  paid_board: { code: 'paid_board' },
  unsound_catalogue: {
    code: 'unsound_catalogue',
    unsound: { plan: 'Bronze', rule: 'amount_range', left: 0n, right: 1n },
  },
}

const done = { seq: 7, at: 1_800_000_000_000, receipt: { balance: '5' } }
const unique = { code: '23505', constraint: 'a_key' }
/** Each kind of result, by what it says. */
export const results: Readonly<Record<string, Result | Error>> = {
  done: { accepted: true, replayed: false, done },
  'done without a receipt': { accepted: true, replayed: false, done: { ...done, receipt: null } },
  'done before': { accepted: true, replayed: true, first: { done } },
  'rendered before': { accepted: true, replayed: true, first: { body: { id: '1' } } },
  'done before by who knows whom': { accepted: true, replayed: true, first: null },
  ...Object.fromEntries(
    Object.values(refusals).map((refusal) => [
      `refused: ${refusal.code}`,
      { accepted: false, refusal } as const,
    ]),
  ),
  'not the leader': new NotLeader('x'),
  unavailable: new BookUnavailable('x'),
  unknown: new OutcomeUnknown('x'),
  'key reused': new KeyReused('x'),
  'key in progress': new KeyInProgress('x'),
  'done elsewhere': new DoneElsewhere('x'),
  'not recorded': new NotRecorded('x'),
  'payouts paused': new PayoutsPaused('x'),
  database: Object.assign(new DatabaseError('x', 1, 'error'), unique),
  'a bug': new TypeError('x'),
}

const key = { scope: 'member:2', key: 'k', inputHash: 'h' }
const itemText = ({ command, by, hook }: PortItem): string => {
  const ids = '"id":"01890000-0000-7000-8000-000000000000","timeLeftMs":8000,"again":true'
  return `{${ids},${encodeSubmission({ command, by, key, hook })}}`
}

const answered: readonly Result[] = [
  { accepted: true, replayed: false, done },
  { accepted: false, refusal: refusals.not_found },
]

/** What this version sends. */
export const writeWireRecord = (): WireRecord => ({
  items: Object.fromEntries(
    Object.values(portItems).map((item: PortItem) => [
      item.command.kind,
      JSON.parse(itemText(item)) as object, // made above
    ]),
  ),
  results: Object.fromEntries(
    Object.entries(results).map(([name, result]) => [
      name,
      JSON.parse(encodeResult(result)) as object, // by its type
    ]),
  ),
  answers: {
    whole: JSON.parse(encodeAnswer(7, answered.map(encodeResult))) as object, // made right here
    line: JSON.parse(encodeLine([2, 0], answered.map(encodeResult))) as object, // made right here
  },
})
