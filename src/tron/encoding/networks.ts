import { requireAddress } from './address.ts'

/**
 * The main network. `genesisId` is the id of block 0; its last bytes are the chain id 0x2b6653dc.
 */
export const mainnet = {
  usdtContract: requireAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  genesisId: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
}

/** Block 0 of the public test networks Shasta and Nile, whose coins are worthless. */
const testGenesisIds: readonly string[] = [
  '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
]

export const isTestNetwork = (genesisId: string): boolean => testGenesisIds.includes(genesisId)

/** Whether others use a network, too, unlike the devnet. */
export const isPublicNetwork = (genesisId: string): boolean =>
  genesisId === mainnet.genesisId || isTestNetwork(genesisId)

/** Whether a URL is one of the main network's public gateways. */
export function isMainGateway(url: string): boolean {
  const labels = (URL.parse(url)?.hostname ?? '').split('.').filter(Boolean)
  if (labels.slice(-2).join('.') !== 'trongrid.io') return false
  return !labels.some((label) => label === 'nile' || label === 'shasta')
}
