/** The node that a reader names. Everything that it says is checked as far as it can be. */
import { readHeaderAt } from '../../../tron/block/block-reads.ts'
import { parseAddress, type Address } from '../../../tron/encoding/address.ts'
import { mainnet } from '../../../tron/encoding/networks.ts'
import type { NodeClient } from '../../../tron/node/node-client.ts'
import { openPlainClient, type PlainOptions } from '../../../tron/node/plain-client.ts'
import { fine, troubled, type Result } from '../../../tron/node/trouble.ts'

export type AskedNode = {
  readonly host: string
  readonly client: NodeClient
  /** The USDT contract that the reader named; null for that of the main network. */
  readonly usdt: Address | null
  /** The chain's name, such as `tron-2b6653dc`. Asked once. */
  network(): Promise<Result<string>>
}

const usual: PlainOptions = {
  timeoutMs: 10_000,
  // A block of the main network is about 1 MB.
  maxAnswerBytes: 8 << 20,
  retries: 1,
  // Public nodes allow about ten without a key.
  ratePerSecond: 8,
}

export const MAIN_NETWORK = networkOf(mainnet.genesisId)

function networkOf(genesisId: string): string {
  return `tron-${genesisId.slice(-8)}`
}

/** Whether paths can follow. `fetch` refuses passwords in addresses. */
const isBase = ({ protocol, username, password, href }: URL): boolean =>
  /^https?:$/.test(protocol) && username + password === '' && !/[?#]/.test(href)

/**
 * Opens a node by its HTTP address. Sends nothing yet. Null if the address or the contract isn't
 * one, or the address has a password, a query, or a fragment.
 */
export function openNode(
  url: string,
  usdt?: string,
  options: Partial<PlainOptions> = {},
): AskedNode | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const token = usdt === undefined ? null : parseAddress(usdt)
  if (!parsed || !isBase(parsed) || token?.ok === false) return null
  const client = openPlainClient(parsed.href, { ...usual, ...options })
  let network: Promise<Result<string>> | undefined
  const ask = async (): Promise<Result<string>> => {
    const genesis = await readHeaderAt(client, 'walletsolidity', 0)
    if (!genesis.ok) return genesis
    return genesis.value ? fine(networkOf(genesis.value.id)) : troubled('unavailable', 'no block 0')
  }
  return {
    host: parsed.host,
    client,
    usdt: token?.address ?? null,
    network: () => (network ??= ask()),
  }
}
