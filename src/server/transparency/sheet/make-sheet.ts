/** Makes the public sheet of a day, and seals its hash in the ledger. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { dayOf } from '../../../domain/ledger/seal-day.ts'
import { canonicalText, type Json } from '../../../proof/canonical.ts'
import type { Book } from '../../book/book.ts'
import { growLog, readLogSize, readRoot } from '../log/grow-log.ts'
import type { Cut, SheetPart } from './part.ts'

export type SheetDeps = {
  readonly db: Db
  readonly book: Pick<Book, 'submit'>
  /** The log's name, which every sheet repeats. */
  readonly origin: string
  readonly parts: readonly SheetPart[]
  /** The SHA-256 of each verifier that we serve, by its name. */
  readonly code?: Readonly<Record<string, string>>
}

/** The first minutes of a day may still see commands of the day before. */
const FIRST_MINUTE = 5

/** Commands in one step to the cut's root, so that a process with the ledger stays responsive. */
const AT_ONCE = 100

/**
 * How long the snapshot of the cut may idle while other connections store what was read at it. The
 * tree of ten million members may take minutes, and the role's own limit is shorter. Until it ends,
 * it holds back vacuum, and migrations of the tables that it has read.
 */
const IDLE_MS = 900_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Makes and seals today's sheet, unless there is one. A failed attempt leaves nothing but bytes
 * that nobody refers to, and the next one makes a new cut.
 * @returns the day that was sealed, or null
 */
export async function makeSheet(deps: SheetDeps): Promise<string | null> {
  const { db, book } = deps
  const { now, last } = await readDays(db)
  const day = dayOf(now.getTime())
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  if (last !== null && (last.day >= day || minute < FIRST_MINUTE)) return null
  // A new installation's worker may be faster than its ledger.
  if (await isLedgerEmpty(db)) return null
  for (const part of deps.parts) await part.prepare?.()
  const body = await writeSheet(deps, day, last?.sha256 ?? null)
  const sheet = await store(db, day, 'sheet', body)
  const result = await book.submit({
    command: { kind: 'seal_day', day, sheet },
    by: { system: 'transparency' },
  })
  return result.accepted ? day : null
}

type Days = { readonly now: Date; readonly last: { day: string; sha256: string } | null }

async function readDays(db: Db): Promise<Days> {
  const last = await db
    .selectFrom('day_sheets')
    .select(['day', 'sha256'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return { now: rows[0]?.now ?? new Date(), last: last ?? null }
}

async function isLedgerEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('commands').select('seq').limit(1).executeTakeFirst()) === undefined
}

/** Everything of one cut, in one snapshot. */
async function writeSheet(deps: SheetDeps, day: string, previous: string | null): Promise<string> {
  const { db, origin, parts, code = {} } = deps
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE_MS)}`.execute(tx)
      const cut = await readCut(tx, day)
      const hashes: Record<string, Json> = {}
      const fields: Record<string, Json> = {}
      for (const part of parts) {
        const body = canonicalText(await part.read(tx, cut, db))
        hashes[part.name] = await store(db, day, part.name, body)
        Object.assign(fields, await part.summarize?.(tx, cut, body, db))
      }
      const { seq, journal, at } = cut
      return canonicalText({
        v: 1,
        origin,
        day,
        previous,
        cut: { seq, journal, at: at.toISOString() },
        log: { size: seq, root: await readRootAt(db, seq) },
        parts: hashes,
        // A verifier that is served to some people only isn't the one that the log has.
        ...(Object.keys(code).length > 0 ? { code } : {}),
        ...fields,
      })
    })
}

/** The public log's root right after a command, in base64. */
async function readRootAt(db: Db, seq: number): Promise<string> {
  while ((await readLogSize(db)) < seq) await growLog(db, seq, AT_ONCE)
  return Buffer.from(await readRoot(db, seq)).toString('base64')
}

/** A batch commits whole, so a snapshot is the state after its last command. */
async function readCut(tx: Tx, day: string): Promise<Cut> {
  const command = await tx
    .selectFrom('commands')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const journal = await tx
    .selectFrom('journals')
    .select('no')
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { seq: Number(command.seq), journal: Number(journal?.no ?? 0), at: command.at, day }
}

/** Keeps the exact bytes under their hash. The same bytes are stored once. */
async function store(db: Db, day: string, name: string, body: string): Promise<string> {
  const hash = sha256(body)
  await db
    .insertInto('sheet_bodies')
    .values({ sha256: hash, day, name, body })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return hash
}
