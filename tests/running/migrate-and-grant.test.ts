import { afterEach, beforeEach, expect, test } from 'vitest'
import { privilegesOf, type History, type Part } from '../../src/db/runtime-grants.ts'
import { createRole } from '../../src/db/runtime-role.ts'
import { ownerSettingsOf } from '../../src/server/config/owner-settings.ts'
import { migrateAndGrant } from '../../src/server/startup/migrate-and-grant.ts'
import { prepareDatabase } from '../../src/server/startup/prepare-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runProgram } from '../support/run-program.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { openTcpProxy, upstreamOf } from '../support/wire/tcp-proxy.ts'

// `npm run migrate` has the owner's URL and the names of the process roles, and nothing else.

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  for (const role of ['twofold_owner_test', 'twofold_new_test']) {
    await createRole(database.pool, role)
  }
})
afterEach(async () => {
  await database.close()
})

const ROLES = 'web=twofold_web,ledger=twofold_ledger,worker=twofold_worker,mail=twofold_mail'

const run = (env: Record<string, string> = {}, ...args: string[]) =>
  runProgram('cli/migrate.ts', {
    args,
    env: { NODE_ENV: 'production', DATABASE_OWNER_URL: database.url, ...env },
  })

/** Everything that roles may do in the database, as PostgreSQL stores it. */
const readRights = async () => {
  const { rows } = await database.pool.query<{ role: string; may: string; name: string }>(
    `select g.rolname as role, a.privilege_type as may, o.name
     from (select relname::text as name, relacl as acl from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
       union all select attrelid::regclass::text || '.' || attname, attacl from pg_attribute
       union all select oid::regprocedure::text, proacl from pg_proc
         where pronamespace = 'public'::regnamespace
       union all select nspname, nspacl from pg_namespace where nspname = 'public') o,
       aclexplode(o.acl) a join pg_roles g on g.oid = a.grantee
     where g.rolname in ('twofold_web', 'twofold_ledger', 'twofold_worker', 'twofold_mail',
       'twofold_server', 'twofold_new_test')
     order by 1, 3, 2`,
  )
  return rows
}

/** What a part may do with tables and columns, by the list in runtime-grants.ts. */
async function tableRightsOf(part: Part) {
  const { rows } = await database.pool.query<{ name: string; history: History }>(
    `select c.relname as name, case when bool_or(t.tgtype & 16 <> 0) then 'fixed'
       when count(t.oid) > 0 then 'kept' end as history
     from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgtype & 8 <> 0
       and t.tgfoid = 'refuse_change'::regproc
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition group by c.relname`,
  )
  return rows.flatMap(({ name, history }) =>
    privilegesOf(part, name, history).map((may) => {
      const [, right, column] = /^(\w+) \((\w+)\)$/.exec(may) ?? []
      return column === undefined ? `${may} on ${name}` : `${right} on ${name}.${column}`
    }),
  )
}

test('grants each listed role exactly the rights of its process', async () => {
  const before = await readRights()
  await database.pool.query(
    `revoke insert on emails from twofold_web; grant update, truncate on payouts to twofold_web;
     grant update (amount) on postings to twofold_web; grant create on schema public to twofold_web;
     grant execute on function record_loss to twofold_web;
     grant update on all sequences in schema public to twofold_worker;
     revoke all on all tables in schema public from twofold_ledger`,
  )
  expect(await readRights()).not.toEqual(before)
  const { code, said } = await run({ DATABASE_ROLES: ROLES })
  expect(said.split('\n')).toEqual([
    'nothing to run',
    'twofold_ledger has the rights of ledger',
    'twofold_mail has the rights of mail',
    "twofold_server has the rights of all, and isn't in DATABASE_ROLES",
    'twofold_web has the rights of web',
    'twofold_worker has the rights of worker',
    '',
  ])
  expect(code).toBe(0)
  const after = await readRights()
  expect(after).toEqual(before)
  for (const part of ['web', 'ledger', 'worker', 'mail'] as const) {
    const rights = after
      .filter(({ role, name }) => role === `twofold_${part}` && !/_seq$|\(|^public$/.test(name))
      .map(({ may, name }) => `${may} on ${name}`)
    expect(rights.toSorted()).toEqual((await tableRightsOf(part)).toSorted())
  }
})

test.runIf(isLong)(
  'updates the rights of known roles without a list, and forgets dropped ones',
  async () => {
    await database.pool.query(
      `insert into runtime_roles (role, part) values ('twofold_gone', 'web')`,
    )
    const before = await readRights()
    await database.pool.query('revoke all on all tables in schema public from twofold_worker')
    const { said } = await run()
    expect(said).toContain('twofold_worker has the rights of worker\n')
    expect(said).not.toContain('twofold_gone')
    expect(await readRights()).toEqual(before)
  },
)

test.runIf(isLong)('migrates an empty database as its owner, and grants the roles', async () => {
  const { pool, name } = database
  await pool.query(
    'drop schema public cascade; create schema public authorization pg_database_owner',
  )
  await pool.query('grant usage on schema public to public')
  await pool.query(`alter database ${name} owner to twofold_owner_test`)
  const url = Object.assign(new URL(database.url), { username: 'twofold_owner_test' }).href
  const { code, said } = await run({
    DATABASE_OWNER_URL: url,
    DATABASE_ROLES: 'web=twofold_new_test, ledger=twofold_new_test',
  })
  expect(said).toMatch(/^ran 001-guards\.sql, .*\ntwofold_new_test has the rights of all\n$/)
  expect(code).toBe(0)
  const rights = await readRights()
  expect(rights.length).toBeGreaterThan(0)
  expect(new Set(rights.map(({ role }) => role))).toEqual(new Set(['twofold_new_test']))
  expect((await run({ DATABASE_OWNER_URL: url }, 'contract')).code).toBe(0)
})

/** What keeps a migration waiting, and its session's last statement meanwhile. */
const waits = {
  'for a table': ['lock table schema_migrations', 'select name from schema_migrations'],
  'for another migration': ['select pg_advisory_xact_lock(7261001)', 'select pg_try_advisory%'],
} as const
test.each(Object.entries(waits))(
  'says in one sentence that it lost the database %s',
  async (...of) => {
    const [, [blocking, waiting]] = of
    const { url, pool } = database
    const proxy = await openTcpProxy(upstreamOf(url), 'postgres')
    const blocker = await pool.connect()
    await blocker.query(`begin; ${blocking}`)
    const running = run({ DATABASE_OWNER_URL: proxy.urlOf(url) })
    await until('the migration to wait', async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where application_name = 'migrate' and datname = $1
         and query like $2`,
        [database.name, waiting],
      )
      return rowCount === 1
    })
    proxy.cut()
    const { code, said } = await running
    await blocker.query('rollback')
    blocker.release()
    await proxy.stop()
    expect(said).toMatch(
      /^The database is not available: [^\n]+\. Check it, then run this again\.\n$/,
    )
    expect(code).toBe(1)
  },
)

test.runIf(isLong)('warns of temporary tables if the database has another owner', async () => {
  const { pool, name } = database
  await pool.query(
    `drop schema public cascade; create schema public authorization twofold_owner_test;
     grant usage on schema public to public;
     grant create on database ${name} to twofold_owner_test`,
  )
  const url = Object.assign(new URL(database.url), { username: 'twofold_owner_test' }).href
  const migrated = await run({ DATABASE_OWNER_URL: url, DATABASE_ROLES: 'web=twofold_new_test' })
  const [statement = ''] = /revoke temporary .*/.exec(migrated.said) ?? []
  expect(migrated.said).toContain(
    'warning: twofold_new_test may create temporary tables, because the database has another',
  )
  expect(migrated.code).toBe(0)
  const databaseUrl = Object.assign(new URL(database.url), { username: 'twofold_new_test' }).href
  const extraOf = async (databaseOwnerUrl: string | null) =>
    (await prepareDatabase({ databaseUrl, databaseOwnerUrl }, 'web')).extra
  expect(await extraOf(null)).toEqual(['TEMPORARY on the database'])
  expect(await extraOf(url)).toEqual(['TEMPORARY on the database'])
  // As the database's owner does.
  expect(statement).toBe(`revoke temporary on database ${name} from public, twofold_new_test`)
  await pool.query(statement)
  expect([await extraOf(null), await extraOf(url)]).toEqual([[], []])
  expect((await run({ DATABASE_OWNER_URL: url })).said).not.toContain('warning')
})

async function grant(list: string): Promise<string[]> {
  const { roles } = await ownerSettingsOf({ DATABASE_ROLES: list })
  return migrateAndGrant(database.pool, 'expand', roles)
}

test.runIf(isLong)('narrows a role that was listed for more before', async () => {
  const both = await grant(`${ROLES},web=twofold_new_test,ledger=twofold_new_test`)
  expect(both).toContain('twofold_new_test has the rights of all')
  expect(await grant(`${ROLES},web=twofold_new_test`)).toContain(
    'twofold_new_test has the rights of web',
  )
  const rights = (await readRights()).map(({ role, may, name }) => `${role}: ${may} on ${name}`)
  expect(rights).not.toContain('twofold_new_test: INSERT on commands')
})

test.each([
  ['twofold_nobody', "DATABASE_ROLES names twofold_nobody, which doesn't exist. Create it first"],
  ['postgres', 'DATABASE_ROLES names postgres, which owns the database. Processes need another'],
])('refuses the role %s, and changes nothing', async (role, error) => {
  const before = await readRights()
  const refused = migrateAndGrant(database.pool, 'expand', new Map([[role, 'web']]))
  await expect(refused).rejects.toThrow(error)
  expect(await readRights()).toEqual(before)
})

test.each([
  [{ DATABASE_ROLES: 'web' }, 'DATABASE_ROLES.0: must be pairs such as web=twofold_web'],
  [{ DATABASE_ROLES: 'boss=twofold_web' }, 'DATABASE_ROLES.0: must be pairs such as'],
  [{ DATABASE_OWNER_URL_FILE: '/nowhere' }, 'DATABASE_OWNER_URL_FILE: does not exist'],
  [{}, 'Not set: DATABASE_OWNER_URL.'],
])('refuses the settings %j', async (env, error) => {
  const reading = ownerSettingsOf({ NODE_ENV: 'production', ...env })
  await expect(reading).rejects.toThrow(error)
})

test('refuses the URL of a process', async () => {
  const { code, said } = await run({ DATABASE_OWNER_URL: database.urlOfPart('web') })
  expect(code).toBe(1)
  expect(said).toMatch(/^The database role twofold_web doesn't own the tables\. Set .*\n$/)
})

test.runIf(isLong)('leaves the rights that a newer version granted', async () => {
  await database.pool.query(
    `insert into schema_migrations (name, checksum) values ('999-next.sql', 'next');
     grant update on payouts to twofold_web`,
  )
  const before = await readRights()
  const { said } = await run({ DATABASE_ROLES: ROLES })
  expect(said).toBe('nothing to run\na newer version has granted the rights\n')
  expect(await readRights()).toEqual(before)
})

test.runIf(isLong)('lists bloated indexes with the owner’s URL alone', async () => {
  const env = { NODE_ENV: 'production', DATABASE_OWNER_URL: database.url }
  const { code, said } = await runProgram('cli/maintain.ts', { env })
  expect([code, said]).toEqual([0, 'no index takes more than twice the space it needs\n'])
})
