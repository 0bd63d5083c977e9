import { addressFromNode, parseAddress, type Address } from '../../tron/encoding/address.ts'

import { toHex } from '../../tron/encoding/hex.ts'
import type { Json } from '../../tron/encoding/json.ts'
import { bandwidthLeft, energyLeft } from '../chain/stake.ts'
import { chainParameters, FREE_NET_LIMIT, freeNetUsed } from '../chain/prices.ts'
import { addressParam, optionalAddress, textParam, type NodeRequest } from './request.ts'
import { compact, writeAddress } from './transaction-answers.ts'
import { seedBytes, type Account } from '../chain/world.ts'

/** Endpoints for accounts, contracts, and prices. */
export const accountEndpoints = {
  getaccount(request: NodeRequest) {
    const address = addressParam(request, 'address')
    const account = accountOf(request, address)
    if (account === undefined) return {}
    const frozenSun = Number(account.stake?.frozenSun ?? 0n)
    return compact({
      address: writeAddress(address, request.form),
      balance: Number(account.balanceSun),
      type: account.isContract ? 'Contract' : undefined,
      create_time: account.createTimeMs,
      latest_opration_time: account.lastOperationMs,
      free_net_usage: freeNetUsed(account, request.top.timeMs),
      account_resource: {},
      ...(account.isContract ? {} : permissionsOf(writeAddress(address, request.form))),
      frozenV2: [{}, compact({ type: 'ENERGY', amount: frozenSun }), { type: 'TRON_POWER' }],
    })
  },

  getaccountresource(request: NodeRequest) {
    const account = accountOf(request, addressParam(request, 'address'))
    if (account === undefined) return {}
    const { timeMs } = request.top
    const freeUsed = freeNetUsed(account, timeMs)
    const { energyLimit = 0, netLimit = 0 } = account.stake ?? {}
    return compact({
      freeNetUsed: freeUsed,
      freeNetLimit: FREE_NET_LIMIT,
      NetUsed: netLimit - bandwidthLeft(account, timeMs),
      NetLimit: netLimit,
      EnergyUsed: energyLimit - energyLeft(account, timeMs),
      EnergyLimit: energyLimit,
      TotalNetLimit: 43_200_000_000,
      TotalNetWeight: 27_000_000_000,
      TotalEnergyLimit: 180_000_000_000,
      TotalEnergyWeight: 19_000_000_000,
    })
  },

  getaccountnet: (request: NodeRequest) => accountEndpoints.getaccountresource(request),

  getcontract(request: NodeRequest) {
    const address = optionalAddress(request, 'value')
    const kind = address && request.network.chain.world.contractAt(address)
    if (address === undefined || kind === undefined) return {}
    const isToken = kind === 'usdt' || kind === 'fake'
    return {
      origin_address: writeAddress(request.network.chain.world.treasury, request.form),
      contract_address: writeAddress(address, request.form),
      abi: isToken ? { entrys: tokenAbi } : {},
      name: isToken ? 'TetherToken' : kind,
      bytecode: toHex(seedBytes(request.network.chain.world)),
    }
  },

  validateaddress(request: NodeRequest) {
    const text = textParam(request, 'address')
    const isBase58 = parseAddress(text).ok
    const isValid = addressFromNode(text) !== undefined
    const message = isBase58 ? 'Base58check format' : 'Hex string format'
    return isValid ? { result: true, message } : { result: false, message: 'Invalid address' }
  },

  getchainparameters: ({ network }: NodeRequest) => ({
    chainParameter: chainParameters(network.chain.memoFeeSun()),
  }),
  getenergyprices: () => ({ prices: '0:100' }),
  getbandwidthprices: () => ({ prices: '0:10,1606537500000:40,1613370000000:1000' }),

  getnodeinfo({ network }: NodeRequest) {
    return {
      block: describe(network.chain.head()),
      solidityBlock: describe(network.chain.solid()),
      configNodeInfo: { codeVersion: 'twofold-devnet', p2pVersion: '0' },
    }
  },

  listnodes: () => ({ nodes: [] }),
}

// All operations except permission changes, as wallets set it.
const ACTIVE_OPERATIONS = '7fff1fc0033efb0f000000000000000000000000000000000000000000000000'

const permissionsOf = (address: string): Json => ({
  owner_permission: {
    permission_name: 'owner',
    threshold: 1,
    keys: [{ address, weight: 1 }],
  },
  active_permission: [
    {
      type: 'Active',
      id: 2,
      permission_name: 'active',
      threshold: 1,
      operations: ACTIVE_OPERATIONS,
      keys: [{ address, weight: 1 }],
    },
  ],
})

const describe = ({ number, id }: { number: number; id: string }): string =>
  `Num:${number},ID:${id}`

function accountOf({ network, state }: NodeRequest, address: Address): Account | undefined {
  const value = network.chain.layers.get(address, state)
  return typeof value === 'bigint' ? undefined : value
}

const entry = (name: string, inputs: string[], outputs: string[], mutates: boolean) => ({
  name,
  type: 'Function',
  stateMutability: mutates ? 'Nonpayable' : 'View',
  ...(mutates ? {} : { constant: true }),
  inputs: inputs.map((type, at) => ({ name: `input${at}`, type })),
  outputs: outputs.map((type) => ({ type })),
})

const tokenAbi = [
  entry('transfer', ['address', 'uint256'], ['bool'], true),
  entry('balanceOf', ['address'], ['uint256'], false),
  entry('decimals', [], ['uint256'], false),
  entry('symbol', [], ['string'], false),
  entry('name', [], ['string'], false),
  entry('totalSupply', [], ['uint256'], false),
]
