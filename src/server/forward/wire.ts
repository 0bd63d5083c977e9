/**
 * What goes over the ledger port. One envelope carries many submissions, and its answer carries
 * their results in the same order.
 */
import { z } from 'zod'
import type { Command, CommandKind } from '../../domain/ledger/command.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { encode, reviveFields } from '../book/rows/encode-command.ts'
import type { Result, Submission } from '../book/submission.ts'
import { decodeError, encodeError, WireError } from './wire-errors.ts'

export const MOST_ITEMS = 500
export const MOST_BYTES = 1 << 20
/** How many commands may wait, in a client and in the leader. */
export const MOST_WAITING = 5_000
/** Shorter than the clients' ten-second timeout, so that they get our answer before it. */
export const PATIENCE_MS = 8_000

const commandKinds: Record<CommandKind, true> = {
  found: true,
  register: true,
  activate: true,
  set_auto_upgrade: true,
  set_suspended: true,
  open_deposit: true,
  receive_transfer: true,
  expire_deposits: true,
  accept_transfer: true,
  request_withdrawal: true,
  approve_withdrawal: true,
  reject_withdrawal: true,
  cancel_withdrawal: true,
  send_withdrawal: true,
  confirm_withdrawal: true,
  fail_withdrawal: true,
  withdraw_approvals: true,
  propose_adjustment: true,
  approve_adjustment: true,
  reject_adjustment: true,
  publish_catalog: true,
  book_network_fee: true,
  move_treasury: true,
}

const Item = z.strictObject({
  id: z.uuid(),
  timeLeftMs: z.number().min(0).max(PATIENCE_MS),
  /** An earlier try may have done it. */
  again: z.boolean().optional(),
  command: z.looseObject({
    kind: z.string().refine((kind) => Object.hasOwn(commandKinds, kind), 'is no command'),
  }),
  by: z.union([
    z.strictObject({ member: z.int() }),
    z.strictObject({ operator: z.string() }),
    z.strictObject({ system: z.string() }),
  ]),
  key: z.strictObject({ scope: z.string(), key: z.string(), inputHash: z.string() }).optional(),
  hook: z.strictObject({ name: z.string(), input: z.unknown() }).optional(),
})

export const Envelope = z.strictObject({
  /** The epoch in which the sender believes. */
  epoch: z.int(),
  items: z.array(Item).min(1).max(MOST_ITEMS),
})
type WireItem = z.infer<typeof Item>

const Done = z.strictObject({ seq: z.int(), at: z.number(), receipt: z.unknown() })
const WireResult = z.union([
  z.strictObject({ done: Done }),
  z.strictObject({
    first: z
      .union([z.strictObject({ done: Done }), z.strictObject({ body: z.unknown() })])
      .nullable(),
  }),
  z.strictObject({ refusal: z.looseObject({ code: z.string() }) }),
  z.strictObject({ error: WireError }),
])
type WireResult = z.infer<typeof WireResult>

export const Answer = z.strictObject({
  epoch: z.int(),
  results: z.array(WireResult),
})
/** The answer of a process that doesn't lead: who does. */
export const Redirect = z.strictObject({ epoch: z.int(), address: z.string().nullable() })
export const Busy = z.strictObject({ retryMs: z.number() })

/** All of an item that stays the same for each try: JSON without the braces. */
export function encodeSubmission({ command, by, key, hook }: Submission): string {
  return `"command":${encode(command)},${JSON.stringify({ by, key, hook }).slice(1, -1)}`
}

/** A submission as the writer takes it. Only the command has 64-bit fields. */
export function decodeItem({ command, ...item }: WireItem): Submission & { id: string } {
  // The schema knows the kinds; the rules check what a command contains.
  return { ...item, command: reviveFields(command) as Command }
}

export function encodeResult(result: Result | Error): string {
  return encode(
    result instanceof Error
      ? { error: encodeError(result) }
      : !result.accepted
        ? { refusal: result.refusal }
        : result.replayed
          ? { first: result.first }
          : { done: result.done },
  )
}

export function decodeResult(result: WireResult): Result | Error {
  if ('error' in result) return decodeError(result.error)
  if ('refusal' in result) {
    // The writer's rules made it, and they are the same here.
    return { accepted: false, refusal: reviveFields(result.refusal) as Refusal }
  }
  if ('first' in result) return { accepted: true, replayed: true, first: result.first }
  return { accepted: true, replayed: false, done: result.done }
}
