/** A later version of the product, whose migration has work to do for seconds. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../support/poll.ts'
import type { Cluster } from '../cluster.ts'
import { migrateTo } from '../migrate.ts'
import { queryPrimary } from '../primary.ts'
import { thisVersion } from '../product-machines.ts'

export type Rehearsal = {
  /** About the time of a migration that nothing disturbs. */
  readonly usualMs: number
  /** Migrates once. Throws if it fails. */
  run(): Promise<void>
  /** How many files have not run. */
  left(): Promise<number>
  /** Migrates until it succeeds. Returns how often it ran. */
  runUntilDone(): Promise<number>
  /** Throws if the result differs from that of a migration that nothing disturbed. */
  compare(): Promise<void>
  /** Removes what it added. */
  cleanUp(): Promise<void>
}

const ROWS = 200_000

/** The kinds of files in src/db/migrations, on a large new table and on a busy one. */
const FILES = {
  '901-rehearsed-table.sql': `create table rehearsed (no int primary key, text text not null);
insert into rehearsed select n, repeat(md5(n::text), 4) from generate_series(1, ${ROWS}) n;
alter table withdrawal_notes add column if not exists rehearsed text not null default '';`,
  '902-rehearsed-indexes.sql': `-- no transaction
create unique index concurrently if not exists rehearsed_by_text on rehearsed (text, no);
create index concurrently if not exists notes_rehearsed on withdrawal_notes (md5(note));
create index concurrently if not exists rehearsed_by_hash on rehearsed (md5(md5(md5(text))));
`,
  '903-rehearsed-check.sql': `alter table rehearsed add constraint rehearsed_long
  check (length(text) > 100) not valid;`,
  '904-rehearsed-validated.sql': `-- no transaction
alter table rehearsed validate constraint rehearsed_long;
`,
}
const CLEAN_UP = `drop table if exists rehearsed;
  drop index if exists notes_rehearsed;
  alter table withdrawal_notes drop column if exists rehearsed;
  delete from schema_migrations where name like '90_-rehearsed-%'`

/** The checkout with these files. Node finds a linked file where it really is, so it's a copy. */
function makeVersion(folder: string): string {
  const version = join(folder, 'rehearsal')
  mkdirSync(version, { recursive: true })
  cpSync(join(thisVersion, 'src'), join(version, 'src'), { recursive: true })
  cpSync(join(thisVersion, 'package.json'), join(version, 'package.json'))
  symlinkSync(join(thisVersion, 'node_modules'), join(version, 'node_modules'))
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(version, 'src/db/migrations', name), `${text}\n`)
  }
  return version
}

/** Everything that a migration makes, one line for each. */
const SCHEMA = `select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable,
    column_default) as line from information_schema.columns where table_schema = 'public'
  union all select pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' INVALID' end
    from pg_index where indrelid in
      (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all select concat_ws(' ', conrelid::regclass, conname, convalidated,
    pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'right', grantee, table_name, column_name, privilege_type)
    from information_schema.column_privileges where table_schema = 'public'
  union all select concat_ws(' ', 'file', name, checksum) from schema_migrations
  order by 1`

/** What a migration without a fault made, and how long it took, by the database's name. */
const undisturbed = new Map<string, { readonly lines: readonly string[]; readonly ms: number }>()
let version: string | null = null

/** @param database the running one, or a new one that gets all migrations */
export async function makeRehearsal({ place }: Cluster, database: string): Promise<Rehearsal> {
  version ??= makeVersion(place.folder)
  const rehearsed = version
  const isNew = database !== 'twofold'
  const query = (text: string) => queryPrimary(place, text, database)
  const begin = async (): Promise<void> => {
    if (isNew) await queryPrimary(place, `create database ${database} owner twofold_owner`)
  }
  const cleanUp = async (): Promise<void> => {
    if (isNew) await queryPrimary(place, `drop database if exists ${database} with (force)`)
    else await query(CLEAN_UP)
  }
  const run = () => migrateTo(place, rehearsed, database)
  const read = async () => (await query(SCHEMA)).map(({ line }) => String(line))
  let before = undisturbed.get(database)
  if (!before) {
    await begin()
    const beganAt = performance.now()
    await run()
    before = { ms: performance.now() - beganAt, lines: await read() }
    undisturbed.set(database, before)
    await cleanUp()
  }
  await begin()
  const { ms, lines } = before
  const files = lines.filter((line) => line.startsWith('file ')).length
  return {
    usualMs: ms,
    run,
    cleanUp,
    async left() {
      const [row] = await query(
        `select case when to_regclass('schema_migrations') is null then 0 else
           (xpath('//n/text()', query_to_xml('select count(*) as n from schema_migrations',
             false, true, '')))[1]::text::int end as n`,
      )
      return files - Number(row?.n)
    },
    async runUntilDone() {
      let tries = 0
      const isDone = async (): Promise<boolean> => {
        tries++
        return await run().then(
          () => true,
          () => false,
        )
      }
      await until('the migration', isDone, { deadlineMs: 120_000, everyMs: 500 })
      return tries
    },
    async compare() {
      const now = await read()
      const differing = [
        ...now.filter((line) => !lines.includes(line)),
        ...lines.filter((line) => !now.includes(line)),
      ]
      if (differing.length > 0) {
        throw new Error(`${differing.length} differences, such as ${differing[0]}`)
      }
      const [row] = await query('select count(*)::int as n from rehearsed')
      if (row?.n !== ROWS) throw new Error(`${row?.n} rows of ${ROWS}`)
    },
  }
}
