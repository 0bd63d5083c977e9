import { once } from 'node:events'
import type { Address } from '../tron/encoding/address.ts'
import { CONFIRMATIONS_FOR_SOLID } from './chain/chain.ts'
import type { Bench } from './http/devnet-endpoints.ts'
import { openFaults } from './http/faults.ts'
import { createFace } from './http/server.ts'
import { openProfiles } from './http/profile.ts'
import { openNetwork, type Network } from './chain/network.ts'

export type DevnetOptions = {
  /** 0 picks a free port. */
  port: number
  host: string
  /** The chain is stored here, in `chain.jsonl`. */
  dataDir: string
  /** Time between blocks; 0 makes blocks only on request (`POST /devnet/mine`). */
  blockMs: number
  /** The number of the block after block 0 on a new chain; 1 by default. */
  height?: number
  /** What a new chain derives its keys from; random by default. */
  seed?: string
  log?: (message: string) => void
}

export type Devnet = {
  url: string
  port: number
  info: { usdtContract: Address; balanceReader: Address; treasury: Address; genesisId: string }
  stop(): Promise<void>
}

/**
 * Starts a local TRON network for development and tests. After a kill, the next start on the same
 * directory continues from the last complete event. Rejects when the port is taken.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { port, host, dataDir, blockMs, log } = options
  const network = openNetwork(dataDir, options)
  const bench: Bench = {
    network,
    faults: openFaults(),
    profiles: openProfiles(),
    hidden: new Set(),
    stale: new Map(),
    asked: new Map(),
  }
  const server = createFace(bench)
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    network.close()
    throw error
  })
  if (blockMs > 0) catchUp(network, blockMs)
  const timer = blockMs > 0 ? setInterval(() => network.mine(1), blockMs) : undefined
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the devnet has no port')
  const { port: taken } = address
  const { chain } = network
  const { contracts, treasury } = chain.world
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  log?.(`devnet at ${url}, block ${chain.head().number}`)
  return {
    url,
    port: taken,
    info: {
      usdtContract: contracts.usdt,
      balanceReader: contracts.reader,
      treasury,
      genesisId: chain.blockAt(0)?.id ?? '',
    },
    async stop() {
      clearInterval(timer)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      network.close()
    },
  }
}

/**
 * Adds the blocks made while this network was off, as far as they matter. Without them, the solid
 * head would look stale for a minute.
 */
function catchUp(network: Network, blockMs: number): void {
  const missed = Math.floor((Date.now() - network.chain.head().timeMs) / blockMs)
  if (missed > 0) network.mine(Math.min(missed, CONFIRMATIONS_FOR_SOLID))
}
