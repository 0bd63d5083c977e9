/** Items of the ledger port as their senders make them: each kind of command, with its hook. */
import { DEFAULT_CATALOG } from '../../../src/domain/money/catalog.ts'
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import { depositFee } from '../../../src/domain/money/fee.ts'
import { micros, rateE8, units } from '../../../src/domain/money/money.ts'
import { coinsFor } from '../../../src/domain/money/rate.ts'
import { newSubmissionId, type Actor } from '../../../src/server/book/submission.ts'
import type { Sender } from '../../../src/server/config/roles.ts'
import type { PortKind } from '../../../src/server/forward/command-shapes.ts'
import { encodeSubmission } from '../../../src/server/forward/wire.ts'

export type PortItem<C extends Command = Command> = {
  readonly command: C
  readonly by: Actor
  readonly hook?: { readonly name: string; readonly input: unknown }
  /** Who may send it; null if nobody may. */
  readonly from: Sender | null
}

const RATE = rateE8(25_000_000n)
const amount = micros(10_000_000n)
const figures = {
  coin: 'TRX',
  amountMicros: amount,
  feeMicros: depositFee(amount),
  cryptoUnits: coinsFor('TRX', micros(amount + depositFee(amount)), RATE),
  lockedE8: RATE,
} as const
const txid = 'ab'.repeat(32)
const member = 2
const ann = { operator: 'ann' }
const entry = { ...ann, action: 'test', reason: 'a test', requestId: 'r1' }
const chain = {
  network: 'test',
  txid,
  logIndex: 0,
  from: 'TSender',
  to: 'TReceiver',
  blockNumber: 7,
} as const
const transfer = {
  ...chain,
  asset: 1,
  amount: '40800000',
  blockAt: '2026-03-04T05:06:07.000Z',
  attributable: true,
}
const sent = {
  withdrawal: 1,
  attempt: 1,
  address: 'TReceiver',
  coin: 'TRX',
  sentUnits: units(18_000_000n),
  rateE8: RATE,
  txid,
} as const
const ended = { withdrawal: 1, attempt: 1, txid, feeSun: units(345_000n) }
const endHook = (state: string) => ({
  name: 'end-payout',
  input: { no: '1', txid, state, feeSun: '345000' },
})
const amountOfTransfer = units(40_800_000n)

/** One item of each kind. */
export const portItems: { readonly [K in PortKind]: PortItem<CommandOf<K>> } = {
  found: {
    command: { kind: 'found', catalog: DEFAULT_CATALOG },
    by: { system: 'founding' },
    from: null,
  },
  register: {
    command: { kind: 'register', sponsor: 1 },
    by: { system: 'registration' },
    hook: { name: 'register', input: { registration: '1' } },
    from: 'web',
  },
  activate: {
    command: { kind: 'activate', member, profile: 6 },
    by: { member },
    hook: { name: 'activate-profile', input: { member, profile: 6 } },
    from: 'web',
  },
  set_auto_upgrade: {
    command: { kind: 'set_auto_upgrade', member, on: true },
    by: { member },
    from: 'web',
  },
  set_suspended: {
    command: { kind: 'set_suspended', member, on: true },
    by: ann,
    hook: {
      name: 'suspend-member',
      input: {
        member,
        on: true,
        before: { username: 'ada', is_active: true },
        by: { ...ann, requestId: 'r1' },
        reason: 'a test',
      },
    },
    from: 'web',
  },
  open_deposit: {
    command: { kind: 'open_deposit', member, ...figures, expiresAt: Date.now() + 900_000 },
    by: { member },
    hook: { name: 'request-deposit', input: null },
    from: 'web',
  },
  receive_transfer: {
    command: {
      kind: 'receive_transfer',
      member,
      coin: 'TRX',
      ...chain,
      amountUnits: amountOfTransfer,
      blockE8: RATE,
      blockAt: Date.parse(transfer.blockAt),
      attributable: true,
    },
    by: { system: 'chain' },
    hook: { name: 'receive-transfer', input: transfer },
    from: 'chain',
  },
  expire_deposits: {
    command: { kind: 'expire_deposits', blockAt: 1_800_000_000_000 },
    by: { system: 'chain' },
    from: 'chain',
  },
  accept_transfer: {
    command: { kind: 'accept_transfer', transfer: 1, member },
    by: { member },
    hook: { name: 'accept-transfer', input: null },
    from: 'web',
  },
  request_withdrawal: {
    command: {
      kind: 'request_withdrawal',
      member,
      amountMicros: micros(5_000_000n),
      address: 'TReceiver',
      holdUntilAt: 0,
    },
    by: { member },
    hook: { name: 'request-withdrawal', input: { note: 'a note' } },
    from: 'web',
  },
  approve_withdrawal: {
    command: {
      kind: 'approve_withdrawal',
      withdrawal: 1,
      ...ann,
      revision: null,
      payoutLimitMicros: micros(100_000_000n),
      dayLimitMicros: micros(1_000_000_000n),
    },
    by: ann,
    hook: { name: 'decide-withdrawal', input: { entry } },
    from: 'web',
  },
  reject_withdrawal: {
    command: { kind: 'reject_withdrawal', withdrawal: 1, reason: 'a test' },
    by: ann,
    hook: { name: 'decide-withdrawal', input: { entry } },
    from: 'web',
  },
  cancel_withdrawal: {
    command: { kind: 'cancel_withdrawal', withdrawal: 1, member },
    by: { member },
    hook: { name: 'end-withdrawal', input: null },
    from: 'web',
  },
  send_withdrawal: {
    command: { kind: 'send_withdrawal', paidBy: 'us', ...sent },
    by: { system: 'payout' },
    hook: {
      name: 'store-payout',
      input: {
        withdrawal: 1,
        attempt: 1,
        coin: 'TRX',
        units: '18000000',
        from: 'TOurs',
        to: 'TReceiver',
        txid,
        signedHex: 'cd',
        expiresAt: transfer.blockAt,
        feeLimitSun: '0',
      },
    },
    from: 'chain',
  },
  confirm_withdrawal: {
    command: { kind: 'confirm_withdrawal', ...ended },
    by: { system: 'payout' },
    hook: endHook('confirmed'),
    from: 'chain',
  },
  fail_withdrawal: {
    command: { kind: 'fail_withdrawal', ...ended, reason: 'a test' },
    by: { system: 'payout' },
    hook: endHook('failed'),
    from: 'chain',
  },
  withdraw_approvals: {
    command: { kind: 'withdraw_approvals', operator: 'bo', by: 'ann', reason: 'a test' },
    by: ann,
    hook: {
      name: 'withdraw-approvals',
      input: {
        operator: 'bo',
        by: { ...ann, requestId: 'r1' },
        reason: 'a test',
        cause: { kind: 'other' },
      },
    },
    from: 'web',
  },
  propose_adjustment: {
    command: {
      kind: 'propose_adjustment',
      member,
      amountMicros: micros(9_000_000n),
      ...ann,
      reason: 'a test',
      memberLimitMicros: micros(0n),
      dayLimitMicros: micros(0n),
    },
    by: ann,
    hook: { name: 'adjustment', input: { entry, username: 'ada' } },
    from: 'web',
  },
  approve_adjustment: {
    command: { kind: 'approve_adjustment', adjustment: 1, ...ann },
    by: ann,
    hook: { name: 'adjustment', input: { entry, username: 'ada' } },
    from: 'web',
  },
  reject_adjustment: {
    command: { kind: 'reject_adjustment', adjustment: 1, ...ann, reason: 'a test' },
    by: ann,
    hook: { name: 'adjustment', input: { entry, username: 'ada' } },
    from: 'web',
  },
  publish_catalog: {
    command: { kind: 'publish_catalog', catalog: DEFAULT_CATALOG, ...ann },
    by: ann,
    hook: {
      name: 'publish-catalog-draft',
      input: {
        no: '1',
        revision: 1,
        base_version: 1,
        note: '',
        proposed_by: 'bo',
        approved_by: 'ann',
      },
    },
    from: 'chain',
  },
  book_network_fee: {
    command: { kind: 'book_network_fee', feeSun: units(345_000n), txid },
    by: { system: 'custody' },
    hook: { name: 'end-move', input: { no: '1', state: 'confirmed', feeSun: '345000' } },
    from: 'chain',
  },
  move_treasury: {
    command: {
      kind: 'move_treasury',
      coin: 'TRX',
      amountUnits: amountOfTransfer,
      reason: 'a test',
    },
    by: { system: 'chain' },
    hook: { name: 'receive-treasury', input: transfer },
    from: 'chain',
  },
  import_member: {
    command: { kind: 'import_member', sponsor: 1, plans: [0, 1], side: 1 },
    by: { system: 'import' },
    hook: { name: 'import-member', input: { import: 1, line: 2, side: 1 } },
    from: 'chain',
  },
  seal_day: {
    command: { kind: 'seal_day', day: '2026-03-04', sheet: txid },
    by: { system: 'transparency' },
    from: 'chain',
  },
}

/** An item as it goes over the wire. */
export function wireItem({ command, by, hook }: Omit<PortItem, 'from'>) {
  const sending = { command, by, hook }
  const text = `{"id":"${newSubmissionId()}","timeLeftMs":8000,${encodeSubmission(sending)}}`
  return JSON.parse(text) as Record<string, unknown> // our own JSON
}
