import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import { namePort } from './local-services.ts'

/**
 * Fails before anything is written if another program uses one of our ports. A start that can't
 * serve must not create a ledger, or take the lead from a process that can.
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const { host, metricsPort, metricsHost, ledgerHost, ledgerPort } = config
  const { serves, ledger } = roles[config.part]
  if (serves) await requireFreePort('PORT', config.port, host)
  if (metricsPort !== null) await requireFreePort('METRICS_PORT', metricsPort, metricsHost)
  if (ledger !== 'leads' || ledgerHost.startsWith('/')) return
  for (const port of [ledgerPort, ledgerPort + 1]) {
    await requireFreePort('LEDGER_PORT, which also uses the next port,', port, ledgerHost)
  }
}

function requireFreePort(variable: string, port: number, host: string): Promise<void> {
  return namePort(variable, port, async () => {
    const server = createServer()
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}
