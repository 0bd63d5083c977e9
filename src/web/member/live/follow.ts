import { requestTo } from '../../../contract/call.ts'
import { stream } from '../../../contract/fields/event-stream.ts'
import { memberApi } from '../../../contract/routes.ts'
import { setOnline } from '../../client/online.ts'
import { refreshTokens } from '../../session/refresh.ts'
import { readAccessToken } from '../../session/tokens.ts'
import { readEvents } from './read-events.ts'
import type { ServerEvent } from './read-events.ts'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 60_000

/** The delay before a retry: doubling, with jitter so that not all clients return at once. */
export function waitMs(failures: number, random: number): number {
  const most = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  return most / 2 + (most / 2) * random
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

type Cursor = { lastId: string | null; retryMs?: number }

async function ask(cursor: Cursor, signal: AbortSignal): Promise<Response> {
  const { url, method } = requestTo(memberApi.streamEvents, {})
  const headers = new Headers({ accept: 'text/event-stream' })
  headers.set('authorization', `Bearer ${readAccessToken() ?? ''}`)
  if (cursor.lastId !== null) headers.set('last-event-id', cursor.lastId)
  return await fetch(url, { method, headers, signal, cache: 'no-store' })
}

type Ending = 'again' | 'refused' | 'over'

/** One connection, from its first byte to its last. */
async function followOnce(
  cursor: Cursor,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<Ending> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), stream.silenceMs)
  try {
    const used = readAccessToken()
    const response = await ask(cursor, AbortSignal.any([signal, silent.signal]))
    if (response.status === 401) return (await refreshTokens(used)) ? 'again' : 'over'
    if (!response.ok || !response.body) return 'refused'
    setOnline(true)
    for await (const event of readEvents(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), stream.silenceMs)
      if (event.id) cursor.lastId = event.id
      if (event.retryMs !== undefined) cursor.retryMs = event.retryMs
      onEvent(event)
    }
    return 'again'
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Follows the member's events until the signal fires or the session is over. After every break, it
 * resumes at its last position: at once after a stream with events, otherwise after a growing
 * delay. An expired token is renewed once for all tabs.
 */
export async function follow(
  cursor: Cursor,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let heard = false
    const note = (event: ServerEvent) => {
      heard = true
      onEvent(event)
    }
    // Only a refusal ends the session, not an unavailable server.
    const ending = await followOnce(cursor, note, signal).catch((): Ending => 'refused')
    if (ending === 'over') return
    failures = heard ? 0 : failures + 1
    // A stopping server spreads out its readers' returns.
    const least = ending === 'again' ? (cursor.retryMs ?? 0) : 0
    if (!signal.aborted) await sleep(Math.max(least, waitMs(failures, Math.random())), signal)
  }
}
