/**
 * The servers of a ledger process: without TLS on this machine, with certificates for other
 * machines.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { atMostEvery, within } from '../../clock/waits.ts'
import type { LedgerTls } from '../config/ledger-settings.ts'
import type { LedgerPlace } from './ledger-address.ts'
import { PATIENCE_MS } from '../book/waiting.ts'

const TELL_EVERY_MS = 10_000

export function openServer(tls: LedgerTls | null, listener: RequestListener): Server {
  const limits = { requestTimeout: 10_000, keepAliveTimeout: 60_000, handshakeTimeout: 10_000 }
  // Mutual TLS: a client without a certificate from our own authority fails the handshake.
  return tls
    ? https.createServer(
        { ...limits, ...tls, requestCert: true, rejectUnauthorized: true },
        listener,
      )
    : http.createServer(limits, listener)
}

/**
 * Listens. A later error, as when the process has too many files open to accept a connection, only
 * concerns that connection. Without a listener, it would end the process or thread.
 */
export async function listenAt(
  server: Server,
  { listen }: LedgerPlace,
  onError: (error: Error) => void = () => {},
): Promise<void> {
  if ('path' in listen && (await isLeftOver(listen.path))) await rm(listen.path, { force: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(listen, resolve)
  await promise
  server.on('error', onError)
}

/** A killed process leaves its socket file behind, and nobody can connect to it anymore. */
async function isLeftOver(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asking = connect(path, () => resolve(false))
  asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  return await promise.finally(() => asking.destroy())
}

/** The other side only sees its connection end, so our log has to show the reason. */
export function tellRefusedHandshakes(server: Server, log: Logger): void {
  const mayTell = atMostEvery(TELL_EVERY_MS)
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (!mayTell()) return
    const reason = socket.authorizationError ?? error.code
    log.warn({ reason }, 'the ledger port refused a connection before any command')
  })
}

/**
 * Call it before the server listens. The returned function stops accepting connections, lets
 * running requests finish, and closes the remaining connections without waiting for their clients:
 * idle ones, and those that never finish their handshake.
 */
export function closerOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const answers = new Set<Promise<unknown>>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request, response: ServerResponse) => {
    const answered = once(response, 'close').finally(() => answers.delete(answered))
    answers.add(answered)
  })
  return async () => {
    const closed = once(server, 'close')
    server.close()
    // No caller waits longer than this for an answer.
    await within(PATIENCE_MS, Promise.allSettled(answers), () => undefined)
    for (const socket of sockets) socket.destroy()
    await closed
  }
}
