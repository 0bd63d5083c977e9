import { i18n } from '@lingui/core'
import type { Problem } from '../../contract/refusals/problem.ts'
import type { WireText } from '../../contract/texts/text.ts'
import { t } from '@lingui/core/macro'
import type { RefusalCode } from '../../domain/ledger/refusal.ts'
import { hasKey } from '../../domain/records.ts'
import { locale, MINUTE } from './format/locale.ts'
import { groupThousands } from './format/number-text.ts'

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
/** Values that people wrote. A member's name, for example, may look like a sum. */
const WRITTEN: ReadonlySet<string> = new Set(['name', 'names', 'reason', 'column'])
const UTC_DAY = /^\d{4}-\d{2}-\d{2}$/

/** A value of a sentence in the reader's format: the server sends times and days in ISO form. */
function shownValue(name: string, value: string | number): string | number {
  if (typeof value === 'number' || WRITTEN.has(name)) return value
  if (name === 'time') return new Date(value).toLocaleString(locale(), MINUTE)
  if (name === 'day' && UTC_DAY.test(value)) {
    return new Date(value).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' })
  }
  return LARGE_SUM.test(value) ? groupThousands(value) : value
}

/**
 * The server's sentence in the member's language: by its code if the catalog has it, otherwise in
 * the server's own English. Its values are in the reader's format.
 */
export function localize(english: string, text: WireText | undefined): string {
  if (!text) return english
  const id = `server.${text.code}`
  const shown = new Map(
    Object.entries(text.params).map(([name, value]) => [name, shownValue(name, value)]),
  )
  if (Object.hasOwn(i18n.messages, id)) return i18n._(id, Object.fromEntries(shown))
  // English has no catalog, so its sentence is already complete.
  let sentence = english
  for (const [name, value] of Object.entries(text.params)) {
    const said = String(shown.get(name))
    if (said !== String(value)) sentence = replaceWhole(sentence, String(value), said)
  }
  return sentence
}

/** Replaces a value that isn't part of a longer number. */
const replaceWhole = (sentence: string, value: string, said: string): string =>
  sentence.replaceAll(/[\w.:-]*\w/g, (word) => (word === value ? said : word))

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

/** The server stores these refusals under the Idempotency-Key. */
const STORED: Record<RefusalCode, true> = {
  already_founded: true,
  not_found: true,
  already_active: true,
  insufficient_balance: true,
  member_suspended: true,
  minimum_deposit: true,
  amount_out_of_range: true,
  already_used: true,
  minimum_withdrawal: true,
  below_network_fee: true,
  too_many_withdrawals: true,
  wrong_state: true,
  old_revision: true,
  second_operator_required: true,
  wrong_attempt: true,
  not_as_approved: true,
  on_hold: true,
  reason_required: true,
  older_rules: true,
  paid_board: true,
  unsound_catalogue: true,
}

/**
 * Whether a refusal is also the answer to earlier tries with the same Idempotency-Key. Others, such
 * as `rate_limited`, leave it open whether an earlier one was carried out, or still will be.
 */
export const isStoredRefusal = (error: unknown): boolean =>
  isFinalRefusal(error) &&
  error instanceof ApiError &&
  (hasKey(STORED, error.code) || error.code === 'idempotency_key_reused')

/** For a change without an answer: it may have been made. */
export const unconfirmedText = () =>
  t`We couldn’t confirm this went through. Check whether it did before you try again.`

/** For a change of one's own password without an answer. */
export const unconfirmedPasswordText = () =>
  t`We couldn’t confirm that your password changed. If the old one is refused, use the new one.`

/** For calls without an answer. */
export const noAnswerText = () => t`Twofold cannot be reached. Check your connection and try again.`
