/** Batch hooks: side rows, such as queued emails, in the commit of the commands they belong to. */
import { z } from 'zod'
import type { Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import type { Outcome } from './state/catch-up.ts'
import type { Done, HookCall, Submission } from './submission.ts'

/** The part of a submission that a batch hook compares with its input. */
export type HookedCommand = Pick<Submission, 'command' | 'by'>

/** One command of a batch: its outcome, and the input that its caller sent along. */
export type HookItem<I> = { readonly outcome: Outcome; readonly input: I }

/** The reason to refuse a command, or the unique names that only one command may claim. */
export type Checked = Error | readonly string[]

/**
 * Callers name a hook and send its input as JSON, because the ledger writer may be in another
 * process. So the input has no functions, no configuration, and no secrets.
 */
export type BatchHook<I> = {
  readonly name: string
  readonly input: z.ZodType<I>
  /**
   * Whether the input belongs to the command: the right kind, the same subject, and the same actor.
   * The caller sends both, and the rules check only the command.
   */
  fits(asked: HookedCommand, input: I): boolean
  /**
   * Finds the inputs that `write` would refuse, before any command runs. A refusal here is free. A
   * refusal by `write` costs the whole batch another try.
   * @param asked the commands of the inputs
   * @returns for each input, the reason to refuse it or the unique names that it claims
   */
  check?(tx: Tx, inputs: readonly I[], asked: readonly HookedCommand[]): Promise<readonly Checked[]>
  /**
   * Writes the side rows of every command in the batch that uses this hook, after their events. It
   * returns nothing: callers read what they need after the COMMIT.
   * @param config the ledger writer's own
   */
  write?(tx: Tx, items: readonly HookItem<I>[], config: Config): Promise<void>
}

/**
 * A hook with a receipt: the few values that the answer can't read from the tables later, because
 * they may have changed by then. We store the receipt with the command. It has no access to the
 * database.
 */
export type AnsweredHook<I, R> = BatchHook<I> & {
  readonly receipt: z.ZodType<R>
  receiptOf(item: HookItem<I>): R
}

/** Numbers of 64 bits, which JSON carries as text. */
export const int8 = z.codec(z.string().regex(/^-?\d{1,19}$/), z.int64(), {
  decode: BigInt,
  encode: String,
})

export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

/** The hook call in a submission. */
export const callHook = <I>(hook: BatchHook<I>, input: I): HookCall => ({
  name: hook.name,
  input: z.encode(hook.input, input),
})

/** A hook as the writer runs it, with its configuration. Input and receipt are JSON. */
export type ReadyHook = {
  readonly name: string
  readInput(input: unknown): unknown
  fits(asked: HookedCommand, input: unknown): boolean
  check?(
    tx: Tx,
    inputs: readonly unknown[],
    asked: readonly HookedCommand[],
  ): Promise<readonly Checked[]>
  write?(tx: Tx, items: readonly HookItem<unknown>[]): Promise<void>
  receiptOf(item: HookItem<unknown>): unknown
}

export type ReadyHooks = ReadonlyMap<string, ReadyHook>

/** The hooks of a ledger writer, by name. */
export function readyHooks(
  hooks: readonly (BatchHook<unknown> | AnsweredHook<unknown, unknown>)[],
  config: Config,
): ReadyHooks {
  const ready = hooks.map((hook): ReadyHook => ({
    name: hook.name,
    readInput: (input) => z.decode(hook.input, input),
    fits: (asked, input) => hook.fits(asked, input),
    ...(hook.check ? { check: hook.check.bind(hook) } : {}),
    ...(hook.write ? { write: async (tx, items) => await hook.write?.(tx, items, config) } : {}),
    receiptOf: (item) => ('receipt' in hook ? z.encode(hook.receipt, hook.receiptOf(item)) : null),
  }))
  const byName = new Map(ready.map((hook) => [hook.name, hook]))
  if (byName.size !== hooks.length) throw new Error('two batch hooks have the same name')
  return byName
}

/** A hook call, as the writer runs it. */
export type ReadCall = { readonly hook: ReadyHook; readonly input: unknown }

/**
 * Finds the hook that a submission names, and parses its input. Throws on a caller's bug, and on an
 * input that belongs to another command.
 */
export function readCall(hooks: ReadyHooks, asked: HookedCommand, call: HookCall): ReadCall {
  const hook = hooks.get(call.name)
  if (!hook) throw new Error(`there is no batch hook ${call.name}`)
  const input = hook.readInput(call.input)
  if (!hook.fits(asked, input)) {
    throw new Error(`the batch hook ${call.name} does not fit its ${asked.command.kind}`)
  }
  return { hook, input }
}

/** What a command did, with its hook's receipt. */
export const doneOf = (called: ReadCall | null, outcome: Outcome): Done => {
  const receipt = called?.hook.receiptOf({ outcome, input: called.input }) ?? null
  return { seq: outcome.seq, at: outcome.at, receipt }
}
