import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { startAssigning } from '../../../src/server/deposit/incoming/deposit-address.ts'
import { startRateFeed } from '../../../src/server/rate/feed.ts'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import type { GateOptions } from '../../../src/server/payout/signing-gate.ts'
import { openTronNodes, type TronNodes } from '../../../src/tron/quorum/nodes.ts'
import type { AnswerAt } from '../../support/answer.ts'
import { openEdge, type Edge, type EdgePlace } from './edge.ts'
import { addMember, type TestMember } from './members.ts'

export type MoneyWorld = {
  edge: Edge
  devnet: Devnet
  /** Where the devnet keeps its chain. A copy continues on its own. */
  chainDir: string
  /** One request to the devnet's test switches. */
  switch(name: string, body: Record<string, unknown>): Promise<Switched>
  mine(blocks: number): Promise<void>
  pay(address: string, asset: 'TRX' | 'USDT', amount: string): Promise<string>
  /** One round of the chain watcher. */
  watch(): Promise<void>
  /** Makes sent transactions final, and lets the watcher see them. */
  settle(): Promise<void>
  /** Another watcher on the same data, as after a restart. */
  restartWatcher(autoAcceptMs?: number): void
  /** Stops the rate feed, so that a test that removes the rate gets no new one. */
  stopRates(): Promise<void>
  openPayouts(options?: GateOptions): ReturnType<typeof openPayouts>
  /** The devnet's node, or several of its named views (`/at/name`) as separate nodes. */
  nodes(...views: string[]): TronNodes
  member(name: string): Promise<MoneyMember>
  close(): Promise<void>
}

/** The devnet's answer to a switch, with `txid` if it creates a transaction. */
type Switched = { txid: string; paths: Record<string, number> }

export type MoneyMember = TestMember & {
  address: string
  get<const U extends string>(path: U): Promise<AnswerAt<'GET', `/api/${U}`>>
  post<const U extends string>(
    path: U,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<AnswerAt<'POST', `/api/${U}`>>
  balance(): Promise<string>
}

/** The same keys in every test, because deriving them again costs more than many a test. */
const DEVNET_SEED = '5e'.repeat(32)

/** Enough to make every earlier block final. */
export const SOLID_AFTER = 19

/**
 * The HTTP edge with a devnet that makes blocks only on request, and the money workers.
 * @param timeoutMs how long a node may take; short where a test makes it hang
 * @param height the block that follows block 0, as in a long chain
 */
export async function openMoneyWorld(
  variables: Record<string, string> = {},
  timeoutMs = 10_000,
  height = 1,
  log?: Logger,
  edgePlace?: EdgePlace,
): Promise<MoneyWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-chain-'))
  const place = { port: 0, host: '127.0.0.1', dataDir }
  const devnet = await startDevnet({ ...place, blockMs: 0, height, seed: DEVNET_SEED })
  const edge = await openEdge(variables, undefined, log, edgePlace)
  const { usdtContract } = devnet.info
  const nodes = (...views: string[]): TronNodes => {
    const urls = views.length > 0 ? views.map((view) => `${devnet.url}/at/${view}`) : [devnet.url]
    const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs }
    const all = urls.map((url) => ({ url, ...limits }))
    const holdings = { reader: devnet.info.balanceReader, batch: 200, perSecond: 10_000 }
    return openTronNodes({ nodes: all, usdtContract, holdings, headLastsMs: 0 })
  }
  const { context } = edge
  context.config.tronApiUrls = [devnet.url]
  Object.assign(context, { tron: nodes(), usdtContract })
  const worker = variables.PROCESS === 'web' ? await openWorker(edge) : null
  const works = worker?.context ?? context
  const assigning = worker && startAssigning(worker.context)
  const feed = await startRateFeed(works)
  let watcher = openWatcher(works)

  const ask = async (name: string, body: Record<string, unknown>): Promise<Switched> => {
    const response = await fetch(`${devnet.url}/devnet/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Switched
    if (!response.ok) throw new Error(`devnet ${name}: ${JSON.stringify(answer)}`)
    return answer
  }
  const mine = async (blocks: number): Promise<void> => void (await ask('mine', { blocks }))

  // The cursor begins before the first payment.
  await watcher.round()
  return {
    edge,
    devnet,
    chainDir: dataDir,
    switch: ask,
    mine,
    pay: async (address, asset, amount) => (await ask('faucet', { address, asset, amount })).txid,
    watch: () => watcher.round(),
    async settle() {
      await mine(SOLID_AFTER)
      await watcher.round()
    },
    restartWatcher: (autoAcceptMs) => void (watcher = openWatcher(works, { autoAcceptMs })),
    stopRates: () => feed.stop(),
    openPayouts: (options) => openPayouts(works, options),
    nodes,
    member: (name) => addMoneyMember(edge, name),
    async close() {
      await feed.stop()
      await assigning?.stop()
      await worker?.close()
      await edge.close()
      await devnet.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The worker next to a web process, with its own database role and connections, and the same
 * ledger.
 */
async function openWorker({ context, databaseUrl }: Edge) {
  const connectionString = Object.assign(new URL(databaseUrl), { username: 'twofold_worker' }).href
  const pool = openPool({ connectionString, name: 'worker', connectTimeoutMs: 30_000 })
  const db = openKysely(pool)
  return {
    context: { ...context, pool, db, read: db },
    close: () => pool.end(),
  }
}

async function addMoneyMember(edge: Edge, name: string): Promise<MoneyMember> {
  const member = await addMember(edge, name)
  const token = member.access
  const get = <const U extends string>(path: U) => edge.call('GET', `/api/${path}`, { token })
  const wallet = await get('transactions/usdt_wallet_info/')
  return {
    ...member,
    address: wallet.body.wallet_address,
    get,
    post: (path, body = {}, headers = {}) =>
      edge.call('POST', `/api/${path}`, { token, body, headers }),
    balance: async () => (await get('accounts/me/')).body.wallet_balance,
  }
}

/** Requests a deposit with the figures that the client would send. */
export const requestDepositFor = (
  member: MoneyMember,
  cryptocurrency: 'TRX' | 'USDT',
  figures: { original_amount: string; fee_amount: string; crypto_amount: string },
) => member.post('transactions/deposit_ustd/', { cryptocurrency, ...figures })

export const verify = (member: MoneyMember, requestId: string, hash: string) =>
  member.post(`transactions/verify_and_approve_deposit/${requestId}/`, { transaction_hash: hash })
