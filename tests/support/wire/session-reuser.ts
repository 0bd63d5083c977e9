import { connect, createServer, type Socket } from 'node:net'
import { listen, throughProxy, upstreamOf } from './tcp-proxy.ts'
import { WholeMessages } from './pg-wire.ts'

export type SessionReuser = {
  /** A connection string through it. */
  urlOf(url: string): string
  stop(): Promise<void>
}

const READY = 'Z'
const GOODBYE = 'X'

/**
 * Gives each client the server session of the one before, as PgBouncer does while one is idle. So a
 * client may get a session that is older than a role's newest settings. One client at a time.
 */
export async function openSessionReuser(url: string): Promise<SessionReuser> {
  let session: Socket | null = null
  let client: Socket | null = null
  let greeting: Buffer[] = []
  const clients = new Set<Socket>()

  const openSession = (startup: Buffer): Socket => {
    const opened = connect(upstreamOf(url))
    const answers = new WholeMessages('server')
    let isGreeted = false
    opened.on('error', () => opened.destroy())
    opened.on('data', (chunk: Buffer) => {
      client?.write(chunk)
      for (const { type, bytes } of isGreeted ? [] : answers.push(chunk)) {
        greeting.push(Buffer.from(bytes))
        isGreeted ||= type === READY
      }
    })
    opened.on('close', () => {
      session = null
      greeting = []
      client?.destroy()
    })
    opened.write(startup)
    return opened
  }

  const server = createServer((socket) => {
    client = socket
    clients.add(socket)
    const asked = new WholeMessages('client')
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clients.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of asked.push(chunk)) {
        if (type === GOODBYE) socket.end()
        else if (type !== '') session?.write(bytes)
        else if (session === null) session = openSession(bytes)
        else socket.write(Buffer.concat(greeting))
      }
    })
  })
  const port = await listen(server)
  return {
    urlOf: (direct) => throughProxy(direct, port),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      clients.forEach((socket) => socket.destroy())
      session?.destroy()
      await closed
    },
  }
}
