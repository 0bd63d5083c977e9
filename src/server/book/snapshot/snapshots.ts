/**
 * Snapshots of the state on disk, so that a start needn't read all tables. They are a cache. The
 * tables are authoritative, and a snapshot that doesn't match them is never used.
 */
import { nowMs } from '../../../clock/clock.ts'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import { BrokenLog, type Memory } from '../state/catch-up.ts'
import type { SavedState } from '../state/fold.ts'
import { compareLater, type Comparison } from './compare-later.ts'
import { followSnapshot, WrongSnapshot } from './follow-snapshot.ts'
import { recordLostCommands } from './lost-commands.ts'
import { findOrigin, type Origin } from './origin.ts'
import { copyOf, sectionsOf } from './sections.ts'
import { DamagedSnapshot, DRAFT, readSnapshot, writeSnapshot } from './snapshot-file.ts'

const KEPT_SNAPSHOTS = 2
const SUFFIX = '.state'
/** After a start, other work comes first. */
const COMPARE_AFTER_MS = 30_000
/** Longer than writing a draft takes. */
const DRAFT_MS = 600_000

/** What happened to a snapshot, for metrics. */
export const snapshotResults = [
  'saved',
  'not_saved',
  'loaded',
  'unusable',
  'same',
  'differs',
  'not_compared',
] as const
export type SnapshotResult = (typeof snapshotResults)[number]

export type SnapshotOptions = {
  readonly directory: string
  readonly db: Db
  /** The same database, for the thread that compares. */
  readonly connectionString: string
  readonly log: Logger
  readonly onResult?: (result: SnapshotResult) => void
  readonly compareAfterMs?: number
}

export function openSnapshots(options: SnapshotOptions): SavedState {
  const { directory, db, log, onResult = () => {}, compareAfterMs = COMPARE_AFTER_MS } = options
  let origin: Promise<Origin> | undefined
  let used: string | null = null
  let onDisk = -1
  let comparison: Comparison | null = null
  const readOrigin = (): Promise<Origin> => (origin ??= findOrigin(db))

  async function save(memory: Memory, isChanging = false): Promise<void> {
    const { state, seq, at, batch } = memory
    if (batch === null || seq === onDisk) return
    try {
      const sections = isChanging ? copyOf(sectionsOf(state)) : sectionsOf(state)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await removeDrafts(directory)
      const name = `${String(nowMs()).padStart(15, '0')}-${seq}${SUFFIX}`
      const path = join(directory, name)
      await writeSnapshot(path, await readOrigin(), { seq, at, batch }, sections)
      onDisk = seq
      // Of another history, there may be ones that seem newer than this one.
      const others = (await listSnapshots(directory)).filter((other) => other !== name)
      const old = others.slice(0, Math.max(0, others.length - (KEPT_SNAPSHOTS - 1)))
      await Promise.all(old.map((other) => rm(join(directory, other), { force: true })))
      onResult('saved')
    } catch (error) {
      onResult('not_saved')
      log.warn({ err: error }, 'the state snapshot was not written: the next start takes longer')
    }
  }

  return {
    async load() {
      // Read the origin now, while the files on disk are the code that runs. An update may replace
      // them before we save.
      const own = await readOrigin().catch((error: unknown) => {
        log.warn({ err: error }, 'state snapshots are not usable')
      })
      if (!own) return null
      const paths = (await listSnapshots(directory)).map((name) => join(directory, name))
      await recordLostCommands(db, paths, own.system)
      const found = await loadNewest(options, paths, own)
      if (!found) return null
      used = found.path
      onDisk = found.seq
      return found.memory
    },
    compare(onDiffers) {
      if (used === null) return
      const { connectionString } = options
      comparison = compareLater({ path: used, connectionString }, compareAfterMs, async (found) => {
        if (found instanceof Error) {
          log.warn({ err: found }, 'the state snapshot could not be compared with the tables')
          return onResult('not_compared')
        }
        onResult(found.count === 0 ? 'same' : 'differs')
        if (found.count === 0) return
        log.error({ found }, 'the state snapshot differs from the tables: loading the tables')
        onDiffers(new Error('the state snapshot differs from the tables'))
        onDisk = -1
        await removeAll(directory)
      })
    },
    save,
    async close(memory) {
      await comparison?.stop()
      if (memory) await save(memory)
    },
  }
}

/** The newest snapshot that we can use, and where it was. */
async function loadNewest(
  { db, log, onResult }: SnapshotOptions,
  paths: readonly string[],
  own: Origin,
) {
  for (const path of paths.toReversed()) {
    const memory = await tryOne(db, path, own, log)
    onResult?.(memory ? 'loaded' : 'unusable')
    if (memory) return { memory, path, seq: placeOf(basename(path)).seq }
  }
  return null
}

/** Reads and follows one file. Null if it can't be used; the log says why. */
async function tryOne(db: Db, path: string, origin: Origin, log: Logger): Promise<Memory | null> {
  try {
    return await followSnapshot(db, await readSnapshot(path, origin))
  } catch (error) {
    log.warn({ err: error, path }, 'a state snapshot is not usable')
    const isUseless = [DamagedSnapshot, WrongSnapshot, BrokenLog].some(
      (kind) => error instanceof kind,
    )
    // A foreign snapshot may fit again once a change of version or database is undone.
    if (isUseless) await rm(path, { force: true })
    return null
  }
}

/** When a snapshot was written, and its last command, as its name says. */
function placeOf(name: string): { at: number; seq: number } {
  const [at, seq] = name.replace(SUFFIX, '').split('-').map(Number)
  return { at: at ?? 0, seq: seq ?? 0 }
}

/** The names of all complete snapshots, oldest first: by the log, because clocks may go back. */
async function listSnapshots(directory: string): Promise<string[]> {
  const names = (await readNames(directory)).filter((name) => name.endsWith(SUFFIX))
  return names.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    return a.seq - b.seq || a.at - b.at
  })
}

/** Of killed processes. Another process may be writing a newer one. */
async function removeDrafts(directory: string): Promise<void> {
  const names = await readNames(directory)
  const drafts = names.filter((name) => name.endsWith(DRAFT)).map((name) => join(directory, name))
  for (const path of drafts) {
    const file = await stat(path).catch(() => null)
    if (file && Date.now() - file.mtimeMs > DRAFT_MS) await rm(path, { force: true })
  }
}

async function removeAll(directory: string): Promise<void> {
  const names = await listSnapshots(directory)
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })))
}

async function readNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch {
    // Before the first snapshot there is no directory.
    return []
  }
}
