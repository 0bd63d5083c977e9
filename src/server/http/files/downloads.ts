import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { MAX_DOWNLOADS } from '../../../contract/fields/limits.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import { callerAddress } from '../address.ts'

// Long answers: files, and any text too long for a connection's buffers. A reader who stops reading
// makes this process keep the rest. We therefore limit how many are open at once, hold little of
// each, and end those that nobody reads.

declare module '../route.ts' {
  interface CallServices {
    downloads: Downloads
  }
}

export type Downloads = {
  /**
   * Reserves a place for a long answer until its connection closes. Call it before the work.
   * Refuses with 429 if the caller or this process has too many.
   */
  enter(reply: FastifyReply): void
}

/** The most of all members and visitors, and of all operators, who must not wait for those. */
const MAX_OF_KIND = 40
const RETRY_SECONDS = 15
/** We hold longer texts compressed, and count them as downloads. */
const MAX_PLAIN_LENGTH = 256 * 1024
const PART_BYTES = 64 * 1024
/** How long a reader may take to make room for the next part. */
const IDLE_MS = 60_000

const compress = promisify(gzip)

/** A file in parts, of which we read the next one once the reader has room for it. */
export const asFile = (parts: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(parts, { highWaterMark: 0 })

/** Sends long answers of any route piece by piece. */
export function addDownloads(app: FastifyInstance, idleMs = IDLE_MS): Downloads {
  const downloads = openPlaces()
  app.addHook('onSend', async ({ method }, reply, body) => {
    if (method === 'HEAD') return body
    if (body instanceof Readable) return paced(body, idleMs)
    if (typeof body !== 'string' || body.length <= MAX_PLAIN_LENGTH) return body
    downloads.enter(reply)
    reply.header('Content-Length', Buffer.byteLength(body))
    return paced(await holdCompressed(body), idleMs)
  })
  return downloads
}

function openPlaces(): Downloads {
  const places = new Map<string, number>()
  const entered = new WeakSet<FastifyReply>()
  const sizeOf = (isStaff: boolean): number => {
    const each = [...places].filter(([name]) => isOperator(name) === isStaff)
    return each.reduce((sum, [, count]) => sum + count, 0)
  }
  return {
    enter(reply) {
      if (entered.has(reply)) return
      const { request, raw } = reply
      const caller = request.caller ?? callerAddress(request.ip)
      const own = places.get(caller) ?? 0
      if (own >= MAX_DOWNLOADS || sizeOf(isOperator(caller)) >= MAX_OF_KIND) {
        throw reject('rate_limited', { retryAfterSeconds: RETRY_SECONDS })
      }
      entered.add(reply)
      // Nobody would tell us again that a connection has closed.
      if (raw.closed) return
      places.set(caller, own + 1)
      raw.once('close', () => {
        const left = (places.get(caller) ?? 1) - 1
        if (left > 0) places.set(caller, left)
        else places.delete(caller)
      })
    },
  }
}

const isOperator = (caller: string): boolean => caller.startsWith('operator:')

async function holdCompressed(text: string): Promise<Readable> {
  const packed = await compress(text, { level: 1 })
  const unpacked = createGunzip({ chunkSize: PART_BYTES })
  unpacked.end(packed)
  return unpacked
}

/** The same content in small parts. Breaks off if the reader makes no room for the next one. */
function paced(body: Readable, idleMs: number): Readable {
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      // An answer without a body, such as 304.
      if (bytes === '') continue
      if (!(bytes instanceof Uint8Array)) throw new Error('a file must consist of bytes')
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        const late = setTimeout(() => paces.destroy(new Error('nobody reads the answer')), idleMs)
        try {
          yield bytes.subarray(at, at + PART_BYTES)
        } finally {
          clearTimeout(late)
        }
      }
    }
  }
  const paces = Readable.from(parts())
  return paces
}
