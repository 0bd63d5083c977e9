import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches for connections that nobody has used. Browsers open some in advance, and callers give up.
 * Node doesn't count them as idle, so a stopping server would wait for them to time out.
 * @returns a function that closes those that have sent nothing yet
 */
export function watchUnused(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}
