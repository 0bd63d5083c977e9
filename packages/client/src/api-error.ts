/** The body of an error answer (RFC 9457). */
export type Problem = {
  code: string
  detail: string
  status: number
  request_id: string
  /** What is wrong with each field, as sentences. */
  errors?: Record<string, string[]>
}

/**
 * A call that failed. `code` is one of the call's own errors, or one of the client's:
 * `no_answer` if no answer came in time, `unreadable_answer` if it wasn't ours.
 */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly problem: Problem | undefined
  /** Seconds to wait before another attempt, if the server said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: Code,
    message: string,
    options: {
      status?: number
      problem?: Problem
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? 0
    this.problem = options.problem
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
