/** The lock that orders all commands, and what the writer compares while it holds it. */
import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { BrokenLog, catchUp, type Memory, type Outcome } from './state/catch-up.ts'
import type { OpenSessions } from './check-authorities.ts'
import { readStored, type Remembered, type Stored } from './idempotency.ts'
import type { RecentOutcomes } from './state/recent-outcomes.ts'
import type { Key } from './submission.ts'

/** How long the server lets a batch wait or work, in milliseconds. */
export type BatchLimits = {
  /** For the lock that orders the batches. */
  readonly lockMs: number
  /** For each lock that a request outside the ledger may hold. */
  readonly rowLockMs: number
  /** For each statement. */
  readonly statementMs: number
  /** Between two statements, so that a frozen process doesn't block the others for long. */
  readonly idleMs: number
  readonly transactionMs: number
}

/** What the database reports under the lock. */
export type Head = {
  /** The last command. */
  readonly seq: number
  /** The batch that holds the command that memory considers the last one. */
  readonly batch: string | null
  /** The database's clock, in milliseconds. */
  readonly clockMs: number
  /** The epoch of the ledger's leadership. */
  readonly epoch: number
  /** The open ones of the sessions that the batch asked about. */
  readonly sessions: OpenSessions
  /** What is stored for the batch's keys, by `keyName`. */
  readonly answers: ReadonlyMap<string, Remembered>
}

/**
 * Whose batches the database accepts. A leader with an address writes alone, and has a holder id
 * and an epoch. As long as there is no leader, processes with their own ledger share the writing.
 */
export type Fence = { readonly holder: string; readonly epoch: number } | 'shared'

/** Another process leads the ledger now. This try changed nothing. */
export class Deposed extends Error {
  override name = 'Deposed'
}

/**
 * The database lacks commands that this process has seen there. A failover lost them, or someone
 * restored a backup. Memory is now useless.
 */
export class LostHistory extends Error {
  override name = 'LostHistory'
  readonly known: Pick<Memory, 'seq' | 'batch' | 'checkedAt'>
  readonly foundSeq: number

  constructor({ seq, batch, checkedAt }: LostHistory['known'], head: Pick<Head, 'seq'>) {
    super(`the database ends at command ${head.seq} and lost what this process knew up to ${seq}`)
    this.known = { seq, batch, checkedAt }
    this.foundSeq = head.seq
  }
}

export type LockTerms = {
  readonly limits: BatchLimits
  /** Null for a process that is about to lead. */
  readonly fence: Fence | null
  /** Applies what other processes did. */
  readonly recent: RecentOutcomes | null
}

type Locked = {
  seq: bigint
  batch: string | null
  clock_ms: bigint
  epoch: bigint
  holder: string
  address: string | null
  found: { sessions: OpenSessions | null; answers: Stored[] | null } | null
}

/** What the commands of a batch refer to. */
export type References = { readonly sessions: readonly string[]; readonly keys: readonly Key[] }

/** Under the lock, in the same round trip. Null if there is nothing to look up. */
function lookUp({ sessions, keys }: References) {
  if (sessions.length === 0 && keys.length === 0) return sql.lit(null)
  const scopes = keys.map(({ scope }) => scope)
  const names = keys.map(({ key }) => key)
  return sql`look_up(${sessions}::bigint[], ${scopes}::text[], ${names}::text[])`
}

const NOTHING: References = { sessions: [], keys: [] }

/** After a failover, an epoch may return with another holder, so both have to match. */
function requireFence(fence: Fence | null, { epoch, holder, address }: Locked): void {
  if (fence === null) return
  if (fence === 'shared') {
    if (address === null) return
    throw new Deposed('a ledger process leads, and this process must forward to it')
  }
  if (fence.holder === holder && fence.epoch === Number(epoch)) return
  throw new Deposed(`epoch ${epoch} has begun, and epoch ${fence.epoch} is over`)
}

/**
 * Waits for the lock, which ends with the transaction. The number alone doesn't identify the head
 * of the log, because another history can reuse it. So the batch has to match as well.
 * @param references what to look up once we hold the lock
 * @throws Deposed, LostHistory, or the server's 25006 where nothing can be written.
 */
export async function lockBook(
  tx: Tx,
  memory: Memory,
  { limits, fence }: LockTerms,
  references = NOTHING,
): Promise<Head> {
  const { lockMs, rowLockMs, statementMs, idleMs, transactionMs } = limits
  // The shorter limit applies once the function has the lock.
  const { rows } = await sql<Locked>`
    select locked.*, set_config('lock_timeout', ${`${rowLockMs}ms`}, true),
      ${lookUp(references)} as found
    from lock_book(${memory.seq}, ${lockMs}, ${statementMs}, ${idleMs}, ${transactionMs}) as locked
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the lock returned no row')
  requireFence(fence, row)
  const head = {
    seq: Number(row.seq),
    batch: row.batch,
    clockMs: Number(row.clock_ms),
    epoch: Number(row.epoch),
    sessions: row.found?.sessions ?? {},
    answers: readStored(row.found?.answers ?? []),
  }
  if (head.seq < memory.seq || head.batch !== memory.batch) throw new LostHistory(memory, head)
  return head
}

/**
 * Brings memory to the head of the log, under the lock.
 * @throws BrokenLog
 */
export async function followTo(
  tx: Tx,
  memory: Memory,
  head: Head,
  recent: RecentOutcomes | null,
  onFollowed: (outcomes: readonly Outcome[]) => void = () => {},
): Promise<void> {
  if (head.seq > memory.seq) {
    await catchUp(tx, memory, (commands) => {
      recent?.add(commands)
      onFollowed(commands.map(({ outcome }) => outcome))
    })
  }
  if (head.seq > memory.seq) throw new BrokenLog(`command ${memory.seq + 1} is in no batch`)
  memory.checkedAt = head.clockMs
}
