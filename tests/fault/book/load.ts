/** Clients of a book. Each repeats its key until it knows the result. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { callHook, type AnsweredHook } from '../../../src/server/book/batch-hook.ts'
import type { Book, Result } from '../../../src/server/book/book.ts'
import {
  BookUnavailable,
  KeyInProgress,
  OutcomeUnknown,
} from '../../../src/server/book/submission.ts'
import type { Random } from '../../domain/random.ts'
import { testHooks } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'

const Body = z.object({
  seq: z.int(),
  note: z.string(),
  numbers: z.record(z.string(), z.int()),
})
export type Body = z.output<typeof Body>
/** A client's final result: an answer, or the database's refusal. */
export type Received =
  | { note: string; key: string; command: Command; result: Result }
  | { note: string; key: string; command: Command; error: { code?: string } }

/** Writes one row per command, so that a second effect would show. */
export const noteHook = {
  name: 'note',
  input: z.string(),
  fits: () => true,
  receipt: Body,
  async write(tx, items) {
    const seqs = items.map(({ outcome }) => outcome.seq)
    const notes = items.map(({ input }) => input)
    await sql`insert into notes (seq, note)
      select * from unnest(${seqs}::int8[], ${notes}::text[])`.execute(tx)
  },
  receiptOf({ outcome, input: note }) {
    const numbers: Record<string, number> = {}
    for (const event of outcome.effects.events) {
      if ('no' in event && event.event !== 'journal') numbers[event.event] = event.no
    }
    return { seq: outcome.seq, note, numbers }
  },
} satisfies AnsweredHook<string, Body>

/** The hooks that a book needs for these clients. */
export const noteHooks = testHooks(noteHook)

/** The receipt of an accepted command, from its first answer or a repeat. */
export function receiptOf(result: Result): Body {
  if (!result.accepted) throw new Error('not accepted')
  const first = result.replayed ? result.first : result
  return Body.parse(first && 'done' in first ? first.done.receipt : null)
}

export const createNotes = 'create table notes (seq bigint primary key, note text unique)'

/** Submits under a key, and repeats it until the result is certain. */
export async function submitUntilKnown(
  book: () => Book,
  command: Command,
  key: string,
  note = key,
): Promise<Received> {
  const submission = {
    command,
    by: { system: 'load' },
    key: { scope: 'load', key, inputHash: key },
    hook: callHook(noteHook, note),
  }
  const ask = async (): Promise<Received | null> => {
    try {
      return { note, key, command, result: await book().submit(submission) }
    } catch (error) {
      if (isUnknown(error)) return null
      return { note, key, command, error: error as { code?: string } }
    }
  }
  return until(`an answer for ${key}`, ask, { deadlineMs: 60_000 })
}

const isUnknown = (error: unknown): boolean =>
  error instanceof OutcomeUnknown ||
  error instanceof BookUnavailable ||
  error instanceof KeyInProgress

/** A client's own members, and all answers that it received. */
export type Client = {
  readonly name: string
  readonly random: Random
  readonly members: { member: number; profile: number }[]
  readonly adjustments: number[]
  readonly withdrawals: { withdrawal: number; member: number }[]
  readonly heard: Received[]
}

export const makeClient = (name: string, random: Random): Client => ({
  name,
  random,
  members: [],
  adjustments: [],
  withdrawals: [],
  heard: [],
})

/** The poison: a duplicate note, so that the database refuses its command. */
export const TAKEN = 'taken'

/** Submits one random command, and waits until its outcome is known. */
export async function act(book: () => Book, client: Client): Promise<void> {
  const { name, random, heard } = client
  const key = `${name}-${heard.length}`
  const command = choose(client)
  const note = random.chance(0.05) ? TAKEN : key
  const answer = await submitUntilKnown(book, command, key, note)
  heard.push(answer)
  if ('error' in answer || !answer.result.accepted) return
  const { member, profile, adjustment, withdrawal } = receiptOf(answer.result).numbers
  if (command.kind === 'register') {
    client.members.push({ member: member ?? 0, profile: profile ?? 0 })
  } else if (command.kind === 'propose_adjustment') {
    client.adjustments.push(adjustment ?? 0)
  } else if (command.kind === 'request_withdrawal') {
    client.withdrawals.push({ withdrawal: withdrawal ?? 0, member: command.member })
  }
}

function choose({ random, members, adjustments, withdrawals }: Client): Command {
  const roll = random.below(10)
  if (members.length === 0 || roll < 2) {
    const sponsor = members.length === 0 ? 1 : random.pick(members).member
    return { kind: 'register', sponsor }
  }
  const { member, profile } = random.pick(members)
  const amountMicros = micros(5_000_000n)
  if (roll < 4) {
    return { kind: 'propose_adjustment', member, amountMicros, operator: 'ada', reason: 'load' }
  }
  if (roll < 6 && adjustments.length > 0) {
    return { kind: 'approve_adjustment', adjustment: random.pick(adjustments), operator: 'bo' }
  }
  if (roll === 8) {
    return { kind: 'request_withdrawal', member, amountMicros, address: 'T', holdUntilAt: 0 }
  }
  if (roll === 9 && withdrawals.length > 0) {
    return { kind: 'cancel_withdrawal', ...random.pick(withdrawals) }
  }
  return { kind: 'activate', member, profile }
}
