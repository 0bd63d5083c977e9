import { z } from 'zod'
import { mustBeAddress } from '../../src/tron/encoding/address.ts'

const Info = z.object({
  head: z.number(),
  solid: z.number(),
  treasury: z.string().transform(mustBeAddress),
  batch_contract: z.string().transform(mustBeAddress),
})

/** What a devnet tells about itself. */
export async function readDevnetInfo(url: string): Promise<z.infer<typeof Info>> {
  return Info.parse(await (await fetch(`${url}/devnet/info`)).json())
}
