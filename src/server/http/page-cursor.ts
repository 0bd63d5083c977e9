import { text } from '../../contract/texts/texts.ts'
import { id } from '../../contract/fields/fields.ts'
import { rejectField } from '../../contract/refusals/reject.ts'

// Parses `?after=` in one place. If lists converted it themselves, a number too large for its
// column would cause a database error.

const unreadable = () => rejectField('after', text('cursor_invalid'))

/** A row's number. Refuses impossible ids, so that it fits the column of every list. */
export function cursorNumber(after: string): bigint {
  if (!id.safeParse(after).success) throw unreadable()
  return BigInt(after)
}

/** An amount and the number of the row that holds it, as `amount:number`. */
export function cursorAmount(after: string): { amount: bigint; number: bigint } {
  const [, amount = '', number = ''] = /^(\d{1,18}):(\d+)$/.exec(after) ?? []
  if (amount === '') throw unreadable()
  return { amount: BigInt(amount), number: cursorNumber(number) }
}

/** A journal entry and one of its lines, as `number-line`. */
export function cursorLine(after: string): { journal: bigint; line: number } {
  const [, journal = '', line = ''] = /^(\d+)-(\d{1,4})$/.exec(after) ?? []
  if (line === '') throw unreadable()
  return { journal: cursorNumber(journal), line: Number(line) }
}

const oldest = Date.UTC(2000)
const newest = Date.UTC(2200)

/** A time within the centuries that rows can have. */
export function cursorMoment(after: string): Date {
  const at = Date.parse(after)
  if (!(at >= oldest && at < newest)) throw unreadable()
  return new Date(at)
}
