import { connect, createServer, type Socket } from 'node:net'
import { textsOf, WholeMessages, type WireMessage } from './pg-wire.ts'
import { listen, throughProxy, upstreamOf } from './tcp-proxy.ts'

export type TransactionPooler = {
  /** A connection string through the pooler. */
  urlOf(url: string): string
  /** Statements that need a dedicated session, and so must not pass here. */
  sessionStatements(): readonly string[]
  stop(): Promise<void>
}

/** What a client finds when its next transaction runs on another server connection. */
const ANOTHER_SESSION = 'unlisten *; select pg_advisory_unlock_all(); reset all'

/**
 * Treats sessions like PgBouncer in transaction mode: after each transaction, the session's
 * LISTENs, locks, and settings are gone. Prepared statements stay, because PgBouncer preserves
 * them.
 */
export async function openTransactionPooler(url: string): Promise<TransactionPooler> {
  const upstream = upstreamOf(url)
  const statements: string[] = []
  const pairs = new Set<() => void>()
  const server = createServer((client) => {
    const session = connect(upstream)
    const end = (): void => {
      pairs.delete(end)
      client.destroy()
      session.destroy()
    }
    pairs.add(end)
    for (const socket of [client, session]) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    const asked = new WholeMessages('client')
    client.on('data', (chunk: Buffer) => {
      for (const message of asked.push(chunk)) {
        statements.push(...textOf(message).filter(needsSession))
        session.write(message.bytes)
      }
    })
    passAnswers(session, client)
  })
  const port = await listen(server)
  return {
    urlOf: (direct) => throughProxy(direct, port),
    sessionStatements: () => statements,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      pairs.forEach((end) => end())
      await closed
    },
  }
}

/** Passes answers on. The end of a transaction waits until the session has been reset. */
function passAnswers(session: Socket, client: Socket): void {
  const answers = new WholeMessages('server')
  let ready: Buffer | null = null
  session.on('data', (chunk: Buffer) => {
    for (const message of answers.push(chunk)) {
      const { type, bytes } = message
      if (ready !== null) {
        if (type !== READY) continue
        client.write(ready)
        ready = null
      } else if (type === READY && bytes.at(-1) === OUTSIDE_TRANSACTION) {
        ready = Buffer.from(bytes)
        session.write(queryMessage(ANOTHER_SESSION))
      } else client.write(bytes)
    }
  })
}

const READY = 'Z'
const OUTSIDE_TRANSACTION = 'I'.charCodeAt(0)

function queryMessage(text: string): Buffer {
  const bytes = Buffer.from(`Q....${text}\0`, 'latin1')
  bytes.writeUInt32BE(bytes.length - 1, 1)
  return bytes
}

function textOf(message: WireMessage): string[] {
  const [first, second] = textsOf(message)
  if (message.type === 'Q') return [first]
  return message.type === 'P' ? [second] : []
}

const needsSession = (text: string): boolean =>
  /(^|;)\s*(listen\b|set\s+(?!local\b|transaction\b))/i.test(text) ||
  /\bpg_(try_)?advisory_lock(_shared)?\s*\(/i.test(text)
