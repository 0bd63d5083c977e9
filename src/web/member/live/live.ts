import type { QueryClient } from '@tanstack/react-query'
import { noteSeen } from '../../client/seen.ts'
import { follow } from './follow.ts'
import { isTopic, TOPICS } from './topics.ts'
import type { Topic } from './topics.ts'

// One event stream for the whole browser. Visible tabs queue for one lock. The holder reads the
// stream and passes events on to the others, so ten tabs cost the server one connection. A hidden
// or offline tab leaves the queue. Browsers without locks (no secure context) have one stream per
// visible tab, of which the server allows six.

const NAME = 'live'
/** Many simultaneous changes, such as a completed board, cause one reload per query. */
const GATHER_MS = 400

type Said = { topic: Topic; id: string | null; seen: string | undefined }
type Listener = () => void

/** Sends to the other tabs, while this one is kept up to date. */
let pass: (said: Said) => void = () => undefined

const listeners = new Map<Topic, Set<Listener>>()

/** Calls back when something of the topic may have changed. Returns a function that stops it. */
export function onLive(topic: Topic, listener: Listener): () => void {
  const set = listeners.get(topic) ?? new Set()
  listeners.set(topic, set.add(listener))
  return () => void set.delete(listener)
}

/** Tells the other tabs that this one has changed something of the topic. */
export const tellOtherTabs = (topic: Topic): void => pass({ topic, id: null, seen: undefined })

/** Collects topics for a moment, then reloads the queries that name them. */
function makeTeller(client: QueryClient) {
  const changed = new Set<Topic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    const topics = [...changed]
    changed.clear()
    void client.invalidateQueries({
      predicate: ({ meta }) => topics.some((topic) => meta?.live?.includes(topic)),
    })
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener()
  }
  return {
    note(topics: readonly Topic[]) {
      for (const topic of topics) changed.add(topic)
      timer ??= setTimeout(tell, GATHER_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Holds the lock while the work runs. Calls `onWait` if another tab has it. */
async function lead(work: () => Promise<void>, signal: AbortSignal, onWait: () => void) {
  if (!navigator.locks) return await work()
  const ran = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
  if (ran || signal.aborted) return
  onWait()
  await navigator.locks.request(NAME, { signal }, work)
}

/** Keeps the member's data up to date, until the returned function is called. */
export function startLive(client: QueryClient): () => void {
  const teller = makeTeller(client)
  const cursor: { lastId: string | null } = { lastId: null }
  const channel = new BroadcastChannel(NAME)
  pass = channel.postMessage.bind(channel)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.id !== null) cursor.lastId = data.id
    noteSeen(data.seen)
    teller.note([data.topic])
  })
  let stop: AbortController | null = null
  let started = false

  const begin = () => {
    const controller = new AbortController()
    stop = controller
    const { signal } = controller
    const work = () =>
      follow(
        cursor,
        ({ event, seen }) => {
          if (!isTopic(event)) return
          noteSeen(seen)
          teller.note([event])
          pass({ topic: event, id: cursor.lastId, seen })
        },
        signal,
      )
    // A tab that returns while another one leads may have missed something.
    const sleptIn = started
    started = true
    lead(work, signal, () => sleptIn && teller.note(TOPICS)).catch(() => undefined)
  }
  const end = () => {
    stop?.abort()
    stop = null
  }
  const decide = () => {
    const wanted = document.visibilityState === 'visible' && navigator.onLine
    if (wanted && !stop) begin()
    if (!wanted) end()
  }
  const sources = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'offline'],
  ] as const
  for (const [target, name] of sources) target.addEventListener(name, decide)
  decide()
  return () => {
    for (const [target, name] of sources) target.removeEventListener(name, decide)
    end()
    teller.stop()
    pass = () => undefined
    channel.close()
  }
}
