import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asJson, type Json } from '../../src/tron/encoding/json.ts'
import {
  openTronNodes,
  type TronNodes,
  type TronNodesOptions,
} from '../../src/tron/quorum/nodes.ts'
import type { Result } from '../../src/tron/node/trouble.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'

/** A devnet of a test's own: free port, own directory, blocks only when asked. */
export type TestNetwork = Devnet & {
  dataDir: string
  ask(name: string, body?: object): Promise<Record<string, string & number>>
  mine(blocks: number): Promise<void>
  fund(address: string, asset: 'TRX' | 'USDT', amount: string): Promise<string>
  remove(): Promise<void>
}

export async function openTestNetwork(blockMs = 0): Promise<TestNetwork> {
  const dataDir = mkdtempSync(join(tmpdir(), 'twofold-devnet-'))
  const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs })
  const ask = (name: string, body: object = {}) => callDevnet(devnet.url, name, body)
  return {
    ...devnet,
    dataDir,
    ask,
    mine: async (blocks) => void (await ask('mine', { blocks })),
    fund: async (address, asset, amount) =>
      (await ask('faucet', { address, asset, amount })).txid ?? '',
    async remove() {
      await devnet.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export async function callDevnet(url: string, name: string, body: object = {}) {
  const response = await fetch(`${url}/devnet/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, string & number>
  if (!response.ok) throw new Error(`/devnet/${name}: ${JSON.stringify(answer)}`)
  return answer
}

export async function callNode(url: string, path: string, body: object = {}): Promise<Json> {
  const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
  return asJson(await response.json())
}

/** The nodes of a network under the given paths or addresses, with short pauses. */
export function openNodes(
  network: TestNetwork,
  paths: string[],
  options: Partial<TronNodesOptions> = {},
  timeoutMs = 5_000,
): TronNodes {
  const node = { timeoutMs, ratePerSecond: 10_000, pauseMs: 150 }
  const urls = paths.map((path) => (path.startsWith('http') ? path : network.url + path))
  const { usdtContract } = network.info
  return openTronNodes({
    nodes: urls.map((url) => ({ ...node, url })),
    usdtContract,
    headLastsMs: 0,
    ...options,
  })
}

/** The value of a result; a trouble fails the test. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.trouble))
  return result.value
}
