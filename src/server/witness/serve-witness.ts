/** The two HTTP calls of a witness, with limits on everything that strangers send. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer, Witness } from './witness.ts'

/** 63 hashes, and a note with a few signatures. */
const MAX_BYTES = 32_768
const MAX_CONNECTIONS = 100
const REQUEST_MS = 10_000
/** The most requests to check in one second: each costs a signature or two. */
const MAX_PER_SECOND = 50

class TooLong extends Error {}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const body = request as AsyncIterable<Buffer> // without an encoding, chunks are bytes
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new TooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Counts requests of the current second. */
function limiter(): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, count] = [now, 0]
    count += 1
    return count <= MAX_PER_SECOND
  }
}

type Log = (line: string) => void

async function answerTo(
  { method, url = '' }: IncomingMessage,
  read: () => Promise<string>,
  witness: Witness,
): Promise<Answer> {
  const path = url.split('?')[0]
  if (path === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'Use POST.\n' }
    return await witness.add(await read())
  }
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path ?? '')?.[1]
  const note = method === 'GET' && hash !== undefined ? await witness.newest(hash) : undefined
  return note === undefined ? { status: 404, body: 'Not found.\n' } : { status: 200, body: note }
}

function send(response: ServerResponse, { status, body, type }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type ?? 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    // We don't read the rest of a body, and the connection would take it for the next request.
    ...(status === 413 || status === 429 ? { Connection: 'close' } : {}),
  })
  response.end(body)
}

/** Returns a server that isn't listening yet. */
export function serveWitness(witness: Witness, log: Log): Server {
  const mayAnswer = limiter()
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!mayAnswer()) return { status: 429, body: 'Too many requests.\n' }
    try {
      return await answerTo(request, () => readBody(request), witness)
    } catch (error) {
      if (error instanceof TooLong) return { status: 413, body: 'Too long.\n' }
      log(`error: ${String(error)}`)
      return { status: 500, body: 'Something failed here.\n' }
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = await answer(request)
    if (given.status === 422) log(`refused: ${given.body.trim()} Evidence is in our directory.`)
    send(response, given)
  }
  const server = createServer((request, response) => void serve(request, response))
  server.maxConnections = MAX_CONNECTIONS
  server.requestTimeout = REQUEST_MS
  server.headersTimeout = REQUEST_MS
  return server
}
