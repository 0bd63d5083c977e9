/**
 * A process that sends activations like a web process, with its own ledger, or to the leader:
 * `node sender.ts own|forward <url> <callers>`. Its parent sends the orders.
 */
import pino from 'pino'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { callHook, readyHooks } from '../../src/server/book/batch-hook.ts'
import type { Book } from '../../src/server/book/book.ts'
import { configOf } from '../../src/server/config/read-config.ts'
import { openForwardedBook } from '../../src/server/forward/client.ts'
import { ledgerToken } from '../../src/server/forward/token.ts'
import { recordActivations } from '../../src/server/network/record-activations.ts'
import { measureLatency, openBenchBook, type Ready } from '../book.ts'
import { SECRET } from '../http.ts'

/** Messages from the parent. */
export type Order = {
  readonly ready: readonly Ready[]
  /** A steady rate, for latencies; null for full speed. */
  readonly perSecond: number | null
}

/** Messages to the parent. */
export type Done = { readonly seconds: number; readonly p50: number; readonly p99: number }

const by = { system: 'bench' }
const [kind, url = '', callers] = process.argv.slice(2)

/** A web process's credentials for the leader. */
const token = ledgerToken({ ledgerSecrets: { web: [SECRET], chain: [] } }, 'web')

/** An activation as members send it, in their name and with its batch hook. */
const asMember: (book: Book) => Book = (book) => ({
  ...book,
  submit(item) {
    const { command } = item
    if (command.kind !== 'activate') throw new Error('only activations are sent')
    const { member, profile } = command
    const hook = callHook(recordActivations, { member, profile })
    return book.submit({ ...item, by: { member }, hook })
  },
})

async function openSending(): Promise<Book> {
  const pool = openPool({ connectionString: url, name: 'sender', maxConnections: 3 })
  const db = openKysely(pool)
  if (kind === 'own') {
    const hooks = readyHooks([recordActivations], await configOf({}))
    return asMember(await openBenchBook(db, pool, { hooks }))
  }
  const log = pino({ level: 'silent' })
  return asMember(await openForwardedBook({ db, log, token, tls: null }))
}

async function sendAll(book: Book, ready: readonly Ready[]): Promise<void> {
  let next = 0
  const call = async (): Promise<void> => {
    for (let each = ready[next++]; each; each = ready[next++]) {
      const { accepted } = await book.submit({ command: { kind: 'activate', ...each }, by })
      if (!accepted) throw new Error('the ledger refused an activation')
    }
  }
  await Promise.all(Array.from({ length: Number(callers) }, call))
}

async function obey(book: Book, { ready, perSecond }: Order): Promise<Done> {
  const started = performance.now()
  const taken = perSecond === null ? null : await measureLatency(book, ready, perSecond)
  if (taken === null) await sendAll(book, ready)
  const seconds = (performance.now() - started) / 1000
  return { seconds, p50: taken?.p50 ?? 0, p99: taken?.p99 ?? 0 }
}

async function answer(book: Book, order: Order): Promise<void> {
  try {
    process.send?.(await obey(book, order))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

const book = await openSending()
process.send?.('open')
process.on('message', (order: Order) => void answer(book, order))
// It waits for orders until its parent disconnects.
process.channel?.ref()
