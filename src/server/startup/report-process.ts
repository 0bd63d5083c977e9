import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { aheadMs } from '../../clock/clock.ts'
import { readMigrations, schemaVersion } from '../../db/migration-files.ts'
import type { Db } from '../../db/types.ts'
import { NEWEST_RULES } from '../../domain/ledger/state.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { productVersion } from '../metrics/product-version.ts'
import { repeat } from '../workers/repeat.ts'
import type { StopList } from './stop-list.ts'

const REPORT_EVERY_MS = 10_000

/**
 * Lists this process in the database until it stops, so that `npm run migrate -- contract` knows
 * which versions are running. Throws BadConfig if this version is too old for the database.
 */
export async function reportProcess(
  db: Db,
  { part }: Pick<Config, 'part'>,
  log: Logger,
  stops: StopList,
  stopping: AbortSignal,
): Promise<void> {
  const id = randomUUID()
  const version = schemaVersion(await readMigrations())
  const report = async (): Promise<boolean> => {
    // One statement: a contracting migration raises the floor while it keeps this table locked.
    const { rows } = await sql<{ id: string }>`
      insert into processes (id, role, version, schema_version, rules_version, host,
        clock_ahead_ms)
      select ${id}, ${part}, ${productVersion}, ${version}, ${NEWEST_RULES}, ${hostname()},
        ${aheadMs()}::bigint
      from schema_floor f
      where f.version <= ${version}
      on conflict (id) do update
      set seen_at = now(), clock_ahead_ms = excluded.clock_ahead_ms returning id`.execute(db)
    return rows.length > 0
  }
  if (!(await report())) {
    throw new BadConfig('The database no longer works with this version; start the newer one.')
  }
  const options = { name: 'process report', everyMs: REPORT_EVERY_MS, log, stopping }
  const reporter = repeat(options, async () => {
    if (await report()) return
    log.error('the database no longer works with this version: replace this process')
  })
  stops.add('process report', async () => {
    await reporter.stop()
    await db.deleteFrom('processes').where('id', '=', id).execute()
  })
}
