/**
 * The servers of a ledger process: without TLS on this machine, with certificates for other
 * machines.
 */
import { rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import type { LedgerTls } from '../config/ledger-settings.ts'
import type { LedgerPlace } from './ledger-address.ts'

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
  let toldAt = -Infinity
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const now = performance.now()
    if (now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    const reason = socket.authorizationError ?? error.code
    log.warn({ reason }, 'the ledger port refused a connection before any command')
  })
}
