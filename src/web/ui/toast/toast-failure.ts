import { ApiError, messageOf } from '../../client/api-error.ts'
import { toastError } from './toast.ts'

/**
 * Shows a failure: the server's own message if there is one, otherwise `otherwise` with what we
 * know about the missing answer. If the page has a title for it, the title goes above.
 */
export function toastFailure(error: unknown, otherwise: string, title?: string): void {
  const isLost = error instanceof ApiError && !error.problem
  const [first, ...rest] = isLost ? [otherwise, error.message] : [messageOf(error, otherwise)]
  if (title === undefined) toastError(first, rest[0])
  else toastError(title, [first, ...rest].join('\n'))
}
