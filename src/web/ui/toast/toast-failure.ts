import { ApiError, messageOf } from '../../client/api-error.ts'
import { toastError } from './toast.ts'

/**
 * Says that something has failed: in the server's own words where it gave any, else in those of
 * `otherwise`, with what is known about the answer that did not come. The title goes above
 * either where the page has one.
 */
export function toastFailure(error: unknown, otherwise: string, title?: string): void {
  const isLost = error instanceof ApiError && !error.problem
  const [first, ...rest] = isLost ? [otherwise, error.message] : [messageOf(error, otherwise)]
  if (title === undefined) toastError(first, rest[0])
  else toastError(title, [first, ...rest].join('\n'))
}
