import type { ServerResponse } from 'node:http'

/** Failures of real nodes and gateways that a test can request for the next calls. */
export type FaultKind =
  | 'unauthorised'
  | 'forbidden'
  | 'too_many'
  | 'unavailable'
  | 'html'
  | 'truncated'
  | 'timeout'
  | 'reset'
  | 'busy'
  | 'light_node'
  | 'empty'
  /** The request is processed, but its answer is lost. */
  | 'lost_answer'
  /** Broadcasts only: refused as a duplicate that nobody has. */
  | 'duplicate'
  /** Broadcasts only: refused because the node's solid head is far behind. */
  | 'unsolidified'
  /** Receipts only: every amount is changed. */
  | 'lie'
  /** Blocks only: dated an hour in the future. */
  | 'future'

type Fault = {
  kind: FaultKind
  count: number
  /** Only requests whose path contains this text. */
  path: string
  /** Only requests to this named view; empty for any. */
  node: string
}

export const faultKinds: readonly FaultKind[] = [
  'unauthorised',
  'forbidden',
  'too_many',
  'unavailable',
  'html',
  'truncated',
  'timeout',
  'reset',
  'busy',
  'light_node',
  'empty',
  'lost_answer',
  'duplicate',
  'unsolidified',
  'lie',
  'future',
]

export type Faults = {
  add(fault: Fault): void
  clear(): void
  /** Takes the next fault for this request. */
  next(node: string, path: string): FaultKind | undefined
}

export function openFaults(): Faults {
  let faults: Fault[] = []
  return {
    add: (fault) => faults.push(fault),
    clear: () => {
      faults = []
    },
    next(node, path) {
      const fault = faults.find(
        (entry) => path.includes(entry.path) && (entry.node === '' || entry.node === node),
      )
      if (fault === undefined) return undefined
      fault.count -= 1
      if (fault.count <= 0) faults = faults.filter((entry) => entry !== fault)
      return fault.kind
    },
  }
}

type Canned = { status: number; type: string; body: string }

const json = (status: number, body: object): Canned => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

/** The canned responses. The server itself implements the other faults. */
const canned: Partial<Record<FaultKind, Canned>> = {
  unauthorised: json(401, { Error: 'ApiKey not exists' }),
  forbidden: json(403, {
    success: false,
    error: 'The key exceeds the frequency limit(15), and the query server is suspended for 30s',
    statusCode: 403,
  }),
  too_many: json(429, {
    Error: 'request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s',
  }),
  unavailable: { status: 503, type: 'text/plain', body: 'Service Temporarily Unavailable' },
  html: { status: 200, type: 'text/html', body: '<html><body><h1>Bad gateway</h1></body></html>' },
  truncated: { status: 200, type: 'application/json', body: '{"blockID":"00000000' },
  busy: json(200, {
    Error: 'class java.lang.IllegalAccessException : lack of computing resources',
  }),
  light_node: {
    status: 200,
    type: 'text/plain',
    body: 'this API is closed because this node is a lite fullnode',
  },
  empty: json(200, {}),
  duplicate: json(200, { code: 'DUP_TRANSACTION_ERROR', message: '4475702e' }),
  unsolidified: json(200, {
    code: 'BLOCK_UNSOLIDIFIED',
    message: Buffer.from('Block unsolidified').toString('hex'),
  }),
}

/** Responds with the fault. A `timeout` gets no response, so the client gives up. */
export function sendFault(kind: FaultKind, response: ServerResponse): void {
  const answer = canned[kind]
  if (kind === 'reset' || kind === 'lost_answer') response.destroy()
  if (answer === undefined) return
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
}

const anHourLater = (_all: string, ms: string): string => `"timestamp":${Number(ms) + 3_600_000}`

/** The answer as a compromised node, or one with a wrong clock, would give it. */
export function falsify(kind: 'lie' | 'future', body: unknown): unknown {
  const text = JSON.stringify(body)
  if (kind === 'lie') return JSON.parse(withOtherAmounts(text))
  return JSON.parse(text.replaceAll(/"timestamp":(\d{13})\b/g, anHourLater))
}

function withOtherAmounts(text: string): string {
  return text.replaceAll(/"data":"[0-9a-f]{60}/g, '"data":"0'.padEnd(68, '0'))
}
