import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { addressFromNode } from '../../tron/encoding/address.ts'
import { asJson, parseJson, type Json } from '../../tron/encoding/json.ts'
import { accountEndpoints } from './account-endpoints.ts'
import type { Included } from '../chain/block.ts'
import { buildEndpoints } from './build-endpoints.ts'
import { describeNetwork, devnetEndpoints, type Bench } from './devnet-endpoints.ts'
import { BroadcastRefused } from '../chain/execute.ts'
import { explore } from './explorer.ts'
import { falsify, sendFault } from './faults.ts'
import { readEndpoints } from './read-endpoints.ts'
import { BadRequest, ServletError, type NodeRequest } from './request.ts'
import { sendEndpoints } from './send-endpoints.ts'
import { listTokenTransfers, listTransactions } from './v1-endpoints.ts'

type Endpoint = (request: NodeRequest) => Json | Json[]

const nodeEndpoints: Record<string, Endpoint> = {
  ...readEndpoints,
  ...accountEndpoints,
  ...buildEndpoints,
  ...sendEndpoints,
}
/** A solidity node doesn't broadcast and has no pool. */
const solidEndpoints: Record<string, Endpoint> = { ...readEndpoints, ...accountEndpoints }
for (const name of ['triggerconstantcontract', 'estimateenergy'] as const) {
  solidEndpoints[name] = buildEndpoints[name]
}

const MAX_BODY_BYTES = 4 * 1024 * 1024

type Answer = { status: number; body: unknown; html?: string; location?: string }

/**
 * The devnet's HTTP server. `/at/{name}/…` is another view of the same node, with its own faults.
 */
export function createFace(bench: Bench): Server {
  const server = createServer((request, response) => {
    void answer(bench, request, response).catch(() => response.destroy())
  })
  // Longer than clients keep connections, so none of them writes to one that just closed.
  server.keepAliveTimeout = 70_000
  return server
}

async function answer(bench: Bench, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://devnet')
  const [, node = '', path = ''] = /^(?:\/at\/([\w-]+))?(\/.*)$/.exec(url.pathname) ?? []
  const body = await readBody(request)
  if (body === undefined) return send(response, { status: 413, body: { Error: 'too large' } })
  const isOurs = !/^\/(wallet|walletsolidity|v1)\b/.test(path)
  if (!isOurs) count(bench.asked, path.split('/', 3).join('/'))
  const behavior = bench.profiles.of(node)
  const refusal = isOurs ? undefined : behavior.refuse(path)
  if (refusal) return send(response, refusal)
  const fault = isOurs ? undefined : bench.faults.next(node, path)
  const isOtherHost = fault === 'lie' || fault === 'future'
  const isDone = fault === undefined || fault === 'lost_answer' || isOtherHost
  if (!isDone) return sendFault(fault, response)
  const query = Object.fromEntries(url.searchParams)
  const plain = route(bench, request.method ?? 'GET', node, path, { ...query, ...body })
  const result = isOurs ? plain : { ...plain, body: behavior.shape(path, plain.body) }
  if (fault === 'lost_answer') return sendFault(fault, response)
  send(response, isOtherHost ? { ...result, body: falsify(fault, result.body) } : result)
}

const count = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

function route(bench: Bench, method: string, node: string, path: string, params: Json): Answer {
  try {
    const [, family = '', rest = ''] = /^\/([\w-]+)\/?(.*?)\/?$/.exec(path) ?? []
    if (family === 'devnet') return routeDevnet(bench, method, rest, params)
    if (family === 'v1') return routeV1(bench, node, rest, params)
    const explored = node === '' ? explore(bench, method, path, params) : undefined
    if (explored) return { body: undefined, ...explored }
    const endpoints = family === 'wallet' ? nodeEndpoints : solidEndpoints
    const endpoint = Object.hasOwn(endpoints, rest) ? endpoints[rest] : undefined
    if (endpoint === undefined || (family !== 'wallet' && family !== 'walletsolidity')) {
      return { status: 404, body: { Error: 'this API is unavailable due to config' } }
    }
    const view = family === 'wallet' ? 'head' : 'solid'
    return { status: 200, body: endpoint(nodeRequest(bench, node, view, params)) }
  } catch (error) {
    if (error instanceof ServletError) return { status: 200, body: { Error: error.message } }
    if (error instanceof BroadcastRefused) return { status: 400, body: { error: error.message } }
    if (error instanceof BadRequest || error instanceof RangeError) {
      return { status: 400, body: { error: error.message } }
    }
    throw error
  }
}

function nodeRequest(
  { network, stale, profiles }: Bench,
  node: string,
  view: 'head' | 'solid',
  params: Json,
): NodeRequest {
  const { chain } = network
  const newest = view === 'head' ? chain.head() : chain.solid()
  const reached = newest.number - profiles.of(node).nextLag()
  const limit = Math.max(0, Math.min(reached, stale.get(node)?.[view] ?? reached))
  const visible = params.visible === true || params.visible === 'true'
  const top = chain.blockAt(limit) ?? newest
  const state = top === newest ? view : chain.head().number - top.number
  return { network, params, view, state, top, form: { visible } }
}

function routeDevnet(bench: Bench, method: string, name: string, params: Json): Answer {
  if (name === 'info') return { status: 200, body: describeNetwork(bench) }
  const handler = Object.hasOwn(devnetEndpoints, name) ? devnetEndpoints[name] : undefined
  if (handler === undefined) return { status: 404, body: { error: `no /devnet/${name}` } }
  if (method !== 'POST') return { status: 405, body: { error: 'POST' } }
  return { status: 200, body: handler(bench, params) }
}

function routeV1(bench: Bench, node: string, rest: string, params: Json): Answer {
  const [, text = '', kind] = /^accounts\/(\w+)\/transactions(\/trc20)?$/.exec(rest) ?? []
  const address = addressFromNode(text)
  const { profile, hides } = bench.profiles.of(node)
  if (!profile.hasIndex) return { status: 404, body: { Error: 'no such page' } }
  if (address === undefined) {
    const error = 'A valid account address is required.'
    return { status: 400, body: { success: false, error, statusCode: 400 } }
  }
  const request = nodeRequest(bench, node, 'head', params)
  const list = kind === undefined ? listTransactions : listTokenTransfers
  const isHidden = (included: Included) => bench.hidden.has(included.txid) || hides(included)
  return { status: 200, body: list(request, address, isHidden) }
}

async function readBody(request: IncomingMessage): Promise<Json | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  const chunks: AsyncIterable<Buffer> = request
  for await (const part of chunks) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) return undefined
    parts.push(part)
  }
  try {
    const text = Buffer.concat(parts).toString()
    const type = request.headers['content-type'] ?? ''
    const isForm = type.startsWith('application/x-www-form-urlencoded')
    if (isForm) return Object.fromEntries(new URLSearchParams(text))
    return asJson(parseJson(text || '{}'))
  } catch {
    return {}
  }
}

function send(response: ServerResponse, { status, body, html, location }: Answer): void {
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...(location && { location }) })
  response.end(html ?? JSON.stringify(body))
}
