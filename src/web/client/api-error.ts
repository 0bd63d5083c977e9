import { i18n } from '@lingui/core'
import type { Problem } from '../../contract/refusals/problem.ts'
import type { TextParams, WireText } from '../../contract/texts/text.ts'
import { t } from '@lingui/core/macro'
import { locale, MINUTE } from './locale.ts'

/**
 * A call that did not succeed. With a `problem`, the server refused it and says why. Without one,
 * no answer came, and we can't tell whether anything happened.
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

/** A sum of a thousand or more. The server sends sums as decimal strings. */
const LARGE_SUM = /^\d{4,}\.\d+$/

/** A value of a sentence as the reader writes it: sums have separators for thousands. */
function shownValue(value: string | number): string | number {
  if (typeof value === 'number' || !LARGE_SUM.test(value)) return value
  const digits = value.split('.')[1]?.length ?? 0
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale(), fractions).format(value as `${number}`) // see LARGE_SUM
}

/**
 * The server's sentence in the member's language: by its code if the catalog has it, otherwise in
 * the server's own English. The value `time` is in ISO form, and is shown in the reader's format.
 */
export function localize(english: string, text: WireText | undefined): string {
  if (!text) return english
  const id = `server.${text.code}`
  const iso = String(text.params.time ?? '')
  const time = iso && new Date(iso).toLocaleString(locale(), MINUTE)
  if (!Object.hasOwn(i18n.messages, id)) return english.replace(iso, () => time)
  const shown = Object.entries(text.params).map(([name, value]): [string, string | number] => [
    name,
    shownValue(value),
  ])
  const params: TextParams = Object.fromEntries(shown)
  return i18n._(id, time ? { ...params, time } : params)
}

/** The first message for a field of the form that was sent, if the refusal is about it. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.problem ? ofField(error.problem, field) : undefined
}

function ofField({ errors, issues }: Problem, field: string): string | undefined {
  const first = errors?.[field]?.[0]
  return first && localize(first, issues?.[field]?.[0])
}

/**
 * The message for the member: the server's own sentence, or `otherwise` if there is none. A lost
 * answer has its own message.
 */
export function messageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  if (!error.problem) return error.message
  const { detail, text, errors } = error.problem
  const [field = ''] = Object.keys(errors ?? {})
  return ofField(error.problem, field) ?? (localize(detail, text) || otherwise)
}

/** The id by which support finds the failed call in the server's log. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.problem?.request_id ?? null) : null
}

/** Whether the outcome is unknown: `outcome_unknown`, or no answer. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (!error.problem || error.code === 'outcome_unknown')

/**
 * Whether the server reported that it couldn't even begin, because it is full or its database is
 * down.
 */
export const isNotBegun = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && !isOutcomeUnknown(error)

/**
 * Whether the server has refused for good: nothing was done and nothing is in progress. False for a
 * lost answer, a failing server, or a request whose twin is still running.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false
  return error.status >= 400 && error.status < 500 && error.code !== 'idempotency_in_progress'
}

/** For calls without an answer. */
export const noAnswerText = () => t`Twofold cannot be reached. Check your connection and try again.`
