import { once } from 'node:events'
import { createServer } from 'node:net'
import { namePort } from './local-services.ts'

/**
 * Fails before anything is written if another program has our port: a start that can't serve must
 * not found a ledger.
 */
export function requireFreePort(variable: string, port: number, host: string): Promise<void> {
  return namePort(variable, port, async () => {
    const server = createServer()
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}
