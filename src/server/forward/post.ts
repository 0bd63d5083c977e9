/** One request to a ledger process. */
import http from 'node:http'
import https from 'node:https'
import type { RequestOptions } from 'node:https'
import { TLSSocket } from 'node:tls'
import { LINES, OLDEST_PROTOCOL, PROTOCOL_HEADER } from './wire.ts'

/** The request never reached the other side, so none of it was done. */
export class NotReached extends Error {
  override name = 'NotReached'
}

export type Reply = {
  readonly status: number
  readonly text: string
  /** The newest version of the format that the other side accepts. */
  readonly protocol: number
}

/**
 * System calls that fail before there is a connection. A broken connection may have the same error
 * codes.
 */
const BEFORE_CONNECTED = new Set(['connect', 'getaddrinfo'])

/** More characters than any answer has: 500 receipts of a few kilobytes. */
const MOST_ANSWER = 16 << 20

/**
 * Sends a request and reads the answer.
 * @param onLine called with each complete line of an answer in lines. The reply then has the rest:
 * nothing after the last line, or all of an answer in one piece.
 */
export function send(
  options: RequestOptions,
  body: string | null,
  signal: AbortSignal,
  onLine?: (line: string) => void,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const open = options.protocol === 'https:' ? https.request : http.request
  const request = open({ ...options, signal }, (response) => {
    const { statusCode: status = 0, headers } = response
    const isInLines = onLine && status === 200 && headers['content-type'] === LINES
    const protocol = Number(headers[PROTOCOL_HEADER.toLowerCase()] ?? OLDEST_PROTOCOL)
    let text = ''
    let length = 0
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      length += chunk.length
      if (length > MOST_ANSWER) return void response.destroy(new Error('the answer is too large'))
      text += chunk
      if (!isInLines || !chunk.includes('\n')) return
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      try {
        for (const line of lines) onLine(line)
      } catch (error) {
        response.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    response.on('error', reject)
    response.on('end', () => {
      if (isInLines && text !== '') reject(new Error('the answer ends in the middle of a line'))
      else resolve({ status, text, protocol })
    })
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    const { socket } = request
    // We send nothing until we have accepted the other side's certificate.
    const isStranger = socket instanceof TLSSocket && !socket.authorized
    const isUnreached = isStranger || BEFORE_CONNECTED.has(error.syscall ?? '')
    reject(isUnreached ? new NotReached(error.message, { cause: error }) : error)
  })
  request.end(body)
  return promise
}
