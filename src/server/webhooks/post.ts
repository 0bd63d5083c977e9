import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { NotOurs } from '../workers/lease.ts'
import { isLoopback, isPublic } from './public-address.ts'
import { resolveHost, type Address } from './resolve-host.ts'

/** Where requests may go. */
export type Reach = {
  /** Whether endpoints may be on this machine, without TLS: in development. */
  readonly allowLoopback: boolean
  /** Finds the addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>
}

/** What an endpoint answered. */
export type Answer = { readonly status: number; readonly body: string }

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1_024
const MAX_HEADER_BYTES = 16_384

/** A host has an address that isn't public. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  constructor() {
    super('The address is not public')
  }
}

/** What may keep a request from being sent. */
export type Brakes = {
  readonly stopping: AbortSignal
  /** Asked once the connection is open, before anything is sent. */
  readonly isOurs?: () => Promise<boolean>
}

/** The host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const isFamily = (family: number): family is Address['family'] => family === 4 || family === 6

/**
 * The addresses of a URL's host.
 * @throws PrivateAddress if we may not connect to any one of them
 */
export async function findAddresses(url: URL, reach: Reach): Promise<readonly Address[]> {
  const host = hostOf(url)
  const family = isIP(host)
  const literal = isFamily(family) ? [{ address: host, family }] : null
  const found = literal ?? (await (reach.resolve ?? resolveHost)(host))
  // Without TLS, only to this machine.
  const isAllowed = ({ address }: Address): boolean =>
    (isPublic(address) && url.protocol === 'https:') || (reach.allowLoopback && isLoopback(address))
  if (found.length === 0 || !found.every(isAllowed)) throw new PrivateAddress()
  return found
}

/**
 * Sends a body to a URL and reads the beginning of the answer, within ten seconds in all. It
 * connects only to the addresses that it has just checked, and follows no redirect.
 * @throws the reason for which it stopped: a `TimeoutError` after ten seconds, or `NotOurs`
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  reach: Reach,
  { stopping, isOurs = async () => true }: Brakes,
): Promise<Answer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
  const addresses = await beforeAbort(findAddresses(url, reach), signal)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: toThese(addresses),
    // Use a new connection: a kept one may have been closed, which would count as a failure.
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(url, options, resolve).on('error', reject)
    // Without a listener, an answer that switches protocols (101) ends in neither event.
    sent.on('upgrade', (switching, socket) => {
      socket.on('error', () => {}).destroy()
      resolve(switching)
    })
    // A process may be frozen while it finds and reaches the host, and wake up much later.
    sent.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isOurs().then((ours) => (ours ? sent.end(body) : sent.destroy(new NotOurs())), reject)
      }),
    )
  }).catch((error: unknown) => {
    // Node reports an abort without its reason.
    signal.throwIfAborted()
    throw error
  })
  return { status: response.statusCode ?? 0, body: await readBeginning(response) }
}

/** Resolves any host name to these addresses. */
const toThese =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/** A host look-up can't be aborted, but we can stop waiting for it. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The first bytes of an answer. Only its status counts, however its body ends. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    // A response without an encoding gives buffers.
    const buffers: AsyncIterable<Buffer> = response
    for await (const part of buffers) {
      parts.push(part)
      size += part.length
      if (size >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The rest didn't arrive.
  }
  response.on('error', () => {}).destroy()
  const text = Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
  // PostgreSQL takes no zero bytes, and people read this in the console.
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
}
