import { rejectByRule } from '../../contract/refusals/reject.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { callHook } from '../book/batch-hook.ts'
import type { Book, Submission } from '../book/book.ts'
import type { Context } from '../context.ts'
import { renderFirst, type Answer, type Rendering } from './render.ts'

type ToRejection = (refusal: Refusal) => Error

/** Submits a command without an answer body. Throws the rules' refusal as an API rejection. */
export async function submitCommand(book: Book, submission: Submission) {
  const result = await book.submit(submission)
  if (!result.accepted) throw rejectByRule(result.refusal)
  return result
}

/** A submission without its hook call, but with the hook's input. The answer names the hook. */
export type SubmissionWithInput<I> = Omit<Submission, 'hook'> & { readonly input: I }

/**
 * Submits a command, and renders its answer once it is committed. A repeated key gets the first
 * answer again. Throws the rules' refusal as an API rejection.
 */
export async function submitForAnswer<I, R, B>(
  context: Rendering & Pick<Context, 'book'>,
  answer: Answer<I, R, B>,
  { input, ...submission }: SubmissionWithInput<I>,
  toRejection: ToRejection = rejectByRule,
): Promise<B> {
  const since = performance.now()
  const hook = callHook(answer.hook, input)
  const result = await context.book.submit({ ...submission, hook })
  if (!result.accepted) throw toRejection(result.refusal)
  const first = result.replayed ? result.first : { done: result.done }
  return await renderFirst(context, answer, submission.key, first, since)
}
