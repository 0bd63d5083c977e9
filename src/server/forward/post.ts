/** One request to a ledger process. */
import http from 'node:http'
import https from 'node:https'
import type { RequestOptions } from 'node:https'
import { TLSSocket } from 'node:tls'

/** The request was never taken: nothing of it can be done. */
export class NotReached extends Error {
  override name = 'NotReached'
}

export type Reply = { readonly status: number; readonly text: string }

/** What fails before there is a connection. A connection that breaks may give the same codes. */
const BEFORE_CONNECTED = new Set(['connect', 'getaddrinfo'])

/** More than any answer can have: 500 receipts of a few kilobytes. */
const MOST_ANSWER_BYTES = 16 << 20

/** Sends a request and reads the whole answer. */
export function send(
  options: RequestOptions,
  body: string | null,
  signal: AbortSignal,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const open = options.protocol === 'https:' ? https.request : http.request
  const request = open({ ...options, signal }, (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_ANSWER_BYTES) response.destroy(new Error('the answer is too large'))
      chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: response.statusCode ?? 0, text })
    })
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    const { socket } = request
    // Until the other side's certificate is accepted, nothing is sent.
    const isStranger = socket instanceof TLSSocket && !socket.authorized
    const isUnreached = isStranger || BEFORE_CONNECTED.has(error.syscall ?? '')
    reject(isUnreached ? new NotReached(error.message, { cause: error }) : error)
  })
  request.end(body)
  return promise
}
