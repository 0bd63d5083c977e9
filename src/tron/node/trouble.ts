/** Why a node gave no usable answer. Closed: callers decide by kind, people read the detail. */
export type TroubleKind =
  | 'timeout'
  | 'unreachable'
  /** 429, 503, or a 403 that speaks of limits: every call to this node rests for a while. */
  | 'rate_limited'
  /** 401: the API key is unknown. */
  | 'unauthorised'
  | 'server_error'
  /** 400 and the like, or a servlet's `Error` that asking again will not cure. */
  | 'refused'
  /** The call takes more than the operators allow a transfer of USDT to burn. */
  | 'fee_ceiling'
  /** `lack of computing resources` and its kin: ask again later. */
  | 'busy'
  /** The endpoint is switched off on this node (configuration, light node) or refused by a 403. */
  | 'unavailable'
  /** HTML, bare text, truncated JSON, or an answer that lacks what it must have. */
  | 'malformed'
  | 'too_large'
  | 'redirected'
  /** Its genesis, or something that should be final, differs from the others or the configured. */
  | 'disagreement'
  /** Its final head is older than the limit: nothing is credited or paid. */
  | 'stale'
  /** No node is left to ask. */
  | 'no_node'
  /** Not sent: too many questions wait already. Says nothing about the node. */
  | 'crowded'
  /** The asker went away or ran out of time. Says nothing about the node. */
  | 'given_up'

export type Trouble = { kind: TroubleKind; detail: string; status?: number }

export type Result<T> = { ok: true; value: T } | { ok: false; trouble: Trouble }

export const fine = <T>(value: T): Result<T> => ({ ok: true, value })

/** Details are short and come from a stranger: never more than 200 characters of them. */
export function troubled(kind: TroubleKind, detail: string, status?: number): Result<never> {
  const trouble = { kind, detail: detail.slice(0, 200) }
  return { ok: false, trouble: status === undefined ? trouble : { ...trouble, status } }
}

/** Troubles that the same question to the same node may survive. */
export const isTransient = (trouble: Trouble): boolean =>
  ['timeout', 'unreachable', 'server_error', 'busy', 'malformed'].includes(trouble.kind)

/** Whether the trouble is ours and tells nothing about the node that was to be asked. */
export const isOurs = ({ kind }: Trouble): boolean => kind === 'crowded' || kind === 'given_up'
