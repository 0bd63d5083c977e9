/** Batch hooks: side rows, such as queued emails, in the commit of the commands they belong to. */
import { z } from 'zod'
import type { Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import type { HookCall, Outcome, Submission } from './submission.ts'

/** What a caller submits, as far as a batch hook compares it with its input. */
export type Asked = Pick<Submission, 'command' | 'by'>

/** One command of a batch: what it did, and the input that its caller sent along. */
export type HookItem<I> = { readonly outcome: Outcome; readonly input: I }

/** Why a command can't be done, or what it takes that only one command can have. */
export type Checked = Error | readonly string[]

/**
 * Callers name a hook and send its input as JSON, because the ledger writer may be in another
 * process. So the input has no functions, no configuration, and no secrets.
 */
export type BatchHook<I> = {
  readonly name: string
  readonly input: z.ZodType<I>
  /**
   * Whether it belongs to a command: the right kind, about the same thing as the input, and from
   * whom the input says. Both come from the caller, and the rules see only the command.
   */
  fits(asked: Asked, input: I): boolean
  /**
   * Finds the inputs that `write` would refuse, before any command runs. A command refused here
   * costs the others nothing; one that `write` refuses costs them another try of the batch.
   * @returns for each input the reason, or the names of what it takes, which no other may take
   */
  check?(tx: Tx, inputs: readonly I[]): Promise<readonly Checked[]>
  /**
   * Writes the side rows of all commands of a batch that use it, after their events. It answers
   * nothing: whatever a caller wants to read is read after the COMMIT.
   * @param config the ledger writer's own
   */
  write?(tx: Tx, items: readonly HookItem<I>[], config: Config): Promise<void>
}

/**
 * A hook with a receipt: the little that the answer can't read from the tables later, because it
 * may have changed by then. We store it with the command. It has no access to the database.
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

/** What a submission says about its hook. */
export const callHook = <I>(hook: BatchHook<I>, input: I): HookCall => ({
  name: hook.name,
  input: z.encode(hook.input, input),
})

/** A hook as the writer runs it: with its configuration, and JSON in and out. */
export type ReadyHook = {
  readonly name: string
  readInput(input: unknown): unknown
  fits(asked: Asked, input: unknown): boolean
  check?(tx: Tx, inputs: readonly unknown[]): Promise<readonly Checked[]>
  write(tx: Tx, items: readonly HookItem<unknown>[]): Promise<void>
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
    write: async (tx, items) => await hook.write?.(tx, items, config),
    receiptOf: (item) => ('receipt' in hook ? z.encode(hook.receipt, hook.receiptOf(item)) : null),
  }))
  const byName = new Map(ready.map((hook) => [hook.name, hook]))
  if (byName.size !== hooks.length) throw new Error('two batch hooks have the same name')
  return byName
}

/** A call of a hook, as the writer runs it. */
export type Called = { readonly hook: ReadyHook; readonly input: unknown }

/**
 * Finds the hook that a submission names, and reads its input. Throws for a bug of the caller, and
 * for an input that belongs to another command.
 */
export function readCall(hooks: ReadyHooks, asked: Asked, call: HookCall): Called {
  const hook = hooks.get(call.name)
  if (!hook) throw new Error(`there is no batch hook ${call.name}`)
  const input = hook.readInput(call.input)
  if (!hook.fits(asked, input)) {
    throw new Error(`the batch hook ${call.name} does not fit its ${asked.command.kind}`)
  }
  return { hook, input }
}
