import type { Address } from '../../tron/encoding/address.ts'
import { isTestNetwork, mainnet } from '../../tron/encoding/networks.ts'
import type { Context } from '../context.ts'

export type Chain = {
  production: boolean
  usdtContract: Address
  /** Null while no node has said it. */
  genesisId: string | null
  /** The block 0 of a test network of one's own. */
  testGenesisId: string | null
}

/**
 * Whether coins that come in here are worth something: on the main network always. In production
 * also on a network that nobody knows as one for tests; the name of a node's host says nothing.
 */
export function isRealMoney({ production, usdtContract, genesisId, testGenesisId }: Chain) {
  if (usdtContract === mainnet.usdtContract || genesisId === mainnet.genesisId) return true
  if (!production) return false
  return genesisId === null || !(isTestNetwork(genesisId) || genesisId === testGenesisId)
}

/** The same for the chain that this process works on. */
export async function hasRealMoney({ config, tron, usdtContract }: Context): Promise<boolean> {
  const { production, testGenesisId } = config
  const chain = { production, usdtContract, testGenesisId }
  // By the contract alone where that is enough: then nothing waits for a node.
  if (isRealMoney({ ...chain, production: false, genesisId: null })) return true
  const genesis = await tron.genesisId()
  return isRealMoney({ ...chain, genesisId: genesis.ok ? genesis.value : null })
}
