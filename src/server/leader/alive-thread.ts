/**
 * Answers /alive in its own thread. A long batch keeps the main thread busy, and must not look like
 * a dead process. In a frozen process, no thread answers.
 */
import type { ServerResponse } from 'node:http'
import { workerData } from 'node:worker_threads'
import type { LedgerTls } from '../config/ledger-settings.ts'
import type { LedgerPlace } from '../forward/ledger-address.ts'
import { listenAt, openServer } from '../forward/listen.ts'
import { provesRole } from '../forward/peer-role.ts'
import { findSender, type Tokens } from '../forward/token.ts'
import { BEAT, EPOCH, LISTENING, SEQ, upMs } from './alive-fields.ts'

/** Longer than any batch may take. */
const STALLED_MS = 15_000

export type AliveData = {
  readonly place: LedgerPlace
  readonly tls: LedgerTls | null
  readonly tokens: Tokens
  readonly fields: Float64Array
}

// Only alive.ts starts this thread.
const { place, tls, tokens, fields } = workerData as AliveData

const server = openServer(tls, (request, response) => {
  const isStandby = provesRole(request.socket, 'ledger')
  if (!isStandby || !findSender(request.headers.authorization, tokens)) {
    return answer(response, 401, {})
  }
  if (request.url !== '/alive') return answer(response, 404, {})
  const stalledMs = upMs() - (fields[BEAT] ?? 0)
  const body = { epoch: fields[EPOCH] ?? 0, seq: fields[SEQ] ?? 0 }
  return answer(response, stalledMs > STALLED_MS ? 503 : 200, body)
})

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

await listenAt(server, place)
fields[LISTENING] = 1
