import type { ServerResponse } from 'node:http'

/** Troubles of real nodes and gateways that a test can order for the next requests. */
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
  /** The request is carried out and its answer lost. */
  | 'lost_answer'
  /** Broadcast only: refused as a duplicate although nobody has it. */
  | 'duplicate'
  /** Broadcast only: refused while the node's solid head is far behind. */
  | 'unsolidified'
  /** Receipts only: every amount is another. */
  | 'lie'
  /** Blocks only: dated an hour from now. */
  | 'future'

export type Fault = {
  kind: FaultKind
  count: number
  /** Only requests whose path contains this text. */
  path: string
  /** Only requests to this named view of the node; empty means any. */
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
  /** The fault for this request, used up by one. */
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

/** What is sent instead of an answer; the other faults are done by the server itself. */
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

/** Answers with the fault. A `timeout` is never answered: the client gives up. */
export function sendFault(kind: FaultKind, response: ServerResponse): void {
  const answer = canned[kind]
  if (kind === 'reset' || kind === 'lost_answer') response.destroy()
  if (answer === undefined) return
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
}

const anHourLater = (_all: string, ms: string): string => `"timestamp":${Number(ms) + 3_600_000}`

/** The same answer as a node tells it that was taken over, or whose clock is wrong. */
export function falsify(kind: 'lie' | 'future', body: unknown): unknown {
  const text = JSON.stringify(body)
  if (kind === 'lie') return JSON.parse(withOtherAmounts(text))
  return JSON.parse(text.replaceAll(/"timestamp":(\d{13})\b/g, anHourLater))
}

function withOtherAmounts(text: string): string {
  return text.replaceAll(/"data":"[0-9a-f]{60}/g, '"data":"0'.padEnd(68, '0'))
}
