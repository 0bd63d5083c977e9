import { bodyOf } from '../../support/answer.ts'
import { errorsOf } from '../../../src/contract/call-errors.ts'
import {
  BODY_LIMIT_BYTES,
  FILE_BODY_LIMIT_BYTES,
  idempotencyKeyLength,
} from '../../../src/contract/fields/limits.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { signToken } from './account-refusals.ts'
import { makers } from '../support/makers/call-makers.ts'
import {
  addStaff,
  make,
  none,
  send,
  type Made,
  type Stage,
  type Who,
} from '../support/call-stage.ts'
import type { Answer } from '../support/edge.ts'
import type { GeneralCode } from './refusal-cases.ts'

// The refusals that follow from a call's line in the contract: one attempt for each code, for any
// call.

type Attempt = (stage: Stage, name: CallName) => Promise<Made>

/** A call's path, with a valid value for every parameter. */
export const pathOf = (name: CallName): string => api[name].path.replace(/:\w+/g, '1')

export const withSlash = (made: Made, slash: string): Made => ({
  ...made,
  url: made.url.replace(/\/(?=\?|$)/, slash),
})

/** A request for the call that needs no input. */
export function bare(name: CallName, who: Who = none, body = '{}'): Made {
  const { method } = api[name]
  return { method, url: pathOf(name), body: method === 'GET' ? undefined : body, who }
}

const isMember = (name: CallName): boolean => api[name].access === 'member'
const forged: Who = { headers: { cookie: `twofold_operator=${'A'.repeat(43)}` } }

/** An account created once for all calls of a stage. */
function once<T>(find: (stage: Stage) => Promise<T>): (stage: Stage) => Promise<T> {
  const kept = new WeakMap<Stage, Promise<T>>()
  return (stage) => {
    const found = kept.get(stage) ?? find(stage)
    kept.set(stage, found)
    return found
  }
}

const viewToken = once(async (stage) => {
  const params = { id: String(stage.member.no) }
  const body = { reason: 'A good reason' }
  const made = make('viewAsMember', stage.operators.support, { params, body })
  return bodyOf('viewAsMember', (await send(stage, made)).body).token
})

const longSignedIn = once(async (stage) => {
  const username = stage.name()
  const who = await addStaff(stage.world, username, 'admin')
  await stage.world.edge.db
    .updateTable('operator_sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('operator', '=', username)
    .execute()
  return who
})

/** An admin with a second factor who still has the first password. */
const newcomer = once(async (stage) => {
  const username = stage.name()
  const who = await addStaff(stage.world, username, 'admin')
  await stage.world.edge.db
    .updateTable('operators')
    .set({ totp_confirmed_at: new Date() })
    .where('username', '=', username)
    .execute()
  return who
})

/** The same request with further headers. */
export function withHeaders(made: Made, headers: Record<string, string>): Made {
  return { ...made, who: { ...made.who, headers: { ...made.who.headers, ...headers } } }
}

const goodRequest = (stage: Stage, name: CallName): Promise<Made> => {
  const maker = makers[name]
  if (!maker) throw new Error(`there is no good request for ${name}`)
  return maker(stage)
}

/** The page after the last one, with the list's other required parameters. */
async function askLatePage(stage: Stage, name: CallName): Promise<Made> {
  const made = await goodRequest(stage, name)
  const url = new URL(made.url, 'http://any')
  url.searchParams.set('page', '99999')
  return { ...made, url: url.pathname + url.search }
}

/** A valid money request, under a key that its caller has used for something else. */
async function reuseKey(stage: Stage, name: CallName): Promise<Made> {
  const made = await goodRequest(stage, name)
  const key = { 'idempotency-key': `of ${name}` }
  const figures = { original_amount: '50', fee_amount: '1', crypto_amount: '51' }
  const { username } = stage.member
  const adjustment = { username, amount: '0.01', reason: 'A good reason' }
  const first = isMember(name)
    ? make('requestDeposit', made.who, { body: { ...figures, cryptocurrency: 'USDT' } })
    : make('requestAdjustment', made.who, { body: adjustment })
  const answer = await send(stage, withHeaders(first, key))
  if (answer.status !== 201) throw new Error(`the first request was refused: ${answer.text}`)
  return withHeaders(made, key)
}

/** Who must be known before anything is read: for files, an operator. */
const beforeBody = ({ operators }: Stage, name: CallName) =>
  api[name].file ? operators.admin : none

const inProduction = new Set<GeneralCode>(['totp_enrolment_required', 'password_change_required'])

const attempts: Record<Exclude<GeneralCode, 'rate_limited'>, Attempt> = {
  malformed_url: async (stage, name) => ({
    ...bare(name, beforeBody(stage, name)),
    url: `${pathOf(name)}?a=%00`,
  }),
  unsupported_media_type: async (_, name) =>
    bare(name, { headers: { 'content-type': 'text/plain' } }, 'Hello'),
  payload_too_large: async (stage, name) =>
    bare(
      name,
      beforeBody(stage, name),
      `"${'a'.repeat(api[name].file ? FILE_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES)}"`,
    ),
  malformed_json: async (stage, name) => bare(name, beforeBody(stage, name), '{"a":'),
  not_authenticated: async (_, name) => bare(name),
  token_expired: async (stage, name) => bare(name, { token: await signToken(stage, 3_600) }),
  token_invalid: async (_, name) => bare(name, isMember(name) ? { token: 'garbage' } : forged),
  read_only_view: async (stage, name) => bare(name, { token: await viewToken(stage) }),
  wrong_origin: async ({ operators }, name) =>
    withHeaders(bare(name, operators.admin), { origin: 'https://evil.example' }),
  totp_enrolment_required: async ({ operators }, name) => bare(name, operators.admin),
  password_change_required: async (stage, name) => bare(name, await newcomer(stage)),
  forbidden: async ({ operators }, name) =>
    bare(name, api[name].access === 'admin' ? operators.finance : operators.support),
  // A list requires the step-up only for its file.
  step_up_required: async (stage, name) => {
    const made = bare(name, await longSignedIn(stage))
    if (api[name].stepUp) return made
    return { ...made, url: `${made.url.replaceAll('/1/', `/${stage.member.no}/`)}?format=csv` }
  },
  page_not_found: askLatePage,
  malformed_key: async (stage, name) =>
    withHeaders(await goodRequest(stage, name), {
      'idempotency-key': 'a'.repeat(idempotencyKeyLength.max + 1),
    }),
  idempotency_key_reused: reuseKey,
}

export const attempted = Object.keys(attempts) as (keyof typeof attempts)[]

/**
 * Whether a call of staff needs a step-up by its line in the contract, or for its file. Others, and
 * members' calls, need one for reasons of their own.
 */
const wantsProof = (name: CallName): boolean =>
  api[name].path.startsWith('/api/operator/') &&
  (api[name].stepUp || api[name].method === 'GET') &&
  errorsOf(name).includes('step_up_required')

/** The calls that may answer with this code because of their line in the contract. */
export const callsWith = (code: GeneralCode): CallName[] =>
  (Object.keys(api) as CallName[]).filter((name) =>
    code === 'step_up_required' ? wantsProof(name) : errorsOf(name).includes(code),
  )

/** Provokes a refusal in one slash form and in the other. */
export async function provoke(
  stage: Stage,
  name: CallName,
  code: keyof typeof attempts,
): Promise<Answer[]> {
  const { config } = stage.world.edge
  const made = await attempts[code](stage, name)
  config.production = inProduction.has(code)
  const answers = []
  for (const slash of ['/', '']) answers.push(await send(stage, withSlash(made, slash)))
  config.production = false
  return answers
}
