import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import {
  asInteger,
  asJson,
  integerOr0,
  asList,
  asText,
  type Json,
} from '../../tron/encoding/json.ts'
import { batchCall, takeCall, type Row } from '../chain/contracts.ts'
import { faultKinds, type Faults } from './faults.ts'
import { MAX_MINED_BLOCKS, type Network } from '../chain/network.ts'
import { profileIn, type Profiles } from './profile.ts'
import { MEMO_FEE_SUN } from '../chain/prices.ts'
import { BadRequest } from './request.ts'
import { stakeCall } from '../chain/stake.ts'
import { tetherCall } from '../chain/token.ts'
import { movesSun, scriptCall, scriptedEntries } from '../chain/scripted-calls.ts'

/** What the /devnet endpoints control. */
export type Bench = {
  network: Network
  faults: Faults
  /** Ids missing from the v1 lists, as the real index loses rows. */
  hidden: Set<string>
  /** Named views of this node that are frozen, and at which blocks. */
  stale: Map<string, { head: number; solid: number }>
  profiles: Profiles
  /** How often each path was requested since the last check. */
  asked: Map<string, number>
}

type Handler = (bench: Bench, body: Json) => Json

const MAX_FAUCET_UNITS = 1_000_000_000_000_000n

export function describeNetwork({ network }: Bench): Json {
  const { chain } = network
  const { contracts, treasury } = chain.world
  return {
    usdt_contract: contracts.usdt,
    treasury,
    head: chain.head().number,
    solid: chain.solid().number,
    head_time: chain.head().timeMs,
    genesis: chain.blockAt(0)?.id,
    pending: chain.pending().length,
    frozen: chain.isFrozen(),
    fake_usdt_contract: contracts.fake,
    batch_contract: contracts.batch,
    dispenser_contract: contracts.dispenser,
    reader_contract: contracts.reader,
    scripted_contract: contracts.scripted,
  }
}

/** `POST /devnet/{name}`: the faucet, the block clock, and the switches for tests. */
export const devnetEndpoints: Record<string, Handler> = {
  faucet({ network }, body) {
    const asset = body.asset
    if (asset !== 'TRX' && asset !== 'USDT') throw new BadRequest('asset is TRX or USDT')
    const payment = network.treasury.payment(asset, addressIn(body), unitsIn(body.amount))
    return { txid: network.submit(payment) }
  },

  /** Pays many addresses at once, one transaction each: for load tests. */
  'faucet-many'({ network }, body) {
    const asset = body.asset === 'TRX' ? 'TRX' : 'USDT'
    const rows = rowsIn(body, 2_000)
    const pay = ({ to, amount }: Row) => network.submit(network.treasury.payment(asset, to, amount))
    return { txids: rows.map(pay) }
  },

  mine({ network }, body) {
    network.mine(countIn(body.blocks, MAX_MINED_BLOCKS))
    return { head: network.chain.head().number, solid: network.chain.solid().number }
  },

  reorg({ network }, body) {
    const fail = Object.entries(asJson(body.fail)).map(([txid, ret]): [string, string] => [
      txid,
      asText(ret),
    ])
    const drop = asList(body.drop).map(asText)
    network.reorg(countIn(body.blocks, 10_000), drop, Object.fromEntries(fail))
    return { head: network.chain.head().number, solid: network.chain.solid().number }
  },

  freeze({ network }, body) {
    network.freeze(body.frozen !== false)
    return { solid: network.chain.solid().number }
  },

  /** Turns mainnet's memo fee on or off. */
  'memo-fee'({ network }, body) {
    network.setMemoFee(body.on === false ? 0 : MEMO_FEE_SUN)
    return { memo_fee: network.chain.memoFeeSun() }
  },

  /** Makes the next contract calls fail. */
  'fail-next'({ network }, body) {
    const contractRet = asText(body.contractRet) || 'REVERT'
    network.failNext.push(...Array<string>(countIn(body.count ?? 1, 1_000)).fill(contractRet))
    return { waiting: network.failNext.length }
  },

  'never-mine'({ network }, body) {
    network.neverMine.count = countIn(body.count ?? 1, 1_000)
    return { waiting: network.neverMine.count }
  },

  /** Pays a token with USDT's name, symbol, and decimals that isn't USDT. */
  'fake-usdt'({ network }, body) {
    const { treasury, chain } = network
    const { data } = asCall(treasury.payment('USDT', addressIn(body), unitsIn(body.amount)))
    return { txid: network.submit(treasury.call(chain.world.contracts.fake, data, 0n)) }
  },

  /** One transaction with one USDT Transfer log per row. */
  batch({ network }, body) {
    const { treasury, chain } = network
    const call = treasury.call(chain.world.contracts.batch, batchCall(rowsIn(body)), 0n)
    return { txid: network.submit(call) }
  },

  /** One transaction of a stranger that takes USDT from each row's address. */
  take({ network }, body) {
    const { treasury, chain } = network
    const call = treasury.call(chain.world.contracts.batch, takeCall(rowsIn(body)), 0n)
    return { txid: network.submit(call) }
  },

  /** TRX sent by a contract's internal transactions. */
  internal({ network }, body) {
    const rows = rowsIn(body)
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n)
    const { treasury, chain } = network
    const call = treasury.call(chain.world.contracts.dispenser, batchCall(rows), total)
    return { txid: network.submit(call) }
  },

  /**
   * A call whose receipt has exactly these internal entries. Only those that move TRX are funded;
   * staking and voting entries carry a value but move nothing.
   */
  'internal-entries'({ network }, body) {
    const entries = scriptedEntries(body.entries)
    const { treasury, chain } = network
    const { scripted } = chain.world.contracts
    const total = entries
      .filter((entry) => movesSun({ ...entry, from: scripted }))
      .reduce((sum, { valueSun }) => sum + valueSun, 0n)
    return { txid: network.submit(treasury.call(scripted, scriptCall(entries), total)) }
  },

  /** Gives an account the daily energy and bandwidth for staking this much of its TRX. */
  stake({ network }, body) {
    const { treasury, chain } = network
    const [energy, bandwidth] = [integerOr0(body.energy), integerOr0(body.bandwidth)]
    const data = stakeCall(addressIn(body), energy, bandwidth, integerOr0(body.sun))
    return { txid: network.submit(treasury.call(chain.world.contracts.scripted, data, 0n)) }
  },

  /** What Tether may do to its token, as transactions in the next block. */
  usdt({ network }, body) {
    const { treasury, chain } = network
    const calls = [
      ...(body.paused === true ? [tetherCall.pause()] : []),
      ...(body.paused === false ? [tetherCall.unpause()] : []),
      ...addressesIn(body.blacklist).map(tetherCall.blacklist),
      ...addressesIn(body.unblacklist).map(tetherCall.unblacklist),
    ]
    const { usdt } = chain.world.contracts
    return { txids: calls.map((data) => network.submit(treasury.call(usdt, data, 0n))) }
  },

  /** TRC-10 spam: looks like a transfer but is worthless. */
  spam: ({ network }, body) => ({
    txid: network.submit(network.treasury.spam(addressIn(body), unitsIn(body.amount))),
  }),

  dust: ({ network }, body) => ({
    txid: network.submit(network.treasury.payment('TRX', addressIn(body), 1n)),
  }),

  /** Hides a transaction from the v1 lists. */
  hide({ hidden }, body) {
    hidden.add(asText(body.txid))
    return { hidden: hidden.size }
  },

  fault({ faults }, body) {
    const kind = faultKinds.find((name) => name === body.kind)
    if (kind === undefined) throw new BadRequest(`kind is one of ${faultKinds.join(', ')}`)
    const count = countIn(body.count ?? 1, 1_000_000)
    faults.add({ kind, count, path: asText(body.path), node: asText(body.node) })
    return { kind, count }
  },

  /** Requests by path since the last such call. */
  asked({ asked }) {
    const paths = Object.fromEntries(asked)
    asked.clear()
    return { paths }
  },

  /** A view's permanent behavior: a gateway, a plain node, or any mixture. */
  profile({ profiles }, body) {
    const profile = profileIn(body)
    profiles.set(asText(body.node), profile)
    return { ...profile }
  },

  'clear-faults'({ faults, stale, hidden, profiles }) {
    profiles.clear()
    faults.clear()
    stale.clear()
    hidden.clear()
    return {}
  },

  /** Freezes the view under `/at/{node}`, like a node that lost its peers. */
  stale({ network, stale }, body) {
    const { chain } = network
    const still = { head: chain.head().number, solid: chain.solid().number }
    stale.set(asText(body.node), still)
    return still
  },
}

function asCall(contract: ReturnType<Network['treasury']['payment']>) {
  if (contract.type !== 'TriggerSmartContract') throw new TypeError('a token payment is a call')
  return contract
}

function addressIn(body: Json): Address {
  const reading = parseAddress(asText(body.address))
  if (!reading.ok) throw new BadRequest(reading.message)
  return reading.address
}

const addressesIn = (list: unknown): Address[] =>
  asList(list).map((address) => addressIn({ address }))

/** Reads whole units as decimal text or a number ("12.5") in millionths. */
function unitsIn(value: unknown): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(value ?? ''))
  const amount = match ? BigInt(match[1] + (match[2] ?? '').padEnd(6, '0')) : 0n
  if (amount <= 0n || amount > MAX_FAUCET_UNITS) throw new BadRequest('amount, as "12.5"')
  return amount
}

function countIn(value: unknown, most: number): number {
  const count = Number(asInteger(value) ?? 0n)
  if (count < 1 || count > most) throw new BadRequest(`a number from 1 to ${most}`)
  return count
}

function rowsIn(body: Json, most = 200): Row[] {
  const rows = asList(body.transfers).map(asJson)
  if (rows.length < 1 || rows.length > most) throw new BadRequest(`1 to ${most} transfers`)
  return rows.map((row) => ({ to: addressIn(row), amount: unitsIn(row.amount) }))
}
