import { once } from 'node:events'
import { createServer } from 'node:net'
import { namePort } from './local-services.ts'

/**
 * Fails before anything is written if another program uses our port. A start that can't serve must
 * not create a ledger.
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
