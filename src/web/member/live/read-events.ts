/**
 * One block of a server-sent event stream. A block without an event carries an id, or the delay
 * before reconnecting.
 */
export type ServerEvent = {
  id?: string
  event?: string
  seen?: string | undefined
  retryMs?: number
}

/**
 * Far more than a well-behaved server sends. Beyond this without a line, it isn't an event stream.
 */
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
 * The blocks of a stream as they arrive, including comments, until it ends. EventSource can't send
 * the bearer header, so we read the stream from a fetch.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  // The DOM's types disagree about the kind of buffer.
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
