import {
  asJson,
  asList,
  asText,
  isJson,
  smallInteger,
  type Json,
} from '../../tron/encoding/json.ts'
import type { Included } from '../chain/block.ts'
import { BadRequest } from './request.ts'

/** A view's permanent behavior. Faults only affect single requests. */
export type Profile = {
  /** Requests allowed per second, with bursts of two seconds' worth; 0 for no limit. */
  requestsPerSecond: number
  /** How long the node is silent after too many requests. */
  suspendMs: number
  /** One in this many look-ups by id wrongly answers `{}`; 0 for none. */
  emptyOneIn: number
  /** How late the `/v1` lists learn of a transaction. */
  indexDelayMs: number
  /** One in this many rows never reaches the `/v1` lists; 0 for none. */
  loseRowOneIn: number
  /** Requests are spread over machines, the last of which is this many blocks behind. */
  spreadBlocks: number
  /** Whether the `/v1` lists exist. */
  hasIndex: boolean
  /** Whether receipts include internal transactions. By default, java-tron's don't. */
  keepsInternal: boolean
  /** Pads every block's answer to this many bytes. */
  blockBytes: number
  /** Endpoints that answer 403. */
  closed: readonly string[]
}

const friendly: Profile = {
  requestsPerSecond: 0,
  suspendMs: 0,
  emptyOneIn: 0,
  indexDelayMs: 0,
  loseRowOneIn: 0,
  spreadBlocks: 0,
  hasIndex: true,
  keepsInternal: true,
  blockBytes: 0,
  closed: [],
}

const presets: Record<string, Profile> = {
  friendly,
  gateway: {
    ...friendly,
    requestsPerSecond: 8,
    suspendMs: 5_000,
    emptyOneIn: 200,
    indexDelayMs: 5_000,
    loseRowOneIn: 20,
    spreadBlocks: 2,
  },
  bare: { ...friendly, hasIndex: false, keepsInternal: false },
}

const numbers = {
  requests_per_second: 'requestsPerSecond',
  suspend_ms: 'suspendMs',
  empty_one_in: 'emptyOneIn',
  index_delay_ms: 'indexDelayMs',
  lose_row_one_in: 'loseRowOneIn',
  spread_blocks: 'spreadBlocks',
  block_bytes: 'blockBytes',
} as const
const MAX_BLOCK_BYTES = 4 * 1024 * 1024

/** Reads `{preset?, …}`. Absent fields keep the preset's value. Throws BadRequest. */
export function profileIn(body: Json): Profile {
  const name = asText(body.preset) || 'friendly'
  const preset = presets[name]
  if (preset === undefined) throw new BadRequest(`preset is ${Object.keys(presets).join(', ')}`)
  const profile: Profile = { ...preset }
  for (const [key, field] of Object.entries(numbers)) {
    if (key in body) profile[field] = smallInteger(body[key])
  }
  if (profile.blockBytes > MAX_BLOCK_BYTES) throw new BadRequest(`at most ${MAX_BLOCK_BYTES} bytes`)
  if ('v1' in body) profile.hasIndex = body.v1 === true
  if ('keeps_internal' in body) profile.keepsInternal = body.keeps_internal === true
  if ('closed' in body) profile.closed = asList(body.closed).map(asText)
  return profile
}

type Refusal = { status: number; body: Json }

/** A profile applied to requests. */
type Behavior = {
  profile: Profile
  /** The gateway's answer when it doesn't forward the request. */
  refuse(path: string): Refusal | undefined
  /** How many blocks behind the machine is that takes this request. */
  nextLag(): number
  /** Whether the lists omit this transaction, for now or forever. */
  hides(included: Included): boolean
  /** Changes the answer as this view would. */
  shape(path: string, body: unknown): unknown
}

function openBehavior(profile: Profile): Behavior {
  const limit = openLimit(profile)
  let requests = 0
  let lookUps = 0
  return {
    profile,
    refuse(path) {
      if (profile.closed.some((name) => path.endsWith(`/${name}`))) return closedMethod
      return limit(performance.now())
    },
    nextLag: () => (profile.spreadBlocks === 0 ? 0 : requests++ % (profile.spreadBlocks + 1)),
    hides: ({ txid, block }) =>
      isTooNew(block?.timeMs ?? 0, profile.indexDelayMs) ||
      isNth(parseInt(txid.slice(0, 8), 16), profile.loseRowOneIn),
    shape(path, body) {
      const isLookUp = /\/gettransaction(info)?byid$/.test(path)
      if (isLookUp && isNth((lookUps += 1), profile.emptyOneIn)) return {}
      const kept = profile.keepsInternal ? body : withoutInternal(body)
      return profile.blockBytes > 0 ? padded(kept, profile.blockBytes) : kept
    },
  }
}

const isTooNew = (timeMs: number, delayMs: number): boolean =>
  delayMs > 0 && Date.now() - timeMs < delayMs

const isNth = (count: number, oneIn: number): boolean => oneIn > 0 && count % oneIn === 0

const closedMethod: Refusal = {
  status: 403,
  body: { Error: 'this method is closed for your plan' },
}

/** Too many requests suspend the caller, who then gets 403. */
function openLimit({ requestsPerSecond, suspendMs }: Profile) {
  const spacingMs = 1000 / requestsPerSecond
  let nextMs = -Infinity
  let suspendedUntilMs = -Infinity
  const seconds = Math.ceil(suspendMs / 1000)
  const Error =
    `request rate exceeded the allowed_rps(${requestsPerSecond}), ` +
    `and the query server is suspended for ${seconds} s`
  return (nowMs: number): Refusal | undefined => {
    if (requestsPerSecond === 0) return undefined
    if (nowMs < suspendedUntilMs) return { status: 403, body: { Error } }
    nextMs = Math.max(nextMs, nowMs) + spacingMs
    if (nextMs - nowMs <= 2_000) return undefined
    suspendedUntilMs = nowMs + suspendMs
    nextMs = -Infinity
    return { status: 429, body: { Error } }
  }
}

function withoutInternal(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutInternal)
  if (!isJson(body) || !('internal_transactions' in body)) return body
  const { internal_transactions: _internal, ...rest } = body
  return rest
}

/** Adds an unknown field to blocks. Their ids and roots stay the same. */
function padded(body: unknown, bytes: number): unknown {
  const answer = asJson(body)
  if (Array.isArray(answer.block)) {
    return { ...answer, block: answer.block.map((block) => padded(block, bytes)) }
  }
  if (!('blockID' in answer)) return body
  const missing = bytes - JSON.stringify(answer).length
  return missing > 0 ? { ...answer, padding: '0'.repeat(missing) } : answer
}

export type Profiles = {
  set(node: string, profile: Profile): void
  /** Views without a profile behave like a plain node. */
  of(node: string): Behavior
  clear(): void
}

export function openProfiles(): Profiles {
  const behaviors = new Map<string, Behavior>()
  const usual = openBehavior(friendly)
  return {
    set: (node, profile) => void behaviors.set(node, openBehavior(profile)),
    of: (node) => behaviors.get(node) ?? behaviors.get('') ?? usual,
    clear: () => behaviors.clear(),
  }
}
