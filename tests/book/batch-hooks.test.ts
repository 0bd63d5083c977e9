import { z } from 'zod'
import { expect, test } from 'vitest'
import { batchHooks } from '../../src/server/app/batch-hooks.ts'
import { callHook } from '../../src/server/book/batch-hook.ts'
import { recordMoves } from '../../src/server/payout/unexplained/explain-transfer.ts'

// A submission may be sent to another process. So we call each hook by name with plain data, and
// the writer must read exactly what the caller meant.

const by = { operator: 'ann', requestId: 'r1' }
const at = new Date('2026-03-04T05:06:07.890Z')
const transfer = {
  network: 'test',
  txid: 'ab'.repeat(32),
  asset: 1,
  logIndex: 0,
  from: 'TSender',
  to: 'TReceiver',
  amount: 9_007_199_254_740_993n,
  blockNumber: 7,
  blockAt: at,
  attributable: true,
}
const withdrawal = {
  id: '1',
  amount: '5.00',
  fee_amount: '0.50',
  net_amount: '4.50',
  payment_method: 'trx',
  payment_details: 'T',
  wallet_address: 'T',
  status: 'pending',
  stage: 'pending',
  revision: 1,
  hold_until: null,
  reason: null,
  request_date: at.toISOString(),
  processed_date: null,
  transaction_hash: null,
  username: 'ada',
  member_id: '2',
  flags: ['on_hold'],
  claim: { operator: 'ann', ends_at: at.toISOString() },
  approvals: [{ operator: 'ann', at: at.toISOString() }],
  approvals_needed: 2,
}
const adjustment = {
  id: '1',
  username: 'ada',
  amount: '-5.00',
  reason: 'a test',
  status: 'pending',
  requested_by: 'ann',
  requested_at: at.toISOString(),
  approved_by: null,
  approved_at: null,
  rejected_by: null,
  rejected_at: null,
  reject_reason: null,
  alone: false,
}
const accepted = {
  id: '3',
  cryptocurrency: 'TRX',
  crypto_amount: '40.80000',
  rate: '0.25',
  amount: '10.00',
  fee_amount: '0.20',
  transaction_hash: 'ab',
  received_at: at.toISOString(),
  accepts_itself_at: null,
  status: 'waiting',
  reason: 'No request was open.',
  reason_text: { code: 'no_request_open', params: {} },
  username: 'ada',
  claim: null,
}
const ended = { txid: 'ab', state: 'failed', feeSun: 3n }

/** An input of every hook, with each kind of value that it can have. */
const inputs: Record<string, unknown[]> = {
  'accept-transfer': [null],
  'activate-profile': [{ member: 2, profile: 3 }],
  'add-catalog': [{ entry: { ...by, action: 'add', reason: 'x', after: { plans: ['1'] } } }],
  adjustment: [
    { entry: { ...by, action: 'request', reason: 'x' }, username: 'ada' },
    { entry: { ...by, action: 'approve', reason: 'x' }, username: 'ada', before: adjustment },
  ],
  'decide-withdrawal': [
    { entry: { ...by, action: 'approve', reason: null } },
    { entry: { ...by, action: 'reject', reason: 'x' }, before: withdrawal },
  ],
  'end-move': [{ ...ended, no: 1n, txid: undefined }],
  'end-payout': [{ ...ended, no: 1n }],
  'end-withdrawal': [null],
  'mark-withdrawal-sent': [{ ...by, before: withdrawal, paid: transfer }],
  'operator-accept-transfer': [
    { by, reason: 'x' },
    { by, reason: 'x', before: accepted },
  ],
  'outside-fee': [{ txid: 'ab', feeSun: 5n, blockNumber: 7 }],
  'outside-move': [{ ...transfer, toOwn: false, payees: ['T'], notFor: [7] }],
  'publish-catalog-draft': [
    { no: 4n, revision: 2, base_version: 1, note: '', proposed_by: null, approved_by: 'ann' },
  ],
  'receive-transfer': [transfer],
  'receive-treasury': [transfer, { ...transfer, isFromInbox: true }],
  'import-member': [
    { import: 1, line: 2, side: 0 },
    { import: 1, line: 2, side: null },
  ],
  register: [{ registration: 5n }],
  'request-deposit': [null],
  'request-withdrawal': [{ note: '' }],
  'return-disputed': [{ withdrawal: 1 }],
  'store-payout': [
    {
      withdrawal: 1,
      attempt: 1,
      coin: 'TRX',
      units: 5n,
      from: 'T',
      to: 'T',
      txid: 'ab',
      signedHex: 'cd',
      expiresAt: at,
      feeLimitSun: 0n,
    },
  ],
  'suspend-member': [
    { member: 2, on: true, before: { username: 'ada', is_active: true }, by, reason: 'x' },
  ],
  'withdraw-approvals': [
    { operator: 'bo', by, reason: 'x', cause: { kind: 'access_change', change: 6n } },
    { operator: 'bo', by, reason: 'x', cause: { kind: 'other' } },
  ],
}

type Asked = { command: Record<string, unknown>; by?: Record<string, string> }

/** What each hook compares its first input with. Anything else belongs to another command. */
const asked: Record<string, Asked> = {
  'accept-transfer': { command: { kind: 'accept_transfer' } },
  'activate-profile': { command: { kind: 'activate', member: 2, profile: 3 } },
  'add-catalog': { command: { kind: 'publish_catalog' }, by: { operator: 'ann' } },
  adjustment: { command: { kind: 'request_adjustment' }, by: { operator: 'ann' } },
  'decide-withdrawal': { command: { kind: 'approve_withdrawal' }, by: { operator: 'ann' } },
  'end-move': { command: { kind: 'book_network_fee', feeSun: 3n } },
  'end-payout': { command: { kind: 'fail_withdrawal', txid: 'ab', feeSun: 3n } },
  'end-withdrawal': { command: { kind: 'cancel_withdrawal' } },
  'import-member': { command: { kind: 'import_member', side: 0 }, by: { system: 'import' } },
  'mark-withdrawal-sent': {
    command: { kind: 'send_withdrawal', paidBy: 'operator', txid: transfer.txid },
    by: { operator: 'ann' },
  },
  'operator-accept-transfer': { command: { kind: 'accept_transfer' }, by: { operator: 'ann' } },
  'outside-fee': { command: { kind: 'book_network_fee', txid: 'ab', feeSun: 5n } },
  'outside-move': {
    command: { kind: 'move_treasury', coin: 'TRX', amountUnits: -transfer.amount },
  },
  'publish-catalog-draft': { command: { kind: 'publish_catalog' }, by: { operator: 'ann' } },
  'receive-transfer': {
    command: {
      kind: 'receive_transfer',
      network: 'test',
      txid: transfer.txid,
      coin: 'TRX',
      logIndex: 0,
      amountUnits: transfer.amount,
    },
  },
  'receive-treasury': {
    command: { kind: 'move_treasury', coin: 'TRX', amountUnits: transfer.amount },
  },
  register: { command: { kind: 'register' } },
  'request-deposit': { command: { kind: 'open_deposit' } },
  'request-withdrawal': { command: { kind: 'request_withdrawal' } },
  'return-disputed': {
    command: { kind: 'reject_withdrawal', withdrawal: 1 },
    by: { system: 'dispute' },
  },
  'store-payout': {
    command: {
      kind: 'send_withdrawal',
      paidBy: 'us',
      withdrawal: 1,
      attempt: 1,
      coin: 'TRX',
      sentUnits: 5n,
      address: 'T',
      txid: 'ab',
    },
  },
  'suspend-member': {
    command: { kind: 'set_suspended', member: 2, on: true },
    by: { operator: 'ann' },
  },
  'withdraw-approvals': { command: { kind: 'withdraw_approvals', operator: 'bo', by: 'ann' } },
}

/** Another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return `${String(value)} other`
}

test('has an input and a command for every hook', () => {
  const names = batchHooks.map(({ name }) => name).toSorted()
  expect(Object.keys(inputs).toSorted()).toEqual(names)
  expect(Object.keys(asked).toSorted()).toEqual(names)
})

test.each(batchHooks.map((hook) => [hook.name, hook] as const))(
  '%s has an input that survives JSON',
  (name, hook) => {
    for (const input of inputs[name] ?? []) {
      const call = callHook(hook as never, input)
      const sent: unknown = JSON.parse(JSON.stringify(call))
      expect(sent).toEqual(call)
      expect(z.decode(hook.input as z.ZodType, call.input)).toEqual(input)
    }
  },
)

test('reads the outside move of the previous version', () => {
  const [given] = inputs['outside-move'] ?? []
  const {
    payees: _payees,
    notFor: _notFor,
    ...before
  } = callHook(recordMoves, given as never).input as Record<string, unknown>
  const read = z.decode(recordMoves.input, before)
  expect([read.payees, read.notFor]).toEqual([[], []])
})

test.each(batchHooks.map((hook) => [hook.name, hook] as const))(
  '%s describes its input and receipt as JSON, without functions or configuration',
  (_name, hook) => {
    const shapes = 'receipt' in hook ? [hook.input, hook.receipt] : [hook.input]
    for (const shape of shapes) {
      const described = JSON.stringify(z.toJSONSchema(shape, { io: 'input' }))
      expect(described).not.toMatch(/config|secret|password|totp/i)
    }
  },
)

// The rules check only the command. Without this comparison, a process that may send some commands
// could attach the side rows of others to them.
test.each(batchHooks.map((hook) => [hook.name, hook] as const))(
  '%s fits only its own command, by its own actor',
  (name, hook) => {
    const { command = {}, by = { system: 'test' } } = asked[name] ?? {}
    const fits = (changed: Partial<Asked>): boolean =>
      hook.fits({ command, by, ...changed } as never, inputs[name]?.[0] as never)
    expect(fits({})).toBe(true)
    const fields = Object.entries(command)
    const ignored = fields.filter(([field, value]) =>
      fits({ command: { ...command, [field]: otherThan(value) } }),
    )
    expect(ignored).toEqual([])
    if (!asked[name]?.by) return
    const others = Object.entries(by).map(([kind, who]) => ({ [kind]: `other ${who}` }))
    for (const other of [...others, { member: 'ann' }]) expect(fits({ by: other })).toBe(false)
  },
)
