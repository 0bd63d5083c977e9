import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { grantRoles } from '../../src/db/runtime-role.ts'
import { NEWEST_RULES } from '../../src/domain/ledger/state.ts'
import { prepareDatabase, type Prepared } from '../../src/server/startup/prepare-database.ts'
import { startLedger, startWeb, type LedgerProcess } from '../fault/leader/ledger-fleet.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startProduct } from '../support/product.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'

// A process without the owner's URL works on what `npm run migrate` left, or says what to run. The
// test databases are migrated, and the roles have their rights.

let database: TestDatabase
let started: LedgerProcess[]
beforeEach(async () => {
  database = await createTestDatabase()
  // A copy of a database doesn't have this from the template.
  await database.pool.query(`revoke temporary on database ${database.name} from public`)
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((each) => each.kill('SIGKILL')))
  await database.close()
})

const outside = {
  TRON_API_URL: 'http://127.0.0.1:9',
  TRON_USDT_CONTRACT: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
  SMTP_URL: 'smtp://127.0.0.1:9',
}

const readState = async () => {
  const { rows } = await database.pool.query<object>(
    `select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace
     union all select role, part from runtime_roles
     union all select name, checksum from schema_migrations order by 1, 2`,
  )
  return rows
}

test.runIf(isLong)(
  'starts each kind of process on a migrated database, and changes no rights',
  async () => {
    const before = await readState()
    const worker = startProduct({
      env: { ...outside, PROCESS: 'worker', DATABASE_URL: database.urlOfPart('worker') },
    })
    started = await Promise.all([startLedger(database), startWeb(database)])
    await (await worker).remove()
    expect(await readState()).toEqual(before)
  },
)

/** What a process of this part prints at a start that fails. */
async function startAndFail(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(await scratchDirectory(), 'twofold-refused-'))
  const ports = { PORT: String(await freePort()), LEDGER_PORT: String(await freePort()) }
  const secrets = {
    LEDGER_SECRET_WEB: 'a secret of this test, for web processes',
    LEDGER_SECRET_CHAIN: 'a secret of this test, for the worker',
  }
  const silent = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const { code, said } = await runProgram('app/main.ts', {
    env: { ...outside, ...ports, ...secrets, ...silent, ...env },
  })
  expect(code).toBe(1)
  return said
}

test.runIf(isLong).each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])(
  'ends with one sentence if %s leads nowhere',
  async (variable) => {
    const nowhere = `postgresql://someone@127.0.0.1:${await freePort()}/twofold`
    const url = { DATABASE_URL: database.urlOfPart('web'), [variable]: nowhere }
    expect(await startAndFail({ PROCESS: 'web', ...url })).toMatch(
      new RegExp(
        `^Can't connect to the database: connect ECONNREFUSED .+\\. Check ${variable}\\.\n$`,
      ),
    )
  },
)

test.runIf(isLong)(
  'ends with one sentence if the ledger’s port is taken, and does not lead',
  async () => {
    const taken = await freePort()
    const other = createServer().listen(taken + 1, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const url = database.urlOfPart('ledger')
    const env = { PROCESS: 'ledger', DATABASE_URL: url, LEDGER_PORT: String(taken) }
    expect(await startAndFail(env)).toBe(
      `Port ${taken + 1} is taken by another program; ` +
        'set LEDGER_PORT, which also uses the next port, to a free one.\n',
    )
    const { rows } = await database.pool.query('select epoch from ledger_leader')
    expect(rows).toEqual([{ epoch: 0n }])
  },
)

const RUN = 'Run `npm run migrate` with DATABASE_OWNER_URL, then start this process again.'

test.runIf(isLong)(
  'ends with one sentence on an older schema, and leaves it as it is',
  async () => {
    await database.pool.query(`delete from schema_migrations
    where name = (select max(name) from schema_migrations)`)
    const before = await readState()
    const said = await startAndFail({ PROCESS: 'web', DATABASE_URL: database.urlOfPart('web') })
    const sentence = `The database isn't at this version yet (1 migration to run). ${RUN}`
    expect(said).toBe(`${sentence} docs/operations-reference.md says how, "Database roles".\n`)
    expect(await readState()).toEqual(before)
  },
)

test.runIf(isLong).each(['ledger', 'all'])(
  'ends %s with one sentence if the rules are newer',
  async (part) => {
    await database.pool.query('insert into rule_versions values ($1, now())', [NEWEST_RULES + 1])
    const url = part === 'all' ? database.url : database.urlOfPart('ledger')
    expect(await startAndFail({ PROCESS: part, DATABASE_URL: url })).toBe(
      `The ledger follows version ${NEWEST_RULES + 1} of the rules, and this process knows ` +
        `${NEWEST_RULES} at most. Replace it with a newer version of the product.\n`,
    )
  },
)

/** The part of a start that checks the database. */
const prepare = (part: 'web' | 'ledger', databaseUrl = database.urlOfPart(part)) =>
  prepareDatabase({ databaseUrl, databaseOwnerUrl: null }, part)

const refuse = (...args: Parameters<typeof prepare>): Promise<string> =>
  prepare(...args).then(() => 'accepted', String)

const ready: Prepared = { ran: [], rights: 'web', extra: [], unlimited: [], unlimitedInPooler: [] }

test.runIf(isLong)(
  'ignores what others have in the schema, and tables that it does not know',
  async () => {
    await database.pool.query(`create table fix_of_monday (no int generated always as identity);
    create view report as select 1 as one; alter view report owner to pg_monitor;
    create table theirs as select 1 as one; alter table theirs owner to pg_monitor`)
    expect(await prepare('web')).toEqual(ready)
    await grantRoles(database.pool, new Map())
    expect(await prepare('web')).toMatchObject({ rights: 'web' })
  },
)

test('refuses a database without tables', async () => {
  await database.pool.query(
    'drop schema public cascade; create schema public; grant usage on schema public to public',
  )
  expect(await refuse('web')).toContain(`The database has no tables yet. ${RUN}`)
})

test.each([
  [
    `insert into schema_migrations (name, checksum) values ('999-of-tomorrow.sql', 'x');
      update schema_floor set version = 999`,
    'belongs to a newer version, which ran 999-of-tomorrow.sql',
  ],
  [
    `update schema_migrations set checksum = 'x' where name = '001-guards.sql'`,
    'Migration 001-guards.sql was changed after it ran',
  ],
])('refuses the schema of another version: %s', async (change, error) => {
  await database.pool.query(change)
  expect(await refuse('web')).toContain(error)
})

test('refuses a role that lacks a right, and names both', async () => {
  await database.pool.query('revoke insert on devices from twofold_web')
  expect(await refuse('web')).toContain(
    'The database role twofold_web lacks rights that PROCESS=web needs: INSERT on devices. ' +
      `Name it in DATABASE_ROLES, as web=twofold_web. ${RUN}`,
  )
})

test('refuses a role without any rights', async () => {
  await database.pool.query('revoke all on all tables in schema public from twofold_ledger')
  expect(await refuse('ledger')).toContain(
    'twofold_ledger lacks rights that PROCESS=ledger needs: SELECT on ',
  )
})

test('refuses the role of another process', async () => {
  expect(await refuse('web', database.urlOfPart('ledger'))).toContain(
    'The database role twofold_ledger has the rights of PROCESS=ledger, and lacks some that ' +
      "PROCESS=web needs. Check that DATABASE_URL names this process's own role.",
  )
})

test('notices more rights than the process needs, wherever they come from', async () => {
  expect(await prepare('web')).toEqual(ready)
  await database.pool.query(
    `grant update on payouts to twofold_web; grant delete on anchors to public;
     grant update (amount) on postings to twofold_web; grant create on schema public to public;
     grant execute on function record_loss to twofold_web`,
  )
  // With CREATE alone, it owns nothing that is there.
  expect((await prepare('web')).extra).toEqual([
    'CREATE on public',
    'DELETE on anchors',
    'EXECUTE on record_loss(bigint, uuid, bigint, text, timestamptz, text)',
    'UPDATE (amount) on postings',
    'UPDATE on payouts',
  ])
})

test('works with the rights that a newer version granted', async () => {
  await database.pool.query(`create table next_things (no integer primary key);
    grant select on next_things to twofold_web; revoke insert on contact_messages from twofold_web;
    insert into schema_migrations (name, checksum) values ('999-next.sql', 'next')`)
  expect(await prepare('web')).toEqual(ready)
  await database.pool.query(`delete from runtime_roles where role = 'twofold_ledger';
    revoke insert on commands from twofold_ledger`)
  expect(await refuse('ledger')).toContain('twofold_ledger lacks rights')
})

test('works with a role that processes share', async () => {
  expect(await prepare('web', database.serverUrl)).toEqual({ ...ready, rights: 'all' })
})

test.runIf(isLong)(
  'warns about a role that processes share, and about rights of others',
  async () => {
    await database.pool.query('grant truncate on anchors to twofold_server')
    const web = await startWeb(database, { DATABASE_URL: database.serverUrl })
    started.push(web)
    expect(web.output()).toContain('Processes share a database role.')
    expect(web.output()).toContain(
      '"rights":["TRUNCATE on anchors"],"msg":"The database role has more rights',
    )
  },
)
