import type { CallError } from '../../../src/contract/call-errors.ts'
import { problemMembers } from '../../../src/contract/refusals/problem.ts'
import { edgeRefusals, type EdgeCode } from '../../../src/contract/refusals/refusals.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { sql } from 'kysely'
import { make, send, type Maker, type Role, type Stage } from '../support/call-stage.ts'
import type { Answer, Edge } from '../support/edge.ts'

// The form of the tables that provoke every refusal of every call. A call that lists a refusal
// without a case in any table doesn't compile.

/**
 * Refusals that follow from a call's line in the route table, provoked the same way for all calls.
 */
export const generalCodes = [
  'malformed_url',
  'unsupported_media_type',
  'payload_too_large',
  'malformed_json',
  'not_authenticated',
  'token_expired',
  'token_invalid',
  'read_only_view',
  'wrong_origin',
  'totp_enrolment_required',
  'password_change_required',
  'forbidden',
  'step_up_required',
  'rate_limited',
  'page_not_found',
  'malformed_key',
  'idempotency_key_reused',
] as const

/** Answers while something is unavailable, full, running or broken. */
export const outageCodes = [
  'idempotency_in_progress',
  'rate_unavailable',
  'chain_unavailable',
  'overloaded',
  'outcome_unknown',
  'database_unavailable',
  'internal_error',
] as const

export type GeneralCode = (typeof generalCodes)[number]
type OutageCode = (typeof outageCodes)[number]

/** The expected answer, word for word, without what the code implies everywhere. */
export type Expected = {
  detail?: string
  status?: number
  errors?: Record<string, readonly string[]>
  /** Further members of the answer. */
  has?: Record<string, unknown>
}

export type Case = Expected & { ask: (stage: Stage, slash: string) => Promise<Answer> }
/** Why a test can't provoke the refusal over HTTP. */
export type Unprovoked = { reason: string }

type Elsewhere = OutageCode | 'invalid_request'

export type CasesOf<N extends CallName> = {
  [P in N as [Exclude<CallError<P>, Elsewhere>] extends [never] ? never : P]: {
    [C in Exclude<CallError<P>, Elsewhere>]: Case | readonly Case[] | Unprovoked
  }
}

export type Invalid = {
  query?: Record<string, string>
  body?: unknown
  /** None if the whole input is of the wrong kind. */
  errors?: Record<string, readonly string[]>
}

export type InvalidOf<N extends CallName> = {
  [P in N as 'invalid_request' extends CallError<P> ? P : never]: readonly Invalid[]
}

/** The expected parts of an answer. */
export function saidBy({ status, headers, problem }: Answer, expected: Expected) {
  const { code, detail, errors, request_id: id } = problem
  const names = Object.keys(membersOf(expected))
  return {
    statuses: [status, problem.status],
    type: headers['content-type'],
    named: id === headers['x-request-id'],
    told: { code, detail, errors },
    members: Object.fromEntries(names.map((name) => [name, problem[name]])),
  }
}

/** The expected refusal. For the edge's own, status and sentence are in the contract. */
export function meantBy(code: string, expected: Expected): ReturnType<typeof saidBy> {
  const usual = edgeRefusals[code as EdgeCode] as { status: number; text: string } | undefined
  const { status = usual?.status ?? 0, detail = usual?.text ?? '', errors } = expected
  return {
    statuses: [status, status],
    type: 'application/problem+json',
    named: true,
    told: { code, detail, errors: errors as Record<string, string[]> | undefined },
    members: membersOf(expected),
  }
}

/** Field errors are also top-level members, unless the name is taken. */
const membersOf = ({ errors = {}, has = {} }: Expected): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(errors).filter(([name]) => !problemMembers.includes(name))),
  ...has,
})

/** A refusal because of one field, whose sentence is also the whole answer's. */
export const field = (name: string, message: string, more: Expected = {}): Expected => ({
  detail: message,
  status: 400,
  errors: { [name]: [message] },
  ...more,
})

/** A case that sends one prepared request in both slash forms. Refused requests change nothing. */
export const when = (maker: Maker, expected: Expected = {}): Case => {
  const kept = new WeakMap<Stage, ReturnType<Maker>>()
  return {
    ...expected,
    ask: async (stage, slash) => {
      const making = kept.get(stage) ?? maker(stage)
      kept.set(stage, making)
      const made = await making
      return await send(stage, { ...made, url: made.url.replace(/\/(?=\?|$)/, slash) })
    },
  }
}

/** A staff call about something that doesn't exist. */
export const missing = (name: CallName, body?: object): Case =>
  when(async ({ operators }) => {
    const input = { params: { id: '999999999' }, ...(body && { body }) }
    return make(name, operators[api[name].access as Role], input as never)
  })

/** A member's sign-in that is too old to count as entering the password. */
export async function forgetProof({ world }: Stage, member: { no: number }): Promise<void> {
  await world.edge.db
    .updateTable('sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('member_no', '=', member.no)
    .execute()
}

/** Holds the book's lock until the work is done, as another process would. */
export async function whileBookWaits<T>({ db }: Edge, work: () => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`lock table batch_lock in exclusive mode`.execute(tx)
    return await work()
  })
}

// Invalid values that the inputs of many calls share.

export const required = ['This field is required.']

/** Not a number, below 1, and above 100. */
export const pages: Invalid[] = [
  { query: { page: '0' }, errors: { page: ['Enter a whole number from 1.'] } },
  { query: { page: 'x' }, errors: { page: ['Enter a whole number from 1.'] } },
  { query: { page_size: '101' }, errors: { page_size: ['Enter at most 100.'] } },
  { query: { page: '1.0' }, errors: { page: ['Enter a whole number from 1.'] } },
]
export const whole: Invalid = { body: [] }
export const reasons: Invalid[] = [
  whole,
  { body: {}, errors: { reason: required } },
  { body: { reason: 'no' }, errors: { reason: ['Use at least 3 characters.'] } },
]
export const totpCodes: Invalid[] = [
  { body: {}, errors: { code: required } },
  { body: { code: '000000' }, errors: { code: ['The code is not valid.'] } },
]
