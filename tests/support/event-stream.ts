import { until } from './poll.ts'

export type EventStream = {
  /** Everything that has arrived so far. */
  text(): string
  close(): void
}

/** Opens a member's event stream and waits until events flow. */
export async function openEventStream(base: string, access: string): Promise<EventStream> {
  const stop = new AbortController()
  const { body } = await fetch(`${base}/api/events/`, {
    headers: { authorization: `Bearer ${access}` },
    signal: stop.signal,
  })
  if (!body) throw new Error('no stream')
  let text = ''
  void body
    .pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (part) => void (text += part) }))
    .catch(() => {})
  await until('the stream', () => text.includes('connected'))
  return { text: () => text, close: () => stop.abort() }
}
