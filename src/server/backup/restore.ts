/** Puts the newest backup into a directory, from pgBackRest or from a plain copy. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { serverUser } from '../../db/embedded/postgres-process.ts'

const execute = promisify(execFile)

/** Runs pgBackRest, which prints its errors on standard output. */
async function backRest(args: readonly string[], stopping?: AbortSignal): Promise<string> {
  try {
    return (await execute('pgbackrest', args, { signal: stopping })).stdout
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout).trim() : ''
    if (said === '') throw error
    throw new CannotRestore(`pgBackRest failed: ${said.slice(0, 1_000)}`)
  }
}

/** Where backups are. */
export type BackupSource =
  | { readonly kind: 'pgbackrest'; readonly stanza: string }
  | { readonly kind: 'copy'; readonly directory: string; readonly wal: string | null }

/** A drill that can't begin, with a message for the operator who ran it. */
export class CannotRestore extends Error {
  override name = 'CannotRestore'
}

const Stanzas = z.array(
  z.object({
    backup: z.array(z.object({ timestamp: z.object({ stop: z.int() }) })),
  }),
)

/** When the newest backup was taken. */
export async function newestBackup(source: BackupSource): Promise<Date> {
  if (source.kind === 'copy') return await takenAt(source.directory)
  const args = [`--stanza=${source.stanza}`, 'info', '--output=json']
  const stops = Stanzas.parse(JSON.parse(await backRest(args))).flatMap(({ backup }) =>
    backup.map(({ timestamp }) => timestamp.stop),
  )
  if (stops.length === 0) throw new CannotRestore(`The stanza ${source.stanza} has no backup.`)
  return new Date(Math.max(...stops) * 1000)
}

/**
 * A backup of a running server has a label, with a time in the server's own time zone. The names of
 * most zones are ambiguous, so then the time of the label's file counts. For a copy of a stopped
 * server, its shutdown counts.
 */
async function takenAt(directory: string): Promise<Date> {
  const path = join(directory, 'backup_label')
  const label = await readFile(path, 'utf8').catch(() => '')
  const started = /^START TIME: (\S+ \S+) (?:UTC|GMT)$/m.exec(label)?.[1]
  if (started !== undefined) return new Date(`${started}Z`)
  const source = label === '' ? join(directory, 'global/pg_control') : path
  const found = await stat(source).catch(() => null)
  if (found === null) throw new CannotRestore(`${directory} is not a PostgreSQL data directory.`)
  return found.mtime
}

/**
 * Restores the newest backup.
 * @param to a directory that doesn't exist yet
 * @param until the moment to recover to; null for the end of the archive
 * @returns the settings for starting the server
 */
export async function restore(
  source: BackupSource,
  to: string,
  until: Date | null,
  stopping?: AbortSignal,
): Promise<string[]> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const target = until?.toISOString().replace('T', ' ').replace('Z', '+00') ?? null
  if (source.kind === 'pgbackrest') {
    const time =
      target === null ? [] : ['--type=time', `--target=${target}`, '--target-action=promote']
    const place = [`--pg1-path=${to}`, `--tablespace-map-all=${to}.tablespaces`]
    const rest = ['--archive-mode=off', ...time, 'restore']
    await backRest([`--stanza=${source.stanza}`, ...place, ...rest], stopping)
  } else {
    await refuseUnsafe(source.directory)
    const options = { recursive: true, preserveTimestamps: true, filter: isOfData }
    await cp(source.directory, to, options)
    if (source.wal !== null) await writeFile(join(to, 'recovery.signal'), '')
  }
  await chmod(to, 0o700)
  const { ids } = await serverUser()
  if (ids !== null) await execute('chown', ['-R', `${ids.uid}:${ids.gid}`, to])
  return [
    ...(source.kind === 'copy' && source.wal !== null
      ? [`restore_command=cp "${resolve(source.wal)}/%f" "%p"`]
      : []),
    ...(target === null ? [] : [`recovery_target_time=${target}`]),
  ]
}

/** Not the files of the running server that was copied, which would name it as the restored one. */
const isOfData = (path: string): boolean => !/^postmaster\.|^\.s\.PGSQL/.test(basename(path))

/** A copy with links to the outside would let the drill write to the live server's files. */
async function refuseUnsafe(directory: string): Promise<void> {
  const spaces = await readdir(join(directory, 'pg_tblspc')).catch(() => [])
  const wal = await lstat(join(directory, 'pg_wal')).catch(() => null)
  if (spaces.length > 0 || wal?.isSymbolicLink() === true) {
    throw new CannotRestore('The copy has links to other directories. Drill it with pgBackRest.')
  }
  const runs = existsSync(join(directory, 'postmaster.pid'))
  if (runs && !existsSync(join(directory, 'backup_label'))) {
    throw new CannotRestore(`${directory} belongs to a running server: it is not a backup.`)
  }
}
