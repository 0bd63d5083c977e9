import { inSpan, isTracing, SpanKind } from '../../traces/span.ts'
import type { Book } from '../book/book.ts'

/** The same ledger writer, with a span for each command from submission to answer. */
export function traceCommands(book: Book, what: 'command' | 'forward'): Book {
  if (!isTracing()) return book
  const kind = what === 'forward' ? SpanKind.CLIENT : SpanKind.INTERNAL
  return {
    ...book,
    submit: (item) =>
      inSpan(`${what} ${item.command.kind}`, { kind }, async (span) => {
        const result = await book.submit(item)
        if (!result.accepted) span?.setAttribute('twofold.refusal', result.refusal.code)
        else if (!result.replayed) span?.setAttribute('twofold.seq', result.done.seq)
        return result
      }),
  }
}
