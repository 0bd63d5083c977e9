/** The restore drill: checks whether the newest backup restores the ledger, and how much of it. */
import { mkdir, readlink, realpath, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { findDrift } from '../../db/migrate.ts'
import { openKysely, openPool } from '../../db/pool.ts'
import { readPostmaster, stopServer } from '../../db/embedded/postmaster.ts'
import { startRestored } from './restored.ts'
import type { Db } from '../../db/types.ts'
import { checkAudit } from '../audit/check-audit.ts'
import { checkBook } from '../book/check/check.ts'
import { backRestVariables } from '../config/read-config.ts'
import {
  ARCHIVE_LIMIT_SECONDS,
  describeSeconds,
  readLiveHead,
  secondsBehind,
  type LiveHead,
} from './behind.ts'
import { recordCheck, type BackupCheck } from './records.ts'
import { newestBackup, restore, type BackupSource } from './restore.ts'

/** The backup's size, its WAL, and a margin. */
const ROOM_FACTOR = 1.5

export type DrillOptions = {
  /** The product's database. */
  readonly live: Db
  /** Backups to restore, or the URL of a server where someone else restored one. */
  readonly from: BackupSource | { readonly kind: 'restored'; readonly url: string; takenAt: Date }
  /** The moment to recover to; null for the end of the archive. */
  readonly until: Date | null
  /** Where to restore. Emptied before and after. */
  readonly directory: string
  readonly role: string
  readonly database: string
  /** Where `postgres` is; the embedded one by default. */
  readonly programs: string | null
  readonly patienceMs: number
  /** Once aborted, the result says nothing about the backup, and isn't recorded. */
  readonly stopping?: AbortSignal
}

export type DrillResult = BackupCheck & {
  /** How old the oldest command was that the backup lacks, when the restore began. */
  behindSeconds: number | null
}

/** Drills, and records the result in the product's database, good or bad. */
export async function drill(options: DrillOptions): Promise<DrillResult> {
  const started = performance.now()
  const found = await restoreAndCheck(options).catch((error: unknown): Found => {
    return { ...NOTHING, problem: error instanceof Error ? error.message : String(error) }
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const check: DrillResult = { ...found, kind: 'drill', seconds }
  if (options.stopping?.aborted !== true) await recordCheck(options.live, check)
  return check
}

type Found = Omit<DrillResult, 'kind' | 'seconds'>

/** What we know of a backup that nobody restored. */
export const NOTHING: Found = {
  backupAt: null,
  seq: null,
  batch: null,
  liveSeq: null,
  differences: null,
  problem: null,
  behindSeconds: null,
}

/** Without an archive, or to an earlier moment, a restore can't have the newest commands. */
const mustBeRecent = ({ from, until }: DrillOptions): boolean =>
  until === null && (from.kind === 'pgbackrest' || (from.kind === 'copy' && from.wal !== null))

async function restoreAndCheck(options: DrillOptions): Promise<Found> {
  const { from, directory, role, database, programs, patienceMs } = options
  const head = await readLiveHead(options.live)
  if (from.kind === 'restored') {
    return { ...(await check(options, from.url, head)), backupAt: from.takenAt }
  }
  await endDrill(directory)
  const backupAt = await newestBackup(from)
  await requireRoom(options)
  try {
    const settings = await restore(from, directory, options.until, options.stopping)
    const variables = from.kind === 'pgbackrest' ? backRestVariables() : {}
    const place = { cluster: directory, settings, variables, role, database, programs, patienceMs }
    const restored = await startRestored(place)
    try {
      return { ...(await check(options, restored.url, head)), backupAt }
    } finally {
      await restored.stop()
    }
  } catch (error) {
    return { ...NOTHING, backupAt, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    await endDrill(directory)
  }
}

/** After a power cut, another server may have the process id in the file. Ours starts here. */
async function worksIn(pid: number, directory: string): Promise<boolean> {
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return place === (await realpath(directory))
}

/**
 * Stops a restored server and deletes its copy of the data. A drill that was killed leaves both
 * behind, and they would take the next one's room.
 */
export async function endDrill(directory: string): Promise<void> {
  const left = await readPostmaster(directory)
  if (left && (await worksIn(left.pid, directory))) await stopServer(directory, left.pid)
  await rm(directory, { recursive: true, force: true })
  await rm(`${directory}.tablespaces`, { recursive: true, force: true })
}

type Head = { seq: bigint; batch: string }

const readHead = (db: Db): Promise<Head | undefined> =>
  db
    .selectFrom('batches')
    .select(['last_seq as seq', 'writer as batch'])
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()

async function batchAt(db: Db, seq: bigint): Promise<string | undefined> {
  const row = await db
    .selectFrom('batches')
    .select('writer')
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.writer
}

/** A drill must not fill the disk of the server that it protects. */
async function requireRoom({ live, directory }: DrillOptions): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(live)
  const needed = (rows[0]?.bytes ?? 0) * ROOM_FACTOR
  await mkdir(dirname(directory), { recursive: true })
  const { bavail, bsize } = await statfs(dirname(directory))
  if (bavail * bsize > needed) return
  throw new Error(
    `${dirname(directory)} has ${sizeText(bavail * bsize)} free; the drill needs ` +
      `${sizeText(needed)}. Drill on another disk or machine.`,
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

async function check(options: DrillOptions, url: string, before: LiveHead): Promise<Found> {
  const { live } = options
  const pool = openPool({ connectionString: url, name: 'drill', statementTimeoutMs: 0 })
  try {
    const db = openKysely(pool)
    const { pending, newer, changed } = await findDrift(pool)
    const drift = pending.length + newer.length + changed.length
    if (drift > 0) throw new Error(`The backup is from another version (${drift} migrations).`)
    const head = await readHead(db)
    if (head === undefined) throw new Error('The backup has no ledger.')
    // The checks take long, and the live ledger grows meanwhile.
    const liveSeq = (await readHead(live))?.seq ?? 0n
    const behindSeconds = await secondsBehind(live, before, head.seq)
    const { differences } = await checkBook(db, pool)
    const audit = await checkAudit(db)
    const theirs = await batchAt(live, head.seq)
    const problems = [
      ...differences.described.slice(0, 3),
      ...(audit.ok ? [] : ['The audit log’s chain is broken.']),
      ...(theirs === head.batch
        ? []
        : [`Batch ${head.batch}, up to command ${head.seq}, isn’t in the live log.`]),
      ...(mustBeRecent(options) && behindSeconds > ARCHIVE_LIMIT_SECONDS
        ? [describeLate(head.seq, behindSeconds)]
        : []),
    ]
    return {
      backupAt: null,
      ...head,
      liveSeq,
      differences: differences.count,
      problem: problems.length === 0 ? null : problems.join('; '),
      behindSeconds,
    }
  } finally {
    await pool.end()
  }
}

const describeLate = (seq: bigint, seconds: number): string =>
  `The WAL archive is late: it lacked command ${seq + 1n} after ${describeSeconds(seconds)}. ` +
  `The limit is ${describeSeconds(ARCHIVE_LIMIT_SECONDS)}.`
