/**
 * One block of a stream of server-sent events. A block without an event carries an id, or how long
 * to wait after the stream ends.
 */
export type ServerEvent = {
  id?: string
  event?: string
  seen?: string | undefined
  retryMs?: number
}

/** What a well-behaved server never comes near; more than this without a line is no stream. */
const MAX_WAITING = 64 * 1024

/** One block, which may be several lines; lines that begin with a colon are comments. */
export function parseBlock(block: string): ServerEvent {
  const found: ServerEvent = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/^ /, '')
    if (name === 'id') found.id = value
    if (name === 'event') found.event = value
    if (name === 'data') found.seen = /"seen":"([0-9A-F/]{3,17})"/.exec(value)?.[1]
    if (name === 'retry' && /^\d{1,5}$/.test(value)) found.retryMs = Number(value)
  }
  return found
}

/**
 * The blocks of a stream as they come, comments included, until it ends. EventSource cannot send
 * the bearer header, so the stream is read from a fetch.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  // The DOM's types differ from each other in the kind of buffer.
  const reader = body.pipeThrough<string>(new TextDecoderStream() as never).getReader()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      waiting += value
      const blocks = waiting.split('\n\n')
      waiting = blocks.pop() ?? ''
      if (waiting.length > MAX_WAITING) return
      for (const block of blocks) yield parseBlock(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
