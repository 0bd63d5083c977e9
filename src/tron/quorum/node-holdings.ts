import { setTimeout as sleep } from 'node:timers/promises'
import { ownedSun, readAccount, readUsdt } from '../query/account-reads.ts'
import type { Address } from '../encoding/address.ts'
import { callReader, verifyReader } from '../query/balance-reader.ts'
import { readHead } from '../block/block-reads.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result, type Trouble } from '../node/trouble.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

/**
 * What an address held at one block between `fromBlock` and `toBlock`. A batched call names its
 * block; single reads only narrow it down to a range.
 */
export type Holding = {
  address: Address
  trx: bigint
  usdt: bigint
  fromBlock: number
  toBlock: number
  /** False if the node has no account there. Accounts never vanish, so it may be mistaken. */
  isActivated?: boolean
}

/** One node's answer about a batch. Addresses in neither list were not asked about. */
export type NodeHoldings = {
  host: string
  held: Holding[]
  /** Addresses that this node can't answer about, although it answers about others. */
  failed: { address: Address; trouble: Trouble }[]
  /** Why we stopped asking this node; undefined when it answered everything. */
  trouble: Trouble | undefined
}

export type HoldingsOptions = {
  usdtContract: Address
  /** The balance reader's address on this network; null reads addresses one by one. */
  reader: Address | null
  /** Addresses per call of the reader. */
  batch: number
  /** Calls per second to each node, taken from its budget. */
  perSecond: number
}

type NodeState = {
  /** Whether this node has our code at the reader's address; undefined until checked. */
  hasReader: boolean | undefined
  askedAtMs: number
  /** Addresses per call on this node. Halved when it fails with more. */
  size: number
  /** When the next call may go. */
  nextMs: number
}

const SINGLES_IN_FLIGHT = 16
const RECHECK_MS = HOUR_MS

/** Troubles of the node itself: fewer addresses wouldn't help. */
const isNodeTrouble = ({ kind }: Trouble): boolean =>
  ['rate_limited', 'unauthorised', 'unreachable', 'busy', 'stale', 'no_node'].includes(kind)

/** One node and what we know about it. */
type Asking = {
  client: NodeClient
  options: HoldingsOptions
  state: NodeState
  withStakes: boolean
}

type Balance = Pick<Holding, 'trx' | 'usdt' | 'isActivated'>
type Part = { held: Holding[]; failed: NodeHoldings['failed'] }
type Read = Part & { trouble?: Trouble | undefined }

const none: Part = { held: [], failed: [] }

/** Reads the balances of many addresses from each node, at that node's own pace. */
export function openHoldings(options: HoldingsOptions) {
  const states = new WeakMap<NodeClient, NodeState>()

  function stateOf(client: NodeClient): NodeState {
    const known = states.get(client)
    if (known) return known
    const state = { hasReader: undefined, askedAtMs: 0, size: options.batch, nextMs: 0 }
    states.set(client, state)
    return state
  }

  return async function read(
    client: NodeClient,
    addresses: readonly Address[],
    withStakes: boolean,
  ): Promise<NodeHoldings> {
    const asking = { client, options, state: stateOf(client), withStakes }
    const byReader = await canUseReader(asking)
    const host = new URL(client.url).host
    const result: NodeHoldings = { host, held: [], failed: [], trouble: undefined }
    for (let at = 0; at < addresses.length && result.trouble === undefined;) {
      const part = addresses.slice(at, at + (byReader ? asking.state.size : SINGLES_IN_FLIGHT))
      at += part.length
      const { held, failed, trouble } = await (byReader ? readByReader : readSingles)(asking, part)
      result.held.push(...held)
      result.failed.push(...failed)
      result.trouble = trouble
    }
    return result
  }
}

async function pace({ state, options }: Asking): Promise<void> {
  const now = performance.now()
  const waitMs = state.nextMs - now
  state.nextMs = Math.max(state.nextMs, now) + 1000 / options.perSecond
  if (waitMs > 0) await sleep(waitMs)
}

async function canUseReader(asking: Asking): Promise<boolean> {
  const { options, state } = asking
  if (options.reader === null) return false
  if (state.hasReader === undefined || performance.now() - state.askedAtMs > RECHECK_MS) {
    const verified = await tryReader(asking, options.reader)
    if (!verified.ok && isNodeTrouble(verified.trouble)) return false
    state.hasReader = verified.ok && verified.value
    state.askedAtMs = performance.now()
  }
  return state.hasReader
}

/** Whether a node has our code there and reports a block of its final view. */
async function tryReader(asking: Asking, reader: Address): Promise<Result<boolean>> {
  const { client, options } = asking
  await pace(asking)
  const verified = await verifyReader(client, reader)
  if (!verified.ok || !verified.value) return verified
  const before = await readHead(client, 'walletsolidity')
  if (!before.ok) return before
  const { usdtContract: usdt } = options
  const answer = await callReader(client, { reader, usdt }, [usdt])
  if (!answer.ok) return answer
  const after = await readHead(client, 'walletsolidity')
  if (!after.ok) return after
  const { block } = answer.value
  return fine(block >= before.value.number && block <= after.value.number)
}

async function callOnce(asking: Asking, part: readonly Address[]): Promise<Result<Part>> {
  const { reader, usdtContract: usdt } = asking.options
  if (reader === null) return troubled('unavailable', 'no balance reader')
  await pace(asking)
  const answer = await callReader(asking.client, { reader, usdt }, part)
  if (!answer.ok) return answer
  const { block, balances } = answer.value
  const held: Holding[] = []
  const failed: NodeHoldings['failed'] = []
  for (const [index, address] of part.entries()) {
    const balance = balances[index]
    if (balance) held.push({ address, ...balance, fromBlock: block, toBlock: block })
    else failed.push({ address, trouble: noBalance })
  }
  return fine({ held, failed })
}

const noBalance: Trouble = { kind: 'refused', detail: 'balanceOf fails' }

async function readPart(asking: Asking, part: readonly Address[]): Promise<Read> {
  const whole = await callOnce(asking, part)
  if (whole.ok) return whole.value
  // Is it the node or an address? Ask about an address that always works.
  const isNode = isNodeTrouble(whole.trouble)
  if (isNode || !(await callOnce(asking, [asking.options.usdtContract])).ok) {
    return { ...none, trouble: whole.trouble }
  }
  const halves = await callHalves(asking, part)
  // Every address works alone, so the call was too large for this node.
  if (!halves.trouble && halves.failed.length === 0) {
    asking.state.size = Math.max(1, Math.ceil(part.length / 2))
  }
  return halves
}

/** Splits a failing batch until the failing addresses are alone. */
async function callHalves(asking: Asking, part: readonly Address[]): Promise<Read> {
  const answer = await callOnce(asking, part)
  if (answer.ok) return answer.value
  const { trouble } = answer
  if (isNodeTrouble(trouble)) return { ...none, trouble }
  const [only] = part
  if (part.length === 1 && only) return { held: [], failed: [{ address: only, trouble }] }
  const middle = Math.ceil(part.length / 2)
  const first = await callHalves(asking, part.slice(0, middle))
  if (first.trouble) return first
  const second = await callHalves(asking, part.slice(middle))
  return {
    held: [...first.held, ...second.held],
    failed: [...first.failed, ...second.failed],
    trouble: second.trouble,
  }
}

/** Without the reader: a few addresses at once, between two reads of the final head. */
async function readSingles(asking: Asking, part: readonly Address[]): Promise<Read> {
  const before = await readHead(asking.client, 'walletsolidity')
  if (!before.ok) return { ...none, trouble: before.trouble }
  const answers = await Promise.all(part.map((address) => readSingle(asking, address)))
  const after = await readHead(asking.client, 'walletsolidity')
  if (!after.ok) return { ...none, trouble: after.trouble }
  const range = { fromBlock: before.value.number, toBlock: after.value.number }
  const held: Holding[] = []
  const failed: NodeHoldings['failed'] = []
  for (const [index, address] of part.entries()) {
    const answer = answers[index]
    if (answer?.ok) held.push({ address, ...answer.value, ...range })
    else if (answer) failed.push({ address, trouble: answer.trouble })
  }
  const down = failed.find(({ trouble }) => isNodeTrouble(trouble))
  if (down) return { held, failed: [], trouble: down.trouble }
  // No address was answered, so check one that always works before blaming them.
  if (held.length === 0 && !(await readSingle(asking, asking.options.usdtContract)).ok) {
    return { ...none, trouble: failed[0]?.trouble }
  }
  return { held, failed }
}

async function readSingle(asking: Asking, address: Address): Promise<Result<Balance>> {
  const { client, options } = asking
  await pace(asking)
  const account = await readAccount(client, 'walletsolidity', address)
  if (!account.ok) return account
  await pace(asking)
  const usdt = await readUsdt(client, 'walletsolidity', options.usdtContract, address)
  const { isActivated, balanceSun } = account.value
  const trx = asking.withStakes ? ownedSun(account.value) : balanceSun
  return usdt.ok ? fine({ trx, usdt: usdt.value, isActivated }) : usdt
}

/** The reader's contract doesn't see stakes, so each address takes one more call. */
async function readByReader(asking: Asking, part: readonly Address[]): Promise<Read> {
  const { held, failed, trouble } = await readPart(asking, part)
  if (!asking.withStakes) return { held, failed, trouble }
  const whole: Holding[] = []
  for (const holding of held) {
    await pace(asking)
    const account = await readAccount(asking.client, 'walletsolidity', holding.address)
    if (!account.ok) return { held: whole, failed, trouble: trouble ?? account.trouble }
    const { isActivated, stakedSun } = account.value
    whole.push({ ...holding, trx: holding.trx + stakedSun, isActivated })
  }
  return { held: whole, failed, trouble }
}
