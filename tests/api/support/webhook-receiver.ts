import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook as it arrived. */
type Received = { readonly body: string; readonly signature: string }

/** Another system's reaction to a webhook. Without its own answer, it answers 200. */
type Handle = (received: Received, response: ServerResponse) => void | Promise<void>

export type Receiver = {
  readonly url: string
  /** Everything that arrived, in order. */
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** Another system of the company, on this machine. */
export async function openReceiver(handle: Handle = () => {}): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void answer(request, response, async (each) => {
      received.push(each)
      await handle(each, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (received: Received) => Promise<void>,
): Promise<void> {
  const parts: Buffer[] = []
  try {
    const buffers: AsyncIterable<Buffer> = request
    for await (const part of buffers) parts.push(part)
  } catch {
    // The sender died halfway.
    return
  }
  const body = Buffer.concat(parts).toString('utf8')
  const signature = String(request.headers['twofold-signature'])
  await handle({ body, signature })
  if (!response.writableEnded && !response.destroyed && !response.headersSent) response.end('ok')
}
