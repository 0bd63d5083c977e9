/** Creates the public sheet of a day, and seals its hash in the ledger. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { dayOf } from '../../../domain/time/time.ts'
import { canonicalText, type Json } from '../../../proof/canonical.ts'
import type { Book } from '../../book/book.ts'
import { databaseTime } from '../../clock/database-time.ts'
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

/** In the first minutes of a day, commands of the previous day may still appear. */
const FIRST_MINUTE = 5

/**
 * The commands in one step to the root at the cutoff, so that a process with the ledger stays
 * responsive.
 */
const AT_ONCE = 100

/**
 * How long the cutoff's snapshot may idle while other connections store what we read from it. The
 * tree of ten million members may take minutes, and the role's own limit is shorter. Until the
 * snapshot ends, it holds back vacuum, and migrations of the tables that it has read.
 */
const IDLE_MS = 900_000

const sha256 = (text: string): string => hash('sha256', text)

/**
 * Creates and seals today's sheet, unless there is one. A failed attempt leaves only bytes that
 * nothing refers to, and the next attempt has a new cutoff.
 * @returns the sealed day, or null
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
  return { now: await databaseTime(db), last: last ?? null }
}

async function isLedgerEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('commands').select('seq').limit(1).executeTakeFirst()) === undefined
}

/** Reads everything at one cutoff, in one snapshot. */
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
        // If we served a different verifier to some people, its hash wouldn't match the sheet's.
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

/** Stores the exact bytes under their hash, once for equal bytes. */
async function store(db: Db, day: string, name: string, body: string): Promise<string> {
  const hash = sha256(body)
  await db
    .insertInto('sheet_bodies')
    .values({ sha256: hash, day, name, body })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return hash
}
