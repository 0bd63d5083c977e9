import type { Address } from '../../tron/encoding/address.ts'
import { isTestNetwork, mainnet } from '../../tron/encoding/networks.ts'
import type { Context } from '../context.ts'

export type Chain = {
  production: boolean
  usdtContract: Address
  /** Null until a node has reported it. */
  genesisId: string | null
  /** Block 0 of your own test network. */
  testGenesisId: string | null
}

/**
 * Whether incoming coins have value. On the main network they always do. In production they also do
 * on any network not known as a test network. We don't trust a node's host name.
 */
export function isRealMoney({ production, usdtContract, genesisId, testGenesisId }: Chain) {
  if (usdtContract === mainnet.usdtContract || genesisId === mainnet.genesisId) return true
  if (!production) return false
  return genesisId === null || !(isTestNetwork(genesisId) || genesisId === testGenesisId)
}

/** The same for the chain of this process. */
export async function hasRealMoney({ config, tron, usdtContract }: Context): Promise<boolean> {
  const { production, testGenesisId } = config
  const chain = { production, usdtContract, testGenesisId }
  // If the contract alone decides, don't wait for a node.
  if (isRealMoney({ ...chain, production: false, genesisId: null })) return true
  const genesis = await tron.genesisId()
  return isRealMoney({ ...chain, genesisId: genesis.ok ? genesis.value : null })
}
