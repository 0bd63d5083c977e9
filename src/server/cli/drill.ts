/**
 * `npm run drill`: restores the newest backup next to the product, checks the ledger in it,
 * compares it with the live log, and records the result. Exit 0 when the backup is good, 1 when it
 * isn't.
 */
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { atSignals } from '../../terminal/at-signals.ts'
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { describeSeconds } from '../backup/behind.ts'
import { drill, endDrill, NOTHING, type DrillOptions, type DrillResult } from '../backup/drill.ts'
import { recordCheck } from '../backup/records.ts'
import { CannotRestore, newestBackup, type BackupSource } from '../backup/restore.ts'
import { BadConfig } from '../config/config.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

const USAGE = `Usage: npm run drill -- --stanza NAME                 restores with pgBackRest
       npm run drill -- --copy FOLDER [--wal FOLDER]  restores a copy of a data directory
       npm run drill -- --restored URL --taken TIME   checks what someone else restored;
                                                      "-" reads the URL from standard input
Options: --until TIME        recovers up to this moment, not to the end of the archive
         --folder FOLDER     where to restore (DATA_DIR/drill)
         --programs FOLDER   where \`postgres\` is (the embedded one)
         --hours N           how long the recovery may take (12)
         --look              only records when the newest backup was taken
`

const { values } = readOptions({
  usage: USAGE,
  options: {
    stanza: { type: 'string' },
    copy: { type: 'string' },
    wal: { type: 'string' },
    restored: { type: 'string' },
    taken: { type: 'string' },
    until: { type: 'string' },
    folder: { type: 'string' },
    programs: { type: 'string' },
    hours: { type: 'string', default: '12' },
    look: { type: 'boolean', default: false },
  },
})

function readMoment(text: string): Date {
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  throw new WrongUsage(`'${text}' is not a time, such as 2026-11-20T08:00Z.`, USAGE)
}

function readHours(text: string): number {
  const hours = Number(text)
  if (hours > 0) return hours
  throw new WrongUsage(`--hours must be a number, such as 12, and not '${text}'.`, USAGE)
}

/** A password on the command line is in the list of processes, which every user can read. */
async function readUrl(given: string): Promise<string> {
  if (given === '-') return (await text(process.stdin)).trim()
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url?.password && !url?.searchParams.get('password')) return given
  const advice = 'Others see a password on the command line. Use --restored -, and type the URL.'
  throw new WrongUsage(advice, USAGE)
}

async function readSource(): Promise<DrillOptions['from']> {
  const { stanza, copy, wal, restored, taken } = values
  if (stanza !== undefined) return { kind: 'pgbackrest', stanza }
  if (copy !== undefined) return { kind: 'copy', directory: resolve(copy), wal: wal ?? null }
  if (restored === undefined || taken === undefined) throw new WrongUsage('Restore what?', USAGE)
  return { kind: 'restored', takenAt: readMoment(taken), url: await readUrl(restored) }
}

async function look(live: DrillOptions['live'], from: BackupSource): Promise<DrillResult> {
  const backupAt = await newestBackup(from).catch((error: unknown) => {
    throw error instanceof CannotRestore ? new BadConfig(error.message) : error
  })
  const seen: DrillResult = { ...NOTHING, kind: 'seen', backupAt, seconds: 0 }
  await recordCheck(live, seen)
  return seen
}

function describe(result: DrillResult): string {
  const { kind, backupAt, seq, liveSeq, differences, behindSeconds, seconds } = result
  const backup = `newest backup: ${backupAt?.toISOString() ?? 'unknown'}`
  if (kind === 'seen' || seq === null) return backup
  const behind = behindSeconds ? `, ${describeSeconds(behindSeconds)} behind` : ''
  const commands = `restored up to command ${seq} of ${liveSeq}${behind}`
  return `${backup}; ${commands}; ${differences} differences; ${seconds} s`
}

await runTool([], async () => {
  const from = await readSource()
  const until = values.until === undefined ? null : readMoment(values.until)
  const patienceMs = readHours(values.hours) * HOUR_MS
  const done = await withDatabase('drill', async ({ config, db, pool }) => {
    if (values.look && from.kind !== 'restored') return await look(db, from)
    const { rows } = await pool.query<{ role: string; database: string }>(
      `select pg_get_userbyid(datdba) as role, datname as database
       from pg_database where datname = current_database()`,
    )
    const [{ role, database } = { role: 'postgres', database: 'twofold' }] = rows
    const directory = resolve(values.folder ?? join(config.dataDir, 'drill'))
    const stopping = new AbortController()
    atSignals(() => {
      stopping.abort()
      return endDrill(directory)
    })
    const programs = values.programs ?? null
    const where = { directory, role, database, programs }
    return await drill({ live: db, from, until, stopping: stopping.signal, patienceMs, ...where })
  })
  process.stdout.write(`${describe(done)}\n`)
  if (done.problem !== null) process.stderr.write(`The drill failed: ${done.problem}\n`)
  process.exitCode = done.problem === null ? 0 : 1
})
