/** The envelopes on their way to a leader, or waiting for its results. */
import http from 'node:http'
import https from 'node:https'
import type { LedgerTls } from '../config/ledger-settings.ts'
import { encodeTraces } from './envelope-traces.ts'
import type { Leader } from './find-leader.ts'
import { requestOptions } from './ledger-address.ts'
import { encodeEnvelope, type Pending } from './pending.ts'
import { send, type Reply } from './post.ts'
import { LINES, PROTOCOL_HEADER, protocolFor } from './wire.ts'

const MOST_IN_FLIGHT = 32
/** How many of those may have no result yet. */
const MOST_UNANSWERED = 8
/** The holder, after a redirect that names only the epoch and the address. */
export const UNKNOWN = ''

export type Flight = {
  readonly leader: Leader
  readonly abort: AbortController
  readonly items: readonly Pending[]
  /** The positions in the envelope that have no result yet. */
  readonly open: Set<number>
}

export const openItems = ({ items, open }: Flight): Pending[] =>
  items.filter((_item, place) => open.has(place))

type FlightsOptions = {
  readonly token: string
  readonly tls: LedgerTls | null
  /** Called each `watchMs` while there are any. */
  readonly onWatch: () => void
  readonly watchMs: number
}

export class Flights {
  readonly #options: FlightsOptions
  readonly #all = new Set<Flight>()
  readonly #http = new http.Agent({ keepAlive: true, maxSockets: MOST_IN_FLIGHT })
  readonly #https = new https.Agent({ keepAlive: true, maxSockets: MOST_IN_FLIGHT })
  #watch: NodeJS.Timeout | null = null

  constructor(options: FlightsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#all.size
  }

  /** `full`: none may join them. `unanswered`: one of them awaits its first result. */
  get load(): 'full' | 'unanswered' | 'answered' {
    let unanswered = 0
    for (const { items, open } of this.#all) if (open.size === items.length) unanswered += 1
    if (unanswered >= MOST_UNANSWERED || this.#all.size >= MOST_IN_FLIGHT) return 'full'
    return unanswered > 0 ? 'unanswered' : 'answered'
  }

  /** The caller posts it, and ends it after the answer or an error. */
  start(leader: Leader, items: readonly Pending[]): Flight {
    const open = new Set(items.keys())
    const flight: Flight = { leader, abort: new AbortController(), items, open }
    this.#all.add(flight)
    this.#watch ??= setInterval(() => this.#watchAll(), this.#options.watchMs).unref()
    for (const item of items) item.isSent = true
    return flight
  }

  end(flight: Flight): void {
    this.#all.delete(flight)
  }

  /**
   * Not async: if the request can't even be made, it throws before the caller sends more.
   * @throws NotReached
   */
  post(flight: Flight, address: string, onLine: (line: string) => void): Promise<Reply> {
    const { token, tls } = this.#options
    const { leader, items, abort } = flight
    const body = encodeEnvelope(leader.epoch, items)
    const agent = address.startsWith('https:') ? this.#https : this.#http
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: LINES,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      [PROTOCOL_HEADER]: protocolFor(items),
      ...encodeTraces(items),
    }
    const request = { agent, method: 'POST', path: '/commands', headers }
    const options = { ...requestOptions(address, tls), ...request }
    return send(options, body, abort.signal, onLine)
  }

  /** Aborts envelopes to a process that no longer leads. */
  abortOthers(leader: Leader): void {
    for (const flight of this.#all) {
      const { epoch, holder } = flight.leader
      const isOther = holder !== UNKNOWN && holder !== leader.holder
      if (epoch !== leader.epoch || isOther) flight.abort.abort()
    }
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch)
    this.#http.destroy()
    this.#https.destroy()
  }

  /** Aborts envelopes whose callers have all given up. */
  #watchAll(): void {
    // Otherwise, a leader that never responds would occupy its slots until its connection breaks.
    for (const { items, abort } of this.#all) {
      if (items.every(({ isAnswered }) => isAnswered)) abort.abort()
    }
    if (this.#all.size > 0) this.#options.onWatch()
    else if (this.#watch) {
      clearInterval(this.#watch)
      this.#watch = null
    }
  }
}
