import type { Problem } from '../contract/problem.ts'
import { spokenLocale } from './i18n/locale.ts'

/**
 * A call that did not succeed. With a `problem` the server has refused it and says why; without
 * one no answer came and nobody can tell here whether anything happened.
 */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | null

  constructor(status: number, problem: Problem | null, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }

  get code(): string {
    return this.problem?.code ?? 'no_answer'
  }
}

/** The first message for a field of the form that was sent, if the refusal is about it. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.problem?.errors?.[field]?.[0] : undefined
}

let translations: Readonly<Record<string, string>> = {}

/** What the server's refusals are called in another language than English. */
export function translateRefusals(texts: Readonly<Record<string, string>>): void {
  translations = texts
}

/** The refusal in the language that is spoken, with the amount that the server has named. */
function spokenDetail({ code, detail }: Problem): string {
  const text = spokenLocale() === 'en' ? undefined : translations[code]
  if (text === undefined) return detail
  const [amount] = /\$[\d.,]*\d/.exec(detail) ?? ['']
  return text.replace('$', () => amount)
}

/**
 * What to tell the member: the server's own sentence, or `otherwise` when it gave none.
 * A missing answer is told apart from a refusal.
 */
export function messageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  if (!error.problem) return error.message
  const first = Object.values(error.problem.errors ?? {})[0]?.[0]
  if (first !== undefined && first !== error.problem.detail) return first
  return spokenDetail(error.problem) || otherwise
}

/** The number by which support finds the failed call in the server's log. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.problem?.request_id ?? null) : null
}

/**
 * Whether the server has refused for good: nothing was done and nothing is under way. Not so for
 * a lost answer, a server in trouble, or a request whose twin is still running.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false
  return error.status >= 400 && error.status < 500 && error.code !== 'idempotency_in_progress'
}
