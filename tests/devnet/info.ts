import { z } from 'zod'
import { requireAddress } from '../../src/tron/encoding/address.ts'

const Info = z.object({
  head: z.number(),
  solid: z.number(),
  treasury: z.string().transform(requireAddress),
  batch_contract: z.string().transform(requireAddress),
})

/** What a devnet tells about itself. */
export async function readDevnetInfo(url: string): Promise<z.infer<typeof Info>> {
  return Info.parse(await (await fetch(`${url}/devnet/info`)).json())
}
