import { z } from 'zod'
import { within } from '../../clock/waits.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { keyName, rememberBodies } from '../book/idempotency.ts'
import { OutcomeUnknown, type Done, type FirstAnswer, type Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { ungated } from '../authority/gated-db.ts'

// Renders a command's answer from its receipt and the tables, after the COMMIT and outside of any
// transaction. The answer shows what the command did, even if more has happened since.

export type Rendering = Pick<Context, 'db' | 'config'>

/** A finished command: its number, its time (milliseconds), and its hook's receipt. */
export type Receipt<R> = Omit<Done, 'receipt'> & { readonly receipt: R }

/** How the answer of a call is rendered. */
type Renderer<I, R, B> = {
  readonly hook: AnsweredHook<I, R>
  /**
   * The body in the contract's form. Its fixed field order makes repeats identical, byte for byte.
   */
  readonly body: z.ZodType<B>
  /** Renders the answers of commands that were done together. Undefined for those without rows. */
  render(context: Rendering, done: readonly Receipt<R>[]): Promise<readonly (B | undefined)[]>
}

export type Answer<I, R, B> = Pick<Renderer<I, R, B>, 'hook' | 'body'> & {
  /** Renders one answer, and stores it if the command has a key. */
  readonly renderOne: (context: Rendering, done: Done, key: Key | undefined) => Promise<B>
}

type Waiting<R, B> = {
  readonly context: Rendering
  readonly done: Receipt<R>
  readonly key: Key | undefined
  readonly resolve: (body: B) => void
  readonly reject: (error: unknown) => void
}

/**
 * The callers of one batch get their results in the same turn of the event loop. Rendering their
 * answers together costs a few statements, however large the batch is.
 */
export function makeAnswer<I, R, B>(renderer: Renderer<I, R, B>): Answer<I, R, B> {
  const { hook, body } = renderer
  let waiting: Waiting<R, B>[] = []
  const renderWaiting = (): void => {
    const groups = Map.groupBy(waiting, ({ context }) => context.db)
    waiting = []
    for (const group of groups.values()) void renderGroup(renderer, group)
  }
  return {
    hook,
    body,
    renderOne(context, done, key) {
      const receipt = z.decode(hook.receipt, done.receipt)
      const { promise, resolve, reject } = Promise.withResolvers<B>()
      if (waiting.length === 0) setImmediate(renderWaiting)
      waiting.push({ context, done: { ...done, receipt }, key, resolve, reject })
      return promise
    },
  }
}

/** Settles each answer. The first body stored for a key is the answer to all its repeats. */
async function renderGroup<I, R, B>(
  renderer: Renderer<I, R, B>,
  group: readonly Waiting<R, B>[],
): Promise<void> {
  try {
    const [first] = group
    if (!first) return
    const { db } = first.context
    const rendered = await renderer.render(
      first.context,
      group.map(({ done }) => done),
    )
    const bodies = group.map((_, i) => renderer.body.safeParse(rendered[i]))
    const keyed = group.flatMap(({ key }, i) => {
      const body = bodies[i]
      return key && body?.success ? [{ key, body: body.data }] : []
    })
    const earlier = await rememberBodies(db, keyed)
    for (const [i, { key, resolve, reject }] of group.entries()) {
      const stored = key && earlier.get(keyName(key))
      const body = stored === undefined ? bodies[i] : renderer.body.safeParse(stored)
      if (body?.success) resolve(body.data)
      else reject(body?.error)
    }
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** Clients give up after ten seconds, and we should answer before that. */
const ANSWER_MS = 9_500

/**
 * Renders the answer of a finished command, or returns the one stored for its key.
 * @param since when the caller began to wait, by `performance.now()`
 * @throws OutcomeUnknown if the database doesn't provide the rows in time. The command is done all
 * the same, and a repeat with the same key gets the answer.
 */
export async function renderFirst<I, R, B>(
  context: Rendering,
  { body, renderOne }: Answer<I, R, B>,
  key: Key | undefined,
  first: FirstAnswer | null,
  since: number,
): Promise<B> {
  const leftMs = Math.max(0, ANSWER_MS - (performance.now() - since))
  try {
    if (first === null) throw new Error('the command was done before, without a key')
    if ('body' in first) return body.parse(first.body)
    // It is done, even if the operator's session has ended since.
    const after = { ...context, db: ungated(context.db) }
    return await within(leftMs, renderOne(after, first.done, key), () => {
      throw new Error('rendering took too long')
    })
  } catch (cause) {
    throw new OutcomeUnknown('a command is done, but its answer cannot be rendered', { cause })
  }
}
