import { once } from 'node:events'
import { createServer } from 'node:http'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { asJson, asText, parseJson } from '../../src/tron/encoding/json.ts'
import { listen } from './tcp-proxy.ts'

type Block = {
  transactions: Record<string, unknown>[]
  block_header: { witness_signature: string }
}
type Receipt = { internal_transactions?: unknown; fee?: number }

/** What tests change of a node's answer, whichever call it is of. */
type NodeAnswer = Receipt[] & { block: Block[]; balance: number }

export type RewritingNode = {
  url: string
  /** Questions since the start, each by its path. */
  asked: string[]
  /** Changes an answer in place, or gives another. */
  rewrite: (path: string, answer: NodeAnswer, question: Record<string, unknown>) => unknown
  stop(): Promise<void>
}

/** A node in front of another that tells what the test wants of it. */
export async function openRewritingNode(target: string): Promise<RewritingNode> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const path = request.url ?? ''
    const body = Buffer.concat(parts).toString()
    node.asked.push(path)
    const init = request.method === 'POST' ? { method: 'POST', body } : {}
    const answer = await fetch(target + path, init).catch(() => null)
    if (answer === null) return void response.destroy()
    // Each test knows which call it answers.
    const told = parseJson(await answer.text()) as NodeAnswer
    const question = body === '' ? {} : asJson(parseJson(body))
    const other = node.rewrite(path, told, question) ?? told
    if (asText(asJson(other).hangUp) !== '') return void response.destroy()
    // The connection stays, and nothing comes.
    if (asJson(other).silent === true) return
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(other))
  })
  const port = await listen(server)
  const node: RewritingNode = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    rewrite: () => undefined,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return node
}

/** A chain that nobody can reach, for work that doesn't ask it. */
export const noNodes = openTronNodes({
  nodes: [{ url: 'http://127.0.0.1:1' }],
  usdtContract: requireAddress(mainnet.usdtContract),
})
