/** Why a node gave no usable answer. Code decides by the kind; the detail is for people. */
export type TroubleKind =
  | 'timeout'
  | 'unreachable'
  /** 429, 503, or a 403 about limits: all calls to this node pause. */
  | 'rate_limited'
  /** 401: the API key is unknown. */
  | 'unauthorised'
  | 'server_error'
  /** 400 and the like, or a servlet `Error` that a retry can't fix. */
  | 'refused'
  /** The contract reverts the call. The only refusal that is the contract's answer. */
  | 'reverted'
  /** The call needs more energy than operators allow a USDT transfer to burn. */
  | 'fee_ceiling'
  /** `lack of computing resources` and similar: retry later. */
  | 'busy'
  /** The endpoint is disabled on this node (configuration, light node) or refused with a 403. */
  | 'unavailable'
  /** HTML, plain text, truncated JSON, or an answer without a required field. */
  | 'malformed'
  | 'too_large'
  | 'redirected'
  /** Its genesis block or a final block differs from the other nodes or the configuration. */
  | 'disagreement'
  /** Its final head is too old: we credit and pay nothing. */
  | 'stale'
  /** No usable node. */
  | 'no_node'
  /** Not sent: too many calls are waiting. Says nothing about the node. */
  | 'crowded'
  /** The caller left or ran out of time. Says nothing about the node. */
  | 'given_up'

export type Trouble = { kind: TroubleKind; detail: string; status?: number }

export type Result<T> = { ok: true; value: T } | { ok: false; trouble: Trouble }

export const fine = <T>(value: T): Result<T> => ({ ok: true, value })

/** Details come from outside, so they are cut to 200 characters. */
export function troubled(kind: TroubleKind, detail: string, status?: number): Result<never> {
  const trouble = { kind, detail: detail.slice(0, 200) }
  return { ok: false, trouble: status === undefined ? trouble : { ...trouble, status } }
}

/** Troubles that a retry on the same node may fix. */
export const isTransient = (trouble: Trouble): boolean =>
  ['timeout', 'unreachable', 'server_error', 'busy', 'malformed'].includes(trouble.kind)

/** Whether the trouble is on our side and says nothing about the node. */
export const isOurs = ({ kind }: Trouble): boolean => kind === 'crowded' || kind === 'given_up'

/** Whether this is the contract's answer to a call, and no failure to get one. */
export const isVerdict = ({ kind }: Trouble): boolean =>
  kind === 'reverted' || kind === 'fee_ceiling'

/** Whether the trouble concerns what we asked about, and not the nodes: others may be fine. */
export const isAboutOne = ({ kind }: Pick<Trouble, 'kind'>): boolean =>
  kind === 'disagreement' || kind === 'refused' || kind === 'reverted' || kind === 'too_large'
