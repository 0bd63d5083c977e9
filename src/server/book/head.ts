/** The lock that orders all commands, and what the writer compares while it holds it. */
import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { catchUp, type Memory } from './catch-up.ts'

/** How long the server lets a batch wait or work, in milliseconds. */
export type BatchLimits = {
  /** For the lock. */
  readonly lockMs: number
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
}

/**
 * The database lacks commands that this process has seen there. A failover lost them, or someone
 * restored a backup. Memory is now useless.
 */
export class LostHistory extends Error {
  override name = 'LostHistory'
  readonly known: Pick<Memory, 'seq' | 'batch' | 'checkedAt'>
  readonly foundSeq: number

  constructor({ seq, batch, checkedAt }: Memory, head: Head) {
    super(`the database ends at command ${head.seq} and lost what this process knew up to ${seq}`)
    this.known = { seq, batch, checkedAt }
    this.foundSeq = head.seq
  }
}

/**
 * Waits for the lock, which ends with the transaction, and brings memory to the head of the log.
 * The number alone doesn't identify the head, because another history can reuse it. So the batch
 * has to match as well.
 * @throws LostHistory, BrokenLog, or the server's 25006 where nothing can be written.
 */
export async function lockHead(tx: Tx, memory: Memory, limits: BatchLimits): Promise<Head> {
  const { lockMs, statementMs, idleMs, transactionMs } = limits
  const { rows } = await sql<{ seq: bigint; batch: string | null; clock_ms: bigint }>`
    select * from lock_book(${memory.seq}, ${lockMs}, ${statementMs}, ${idleMs}, ${transactionMs})
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the lock gave no answer')
  const head = { seq: Number(row.seq), batch: row.batch, clockMs: Number(row.clock_ms) }
  if (head.seq < memory.seq || head.batch !== memory.batch) throw new LostHistory(memory, head)
  if (head.seq > memory.seq) await catchUp(tx, memory)
  memory.checkedAt = head.clockMs
  return head
}
