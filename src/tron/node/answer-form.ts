import { readMessage } from '../encoding/hex.ts'
import { asJson, asText, isJson, parseJson } from '../encoding/json.ts'
import { fine, troubled, type Result } from './trouble.ts'

/**
 * Turns an HTTP response into an answer or a trouble, in every form that nodes and gateways use:
 * HTTP 200 with `Error`, plain text, HTML, and 4xx and 5xx with three spellings of the body.
 */
export function readForm(status: number, text: string): Result<unknown> {
  if (status >= 300 && status < 400) return troubled('redirected', `HTTP ${status}`, status)
  const body = tryJson(text)
  const said = saying(body) || (body === undefined ? plainText(text) : '')
  if (status === 401) return troubled('unauthorised', said, status)
  if (status === 429 || status === 503) return troubled('rate_limited', said, status)
  if (status === 403) return troubled(kindOf403(said), said, status)
  if (status === 404 || status === 405) return troubled('unavailable', said, status)
  if (status === 413) return troubled('too_large', said, status)
  if (status >= 500) return troubled('server_error', said, status)
  if (status >= 400) return troubled('refused', said, status)
  if (body === undefined) return readBareText(text)
  return isJson(body) ? readError(body, said) : fine(body)
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Gateways answer 403 to clients over their limit, to clients without a key, and for methods they
 * disable. Only the first is a reason to stop all calls.
 */
function kindOf403(said: string): 'rate_limited' | 'unauthorised' | 'unavailable' {
  if (/exceed|frequency|suspended|rate|quota|limit|too many/i.test(said)) return 'rate_limited'
  return /api ?key|unauthori[sz]ed/i.test(said) ? 'unauthorised' : 'unavailable'
}

const lowerKey = ([key, value]: [string, unknown]) => [key.toLowerCase(), value] as const

/** Depending on its version, the gateway writes `error`, `Error`, or `message` in either case. */
function saying(body: unknown): string {
  const fields = Object.fromEntries(Object.entries(asJson(body)).map(lowerKey))
  return asText(fields.error) || readMessage(fields.message)
}

// A tag ends at the next `<` too. Otherwise, many of them would take hours.
const plainText = (text: string): string => text.replaceAll(/<[^<>]*>|\s+/g, ' ').trim()

function readBareText(text: string): Result<unknown> {
  if (/lite fullnode|API is closed/i.test(text))
    return troubled('unavailable', plainText(text), 200)
  return troubled('malformed', `not JSON: ${plainText(text)}`, 200)
}

function readError(body: Record<string, unknown>, said: string): Result<unknown> {
  const isError = 'Error' in body || 'error' in body || body.success === false
  if (!isError) return fine(body)
  if (/lack of computing resources|busy|too many/i.test(said)) return troubled('busy', said, 200)
  if (/exceed|frequency|suspended/i.test(said)) return troubled('rate_limited', said, 200)
  if (/unavailable due to config|not support/i.test(said)) return troubled('unavailable', said, 200)
  return troubled('refused', said || 'error without text', 200)
}
