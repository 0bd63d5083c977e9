import type { Refusal } from '../../domain/ledger/refusal.ts'
import type { Book, Submission } from '../book/book.ts'
import { rejectByRule } from '../../contract/refusals/reject.ts'

/** Submits a command to the ledger writer. Throws the rules' refusal as an API rejection. */
export async function submit<I>(
  book: Book,
  submission: Submission<I>,
  toRefusal: (refusal: Refusal) => Error = rejectByRule,
) {
  const result = await book.submit(submission)
  if (!result.accepted) throw toRefusal(result.refusal)
  return result
}
