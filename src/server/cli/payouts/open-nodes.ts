import { requireAddress, type Address } from '../../../tron/encoding/address.ts'
import { asJson, asText } from '../../../tron/encoding/json.ts'
import { openTronNodes } from '../../../tron/quorum/nodes.ts'
import type { Config } from '../../config/config.ts'
import { nodesOutside } from '../../config/tron-api-keys.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'

/** The configured nodes, or the devnet of a running development start. */
export async function openNodes(config: Config) {
  const urls = config.tronApiUrls ?? [`http://127.0.0.1:${config.devnetPort}`]
  const usdtContract = config.usdtContract ?? (await findDevnet(urls[0]))
  const nodes = nodesOutside(urls, config.tronApiKey, config.tronRequestsPerSecond)
  return openTronNodes({ nodes, usdtContract, feeCeilingSun: config.feeCeilingSun })
}

async function findDevnet(url: string | undefined): Promise<Address> {
  const answer = await fetch(new URL('/devnet/info', url)).catch(() => null)
  if (!answer?.ok) throw new BatchRefused('The devnet is not running. Start the product first.')
  return requireAddress(asText(asJson(await answer.json()).usdt_contract))
}
