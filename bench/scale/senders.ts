/** Several processes that send activations at the same time. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ready } from '../book.ts'
import { startChild } from '../processes/children.ts'
import type { Done, Order } from './sender.ts'

const program = fileURLToPath(new URL('sender.ts', import.meta.url))

/** With a ledger of its own, or forwarding to the leader. */
export type SenderKind = 'own' | 'forward'

/** How many processes, and how many callers each of them has at once. */
export type Crowd = { readonly count: number; readonly callers: number }

export type Senders = {
  /** Activations per second of all senders together. */
  rate(ready: readonly Ready[]): Promise<number>
  /** Milliseconds from submission to answer at a steady rate, at the first sender. */
  latency(ready: readonly Ready[], perSecond: number): Promise<Done>
  close(): Promise<void>
}

export async function openSenders(
  kind: SenderKind,
  url: string,
  { count, callers }: Crowd,
): Promise<Senders> {
  const children = Array.from({ length: count }, () =>
    startChild(program, [kind, url, String(callers)]),
  )
  await Promise.all(children.map((child) => answerOf(child)))
  return {
    async rate(ready) {
      const each = Math.floor(ready.length / count)
      const started = performance.now()
      await Promise.all(
        children.map((child, i) => {
          return ask(child, { ready: ready.slice(i * each, (i + 1) * each), perSecond: null })
        }),
      )
      return (each * count * 1000) / (performance.now() - started)
    },
    async latency(ready, perSecond) {
      const [first] = children
      if (!first) throw new Error('there is no sender')
      return await ask(first, { ready, perSecond })
    },
    async close() {
      await Promise.all(
        children.map(async (child) => {
          const over = once(child, 'exit')
          child.disconnect()
          await over
        }),
      )
    },
  }
}

async function ask(child: ChildProcess, order: Order): Promise<Done> {
  child.send(order)
  return (await answerOf(child)) as Done
}

/** The next message of a child. Throws an error if it ends first. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('a sender ended')
  })
  ended.catch(() => {})
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as unknown[]
    return answer
  } finally {
    over.abort()
  }
}
