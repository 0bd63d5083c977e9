/**
 * Who may submit which commands on the ledger port. A sender proves its role with its token.
 * Anything that isn't listed here is refused.
 */
import { rejectField, type Rejection } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { isDatabaseAway } from '../../db/errors.ts'
import type { Db } from '../../db/types.ts'
import type { Command, CommandKind, CommandOf } from '../../domain/ledger/command.ts'
import { micros, type Micros } from '../../domain/money/money.ts'
import { BookUnavailable, OutcomeUnknown, type Actor } from '../book/submission.ts'
import { lookUpSubmissions } from '../book/submitted.ts'
import type { Sender } from '../config/roles.ts'
import { whyTooMuchTrx } from '../deposit/trx-limit.ts'
import { openKnownRate } from './known-rate.ts'
import {
  provesAcceptance,
  provesDeposit,
  provesOutsidePayment,
  provesTransfer,
  type Provable,
} from './proofs.ts'
import { NotTaken, type Sent } from './read-item.ts'

/** One way to submit a kind of command. */
type Way<K extends CommandKind> = {
  readonly from: Sender
  /**
   * The actor in whose name it is submitted: the member or operator that the command is about, or a
   * part of the product.
   */
  readonly by: 'member' | 'operator' | { readonly system: string }
  /**
   * The batch hook that must come with it. Without its hook, a command would leave no audit entry.
   */
  readonly hook: string | null
  only?(command: CommandOf<K>, settings: Settings): boolean
  /** Why the leader's own settings don't allow it; null if they do. Its member sees the reason. */
  refusal?(command: CommandOf<K>, settings: Settings): Rejection | null
  /** Replaces values that the leader knows better than the sender. */
  with?(command: CommandOf<K>, settings: Settings): CommandOf<K>
  /** Compares the command and its hook's input with what other roles wrote in the database. */
  proof?(provable: Provable, command: CommandOf<K>, input: unknown): Promise<void>
}

/** The same for every kind of command. */
type AnyWay = Pick<Way<CommandKind>, 'from' | 'by' | 'hook'> & {
  only?(command: Command, settings: Settings): boolean
  refusal?(command: Command, settings: Settings): Rejection | null
  with?(command: Command, settings: Settings): Command
  proof?(provable: Provable, command: Command, input: unknown): Promise<void>
}

/** The leader's own configuration. */
export type Settings = {
  readonly production: boolean
  readonly usdtPayouts: boolean
  readonly trxDepositLimitMicros: bigint
  readonly approvalLimitMicros: bigint
  readonly approvalDayLimitMicros: bigint
  readonly adjustmentLimitMicros: bigint
  readonly adjustmentDayLimitMicros: bigint
}

const byMember = { from: 'web', by: 'member' } as const
const byOperator = { from: 'web', by: 'operator' } as const
const byPart = (system: string) => ({ from: 'chain', by: { system } }) as const

const atMost = (given: Micros, own: bigint): Micros => (given > own ? micros(own) : given)

const ways: { readonly [K in CommandKind]: readonly Way<K>[] } = {
  // The leader founds the ledger itself, and raises the rules.
  found: [],
  raise_rules: [],
  import_member: [{ ...byPart('import'), hook: 'import-member' }],
  register: [{ from: 'web', by: { system: 'registration' }, hook: 'register' }],
  activate: [{ ...byMember, hook: 'activate-profile' }],
  set_auto_upgrade: [
    { ...byMember, hook: null },
    { ...byPart('closing'), hook: null, only: ({ on }) => !on },
  ],
  set_suspended: [{ ...byOperator, hook: 'suspend-member' }],
  open_deposit: [
    {
      ...byMember,
      hook: 'request-deposit',
      refusal: (command, { trxDepositLimitMicros }) =>
        whyTooMuchTrx(command, trxDepositLimitMicros),
      proof: provesDeposit,
    },
  ],
  receive_transfer: [
    { ...byPart('chain'), hook: 'receive-transfer' },
    // A member who enters a transaction's id need not wait for the watcher's next round.
    {
      from: 'web',
      by: { system: 'chain' },
      hook: 'receive-transfer',
      proof: provesTransfer,
    },
  ],
  expire_deposits: [{ ...byPart('chain'), hook: null }],
  accept_transfer: [
    { ...byMember, hook: 'accept-transfer', proof: provesAcceptance },
    {
      ...byOperator,
      hook: 'operator-accept-transfer',
      only: ({ member }) => member === null,
    },
    {
      ...byPart('auto-accept'),
      hook: 'accept-transfer',
      only: ({ member }) => member === null,
    },
  ],
  request_withdrawal: [
    {
      ...byMember,
      hook: 'request-withdrawal',
      refusal: ({ payIn }, { usdtPayouts }) =>
        payIn !== 'USDT' || usdtPayouts ? null : rejectField('payment_method', text('trx_only')),
    },
  ],
  approve_withdrawal: [
    {
      ...byOperator,
      hook: 'decide-withdrawal',
      with: (command, { approvalLimitMicros, approvalDayLimitMicros }) => ({
        ...command,
        payoutLimitMicros: atMost(command.payoutLimitMicros, approvalLimitMicros),
        dayLimitMicros: atMost(command.dayLimitMicros, approvalDayLimitMicros),
      }),
    },
  ],
  reject_withdrawal: [
    { ...byOperator, hook: 'decide-withdrawal' },
    { ...byPart('dispute'), hook: 'return-disputed' },
  ],
  cancel_withdrawal: [{ ...byMember, hook: 'end-withdrawal' }],
  send_withdrawal: [
    {
      ...byOperator,
      hook: 'mark-withdrawal-sent',
      only: ({ paidBy }) => paidBy === 'operator',
      proof: provesOutsidePayment,
    },
    {
      ...byPart('payout'),
      hook: 'store-payout',
      only: ({ paidBy }) => paidBy === 'us',
    },
    // Signed offline, and imported by an operator.
    {
      from: 'chain',
      by: 'operator',
      hook: 'store-payout',
      only: ({ paidBy }) => paidBy === 'us',
    },
  ],
  confirm_withdrawal: [{ ...byPart('payout'), hook: 'end-payout' }],
  fail_withdrawal: [{ ...byPart('payout'), hook: 'end-payout' }],
  propose_adjustment: [
    {
      ...byOperator,
      hook: 'adjustment',
      with: ({ memberLimitMicros, dayLimitMicros, ...command }, settings) => ({
        ...command,
        ...(memberLimitMicros === undefined
          ? {}
          : {
              memberLimitMicros: atMost(memberLimitMicros, settings.adjustmentLimitMicros),
            }),
        ...(dayLimitMicros === undefined
          ? {}
          : {
              dayLimitMicros: atMost(dayLimitMicros, settings.adjustmentDayLimitMicros),
            }),
      }),
    },
  ],
  approve_adjustment: [{ ...byOperator, hook: 'adjustment' }],
  reject_adjustment: [{ ...byOperator, hook: 'adjustment' }],
  withdraw_approvals: [{ ...byOperator, hook: 'withdraw-approvals' }],
  publish_catalog: [
    // Its hook publishes only what two operators approved.
    { from: 'chain', by: 'operator', hook: 'publish-catalog-draft' },
    {
      ...byOperator,
      hook: 'add-catalog',
      only: (_command, { production }) => !production,
    },
  ],
  book_network_fee: [
    { ...byPart('custody'), hook: 'end-move' },
    { ...byPart('explained'), hook: 'outside-fee' },
  ],
  move_treasury: [
    { ...byPart('chain'), hook: 'receive-treasury' },
    { ...byPart('explained'), hook: 'outside-move' },
  ],
  seal_day: [{ ...byPart('transparency'), hook: null }],
}

/** Every batch hook that a command may come with, for the test that finds forgotten ones. */
export const hooksAllowed: ReadonlySet<string | null> = new Set(
  Object.values(ways).flatMap((each) => each.map(({ hook }) => hook)),
)

/** Whether a command names its actor, as far as it names one. */
function isOwn(command: Command, by: Actor, named: AnyWay['by']): boolean {
  if (named === 'member') {
    return 'member' in by && 'member' in command && command.member === by.member
  }
  if (named === 'operator') {
    if (!('operator' in by)) return false
    if (command.kind === 'withdraw_approvals') return command.by === by.operator
    return !('operator' in command) || command.operator === by.operator
  }
  return 'system' in by && by.system === named.system
}

/**
 * Decides whether a sender may submit an item, and returns the item as the leader runs it.
 * @throws NotTaken, NotRecorded, Rejection, OutcomeUnknown
 */
export type Admit = (sender: Sender, item: Sent) => Sent | Promise<Sent>

export function openAdmission(settings: Settings, { db }: { readonly db: Db }): Admit {
  const provable: Provable = { db, isInForce: openKnownRate() }
  return (sender, item) => {
    const { command, by, hook } = item
    const listed: readonly AnyWay[] = ways[command.kind]
    const way = listed.find(
      (each) =>
        each.from === sender &&
        each.hook === (hook?.name ?? null) &&
        isOwn(command, by, each.by) &&
        (each.only?.(command, settings) ?? true),
    )
    if (!way) throw new NotTaken(`the ${sender} role may not submit ${command.kind} like this`)
    const refusal = way.refusal?.(command, settings)
    // With other settings, an earlier leader may have done it.
    if (refusal) throw item.again ? new OutcomeUnknown(refusal.message) : refusal
    const taken = way.with ? { ...item, command: way.with(command, settings) } : item
    return way.proof ? proven(db, way.proof(provable, command, hook?.input), taken) : taken
  }
}

async function proven(db: Db, proof: Promise<void>, taken: Sent): Promise<Sent> {
  try {
    await proof
    return taken
  } catch (error) {
    if (isDatabaseAway(error)) {
      throw new BookUnavailable('the database did not answer in time', { cause: error })
    }
    if (!taken.again || error instanceof NotTaken || !(error instanceof Error)) throw error
    // What no longer holds, such as a rate, may have held for an earlier leader. If the command is
    // in the log, the ledger writer returns its result without running it.
    const unknown = (cause: unknown) => new OutcomeUnknown(error.message, { cause })
    const logged = await lookUpSubmissions(db, [taken.id]).catch((away: unknown) => {
      throw unknown(away)
    })
    if (logged.has(taken.id)) return taken
    throw unknown(error)
  }
}
