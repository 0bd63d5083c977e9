/** Closes a server without waiting for clients that only keep a connection open. */
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE_MS } from './wire.ts'

/**
 * Call it before the server listens. The returned function stops accepting connections, lets
 * running requests finish, and closes the remaining connections: idle ones, and those that never
 * finish their handshake.
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
    const stopped = new AbortController()
    // No caller waits longer than this for an answer.
    const late = wait(PATIENCE_MS, undefined, { signal: stopped.signal }).catch(() => {})
    await Promise.race([Promise.allSettled(answers), late])
    stopped.abort()
    for (const socket of sockets) socket.destroy()
    await closed
  }
}
