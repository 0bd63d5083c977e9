import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/types.ts'
import { FIRST_MEMBER_ACCOUNT } from '../../domain/ledger/account.ts'
import type { LedgerEvent } from '../../domain/ledger/event.ts'
import type { Book, Outcome } from '../book/book.ts'

// Notifies every process, after the commit, whose data changed. A notice is a hint to reload and
// carries no data, so a lost one causes a short delay but never wrong data.

export const topics = ['wallet', 'deposit', 'network', 'withdrawal'] as const
export type Topic = (typeof topics)[number]
export const CHANNEL = 'twofold_events'

/** Members by number, with the data that changed for them; seq is the last command so far. */
export type Notice = { seq: number; changed: [member: number, topics: Topic[]][] }

const isTopic = (name: string): name is Topic => topics.some((topic) => topic === name)

const NoticeShape = z.object({
  seq: z.int().min(0),
  changed: z.array(z.tuple([z.int(), z.array(z.string())])),
})

/**
 * A notice's text: the log position that includes the changes, then the notice.
 * @throws an error where the text is no notice, since any role of the database may send any text
 */
export function readNotice(text: string): Notice & { seen: string } {
  // A process of an earlier version sends no position.
  const seen = text.startsWith('{') ? '' : (text.split(' ', 1)[0] ?? '')
  const { seq, changed } = NoticeShape.parse(JSON.parse(text.slice(seen.length)))
  // A process of a later version may know more topics.
  const known = changed.map(([member, named]): Notice['changed'][number] => [
    member,
    named.filter(isTopic),
  ])
  return { seq, changed: known, seen }
}

const BATCH_MS = 50
/** PostgreSQL allows 8,000 bytes per notice, and a member needs about 60 at most. */
const MAX_MEMBERS = 100

const published = new WeakSet<Book>()

/**
 * Publishes the ledger writer's commits. Call it once per writer.
 * @returns stops it, once it has published the last ones
 */
export function startPublisher(
  book: Book,
  db: Db,
  onError: (error: unknown) => void,
): () => Promise<void> {
  if (published.has(book)) return async () => {}
  published.add(book)
  let changed = new Map<number, Set<Topic>>()
  let seq = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  const flush = (): void => {
    timer = undefined
    const notices = toNotices(seq, changed)
    changed = new Map()
    const sent = sendNotices(db, notices).catch(onError)
    // `Promise.all` alone would keep the results of all earlier notices.
    sending = Promise.all([sending, sent]).then(() => undefined)
  }
  const forget = book.onCommitted((outcomes) => {
    for (const outcome of outcomes) collect(changed, outcome)
    seq = outcomes.at(-1)?.seq ?? seq
    if (changed.size > 0) timer ??= setTimeout(flush, BATCH_MS)
  })
  return async () => {
    forget()
    clearTimeout(timer)
    published.delete(book)
    if (changed.size > 0) flush()
    await sending
  }
}

function collect(changed: Map<number, Set<Topic>>, { effects }: Outcome): void {
  for (const event of effects.events) {
    for (const [member, topic] of concerns(event)) {
      const known = changed.get(member)
      if (known) known.add(topic)
      else changed.set(member, new Set([topic]))
    }
  }
}

/** Who an event affects, and which of their data. */
function concerns(event: LedgerEvent): [number, Topic][] {
  switch (event.event) {
    case 'member':
      // The sponsor's list of referrals has a new row.
      return event.sponsor === null ? [] : [[event.sponsor, 'network']]
    case 'profile':
      return [[event.member, 'network']]
    case 'deposit_request':
    case 'transfer':
      return [[event.member, 'deposit']]
    case 'withdrawal':
      return [[event.member, 'withdrawal']]
    case 'journal':
      return event.postings
        .filter(({ account }) => account >= FIRST_MEMBER_ACCOUNT)
        .flatMap(({ account }): [number, Topic][] => {
          const member = Math.floor((account - FIRST_MEMBER_ACCOUNT) / 2)
          // An activation changes the wallets of the members above it, and their trees have grown.
          return event.kind === 'activation'
            ? [
                [member, 'wallet'],
                [member, 'network'],
              ]
            : [[member, 'wallet']]
        })
    default:
      return []
  }
}

function toNotices(seq: number, changed: Map<number, Set<Topic>>): Notice[] {
  const entries = [...changed].map(([member, set]): [number, Topic[]] => [member, [...set]])
  const count = Math.ceil(entries.length / MAX_MEMBERS)
  return Array.from({ length: count }, (_, i) => ({
    seq,
    changed: entries.slice(i * MAX_MEMBERS, (i + 1) * MAX_MEMBERS),
  }))
}

/** Notifies one member's clients of a change that no command made. */
export const publishChange = (db: Db, member: number, topic: Topic): Promise<void> =>
  sendNotices(db, [{ seq: 0, changed: [[member, [topic]]] }])

async function sendNotices(db: Db, notices: readonly Notice[]): Promise<void> {
  const texts = notices.map((notice) => JSON.stringify(notice))
  await sql`select pg_notify(${CHANNEL}, pg_current_wal_insert_lsn()::text || ' ' || text)
    from unnest(${texts}::text[]) text`.execute(db)
}
