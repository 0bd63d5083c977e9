import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { ClientMessages } from './pg-wire.ts'
import { listen, throughProxy, upstreamOf } from './tcp-proxy.ts'

/**
 * Called between each two steps of a process: before and after a COMMIT, after a write without a
 * transaction, and before and after a broadcast. A step that it doesn't let pass never happens, or
 * its answer is lost.
 */
export type OnStep = (step: string) => 'pass' | 'hold'

export type StepProxies = {
  databaseUrl: string
  nodeUrl: string
  /** Ends all connections, as happens when their process is killed. */
  cut(): void
  stop(): Promise<void>
}

/** Proxies in front of PostgreSQL and of a node, for one process under test. */
export async function openStepProxies(
  databaseUrl: string,
  nodeUrl: string,
  onStep: OnStep,
): Promise<StepProxies> {
  const sockets = new Set<Socket>()
  const database = createServer((client) => joinDatabase(client, databaseUrl, sockets, onStep))
  const node = createHttpServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const sends = path.includes('/broadcast')
      if (sends && onStep('before the broadcast') === 'hold') return
      const answer = await fetch(nodeUrl + path, { method: 'POST', body: Buffer.concat(parts) })
      const body = await answer.text()
      if (sends && onStep('after the broadcast') === 'hold') return
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    })().catch(() => response.destroy())
  })
  node.on('connection', (socket) => sockets.add(socket))
  const [databasePort, nodePort] = [await listen(database), await listen(node)]
  const cut = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    databaseUrl: throughProxy(databaseUrl, databasePort),
    nodeUrl: `http://127.0.0.1:${nodePort}`,
    cut,
    async stop() {
      cut()
      await Promise.all([database, node].map((server) => new Promise((end) => server.close(end))))
    },
  }
}

function joinDatabase(client: Socket, url: string, sockets: Set<Socket>, onStep: OnStep): void {
  const server = connect(upstreamOf(url))
  let held = false
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => other.destroy())
    socket.on('close', () => other.destroy())
  }
  const questions = new ClientMessages()
  client.on('data', (chunk) => {
    for (const { bytes, commits } of questions.push(chunk)) {
      held ||= commits && onStep('before a COMMIT') === 'hold'
      if (held) return
      server.write(bytes)
    }
  })
  const answers = new ServerAnswers()
  server.on('data', (chunk) => {
    for (const { bytes, done } of answers.push(chunk)) {
      held ||= done !== null && onStep(`after ${done}`) === 'hold'
      if (held) return
      client.write(bytes)
    }
  })
}

/** Splits PostgreSQL's answers into messages, and tells which end a write for good. */
class ServerAnswers {
  private rest: Buffer = Buffer.alloc(0)
  private written: string | null = null

  push(chunk: Buffer): { bytes: Buffer; done: string | null }[] {
    this.rest = Buffer.concat([this.rest, chunk])
    const messages: { bytes: Buffer; done: string | null }[] = []
    while (this.rest.length >= 5) {
      const length = 1 + this.rest.readUInt32BE(1)
      if (this.rest.length < length) break
      const bytes = this.rest.subarray(0, length)
      this.rest = this.rest.subarray(length)
      messages.push({ bytes, done: this.read(bytes) })
    }
    return messages
  }

  private read(message: Buffer): string | null {
    const type = String.fromCharCode(message[0] ?? 0)
    if (type === 'C') {
      const tag = message.subarray(5, -1).toString('latin1')
      const changes = /^(INSERT 0|UPDATE|DELETE|MERGE) [1-9]/.exec(tag)?.[1]
      if (tag === 'COMMIT') this.written = 'a COMMIT'
      else if (changes) this.written ??= `a lone ${changes.split(' ')[0]}`
    }
    if (type !== 'Z') return null
    // Idle: outside of a transaction, so the write is permanent.
    const isIdle = message[5] === 'I'.charCodeAt(0)
    const done = isIdle ? this.written : null
    if (isIdle) this.written = null
    return done
  }
}
