import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { lastCheckpointIn } from '../../../src/server/transparency/log/sign-checkpoint.ts'
import { freePort } from '../../support/ports.ts'
import { until } from '../../support/poll.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { asMember } from './api.ts'
import { addMember, type BrowserMember } from './members.ts'
import { depositTen } from './team.ts'

/** A product whose first sheet counts a member with ten dollars. */
export type Sealed = { product: Product; member: BrowserMember; day: string }

const Days = z.object({ results: z.array(z.object({ day: z.string() })) })

/** A checkpoint that no database can continue: the log is idle, and no sheet is made. */
const farAhead = (port: number): string =>
  `localhost:${port}/log\n1000000\n${Buffer.alloc(32).toString('base64')}\n\n`

/** An answer as text, as a member or a visitor saves it; null until it exists. */
export async function download(url: string, access?: string): Promise<Buffer | null> {
  const headers: Record<string, string> = access ? { authorization: `Bearer ${access}` } : {}
  const answer = await fetch(url, { headers })
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null
}

async function sealWithMember(product: Product): Promise<Sealed> {
  const member = await addMember(product, 'rita')
  await depositTen(product, member)
  await rm(lastCheckpointIn(product.dataDir))
  const day = await until('the first proof', async () => {
    const list = await asMember(product, member, 'GET', '/api/accounts/proofs/')
    const found = Days.parse(list).results[0]?.day
    if (found === undefined) return null
    const proof = await download(`${product.url}/api/accounts/proofs/${found}/`, member.access)
    return proof && found
  })
  return { product, member, day }
}

/** Starts the product with a log that is idle until a member has joined, and removes it again. */
export async function withSealedProduct(use: (sealed: Sealed) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(await scratchDirectory(), 'twofold-sealed-'))
  const port = await freePort()
  await writeFile(lastCheckpointIn(dataDir), farAhead(port))
  const env = { PORT: `${port}`, LOG_EVERY_S: '1', DEVNET_BLOCK_MS: '100' }
  const product = await startProduct({ dataDir, env })
  try {
    await use(await sealWithMember(product))
  } finally {
    await product.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}
