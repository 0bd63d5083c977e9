import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_MS = 250
/** Shorter than a stop may take (`stop-list.ts`). */
const PATIENCE_MS = 10_000

/**
 * Watches for connections that nobody has used. Browsers open some in advance, and callers give up.
 * Node doesn't count them as idle, so a stopping server would wait for them to time out.
 * @returns a function that closes those that have sent nothing yet, and the others once they are
 *   idle: the answer that ends there may have begun before the server stopped, and kept it open.
 *   After a while, it closes all: anyone can read an answer slowly, and the stop must not fail
 * @param patienceMs Tests pass less
 */
export function watchUnused(server: Server, patienceMs = PATIENCE_MS): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    if (!server.listening) return
    const timer = setInterval(() => server.closeIdleConnections(), LOOK_MS)
    const late = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.once('close', () => {
      clearInterval(timer)
      clearTimeout(late)
    })
  }
}
