import { once } from 'node:events'
import { createServer } from 'node:http'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { asJson, asText, parseJson } from '../../src/tron/encoding/json.ts'
import { listen } from './wire/tcp-proxy.ts'

type Block = {
  transactions: Record<string, unknown>[]
  block_header: { witness_signature: string }
}
type Receipt = {
  internal_transactions?: unknown
  fee?: number
  blockTimeStamp?: number
  log?: unknown
}

/** A test's changes to a node's answers, for any call. */
type NodeAnswer = Receipt[] & { block: Block[]; balance: number }

export type RewritingNode = {
  url: string
  /** Requests since the start, by path. */
  asked: string[]
  /** Changes an answer in place, or returns another. May take its time. */
  rewrite: (path: string, answer: NodeAnswer, question: Record<string, unknown>) => unknown
  stop(): Promise<void>
}

/** A node in front of another, which answers as the test wants. */
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
    const other = (await node.rewrite(path, told, question)) ?? told
    if (asText(asJson(other).hangUp) !== '') return void response.destroy()
    // The connection stays open without an answer.
    if (asJson(other).silent === true) return
    const location = asText(asJson(other).redirect)
    if (location !== '') return void response.writeHead(307, { location }).end()
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

/** An unreachable chain, for work that doesn't need it. */
export const noNodes = openTronNodes({
  nodes: [{ url: 'http://127.0.0.1:1' }],
  usdtContract: requireAddress(mainnet.usdtContract),
})
