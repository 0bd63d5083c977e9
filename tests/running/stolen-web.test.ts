/**
 * What docs/security.md promises about a stolen web process. The attacker has its complete
 * environment. The database asks for passwords, and its roles are those of
 * docs/operations-reference.md.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeLiteral, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type Embedded } from '../../src/db/embedded/embedded.ts'
import { openPool } from '../../src/db/pool.ts'
import { accountXpub, newMnemonic } from '../../src/tron/keys/secret-keys.ts'
import { copyBlankCluster } from '../support/start/blank-cluster.ts'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { startProduct, type Product } from '../support/product.ts'
import { runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'

let directory: string
let server: Embedded
let superuser: Pool
/** The settings of the web process. Only the long run starts it. */
let settings: Record<string, string>
let web: Product | undefined
let migrated: Awaited<ReturnType<typeof runProgram>>
let stolen: Pool

const roles = ['owner', 'web', 'ledger', 'worker', 'mail'] as const
const passwords = new Map<string, string>()
const urlOf = (role: string, password = passwords.get(role) ?? ''): string => {
  const username = role === 'postgres' ? role : `twofold_${role}`
  return Object.assign(new URL(server.urlOf('twofold')), { username, password }).href
}

/** The first SQL of "Database roles" in docs/operations-reference.md, with passwords. */
async function readRoleStatements(): Promise<string[]> {
  const guide = await readFile(
    new URL('../../docs/operations-reference.md', import.meta.url),
    'utf8',
  )
  const [, section = ''] = guide.split('\n## Database roles\n')
  const [, text = ''] = /```sql\n(.*?)```/s.exec(section) ?? []
  return text.split('\n').flatMap((line) => {
    const [, role = ''] = /^create role twofold_(\w+)/.exec(line) ?? []
    return line === '' ? [] : line.replace(`'…'`, escapeLiteral(passwords.get(role) ?? ''))
  })
}

/** From now on, nobody gets in without a password, as on a server of its own. */
async function requirePasswords(): Promise<void> {
  await writeFile(join(directory, 'postgres/pg_hba.conf'), 'local all all scram-sha-256\n')
  await superuser.query('select pg_reload_conf()')
  await until('the server to ask for passwords', async () => {
    return (await signIn('owner', 'wrong')) === '28P01'
  })
}

async function signIn(role: string, password?: string): Promise<string> {
  const client = new Client({ connectionString: urlOf(role, password) })
  try {
    await client.connect()
    return 'in'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.end()
  }
}

/** `npm run migrate`, which alone has the owner's URL. */
const migrate = () =>
  runProgram('cli/migrate.ts', {
    env: {
      NODE_ENV: 'production',
      DATABASE_OWNER_URL: urlOf('owner'),
      DATABASE_ROLES:
        'web=twofold_web,ledger=twofold_ledger,worker=twofold_worker,mail=twofold_mail',
    },
  })

const secret = () => randomBytes(32).toString('base64url')

async function webVariables(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return {
    NODE_ENV: 'production',
    PROCESS: 'web',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'on',
    DATABASE_URL: urlOf('web'),
    DATABASE_DIRECT_URL: urlOf('web'),
    AUTH_SECRET: secret(),
    LEDGER_SECRET_WEB: secret(),
    // No such host can exist.
    TRON_API_URL: 'https://node.invalid',
    TRON_USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Twofold <no-reply@twofold.example>',
    RATE_SOURCES: 'binance@https://venue.invalid,coinbase@https://venue.invalid',
    OPERATOR_USERNAME: 'chief',
    OPERATOR_PASSWORD: 'a long operator password',
    LOG_LEVEL: 'warn',
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twofold-stolen-'))
  await copyBlankCluster(directory)
  server = await startEmbedded({ dataDir: directory, database: 'empty' })
  for (const role of [...roles, 'postgres']) passwords.set(role, randomBytes(12).toString('hex'))
  superuser = openPool({ connectionString: server.urlOf('postgres'), name: 'superuser' })
  await superuser.query('drop database twofold')
  for (const statement of await readRoleStatements()) await superuser.query(statement)
  await superuser.query(`alter role postgres password '${passwords.get('postgres')}'`)
  await requirePasswords()
  migrated = await migrate()
  settings = await webVariables()
  if (isLong) {
    web = await startProduct({ env: settings })
    settings = web.env
  }
  stolen = openPool({
    connectionString: settings.DATABASE_URL ?? '',
    name: 'stolen',
    maxConnections: 1,
  })
})
afterAll(async () => {
  await stolen?.end()
  await web?.remove()
  await superuser?.end()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
})

test('gives the web process no secret of another role', () => {
  expect(migrated.said).toContain('twofold_web has the rights of web\n')
  const known = Object.entries(settings)
  for (const role of ['owner', 'ledger', 'worker', 'mail', 'postgres']) {
    const found = known.filter(([, value]) => value.includes(passwords.get(role) ?? '-'))
    expect([role, found]).toEqual([role, []])
  }
})

test.runIf(isLong)('starts the web process without a warning', () => {
  expect(web?.output()).toContain('Ready in')
  expect(web?.output()).not.toContain('"level":40')
})

test('opens no other role’s session with the web process’s secrets', async () => {
  const guesses = ['', passwords.get('web') ?? '', settings.AUTH_SECRET ?? '']
  for (const role of ['owner', 'ledger', 'worker', 'mail', 'postgres']) {
    for (const guess of guesses) {
      expect([role, await signIn(role, guess)]).not.toEqual([role, 'in'])
    }
  }
  expect(await signIn('web')).toBe('in')
})

const DENIED = '42501'
const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const txid = 'a'.repeat(64)

const attempts: Record<string, readonly string[]> = {
  'change the ledger and the command log': [
    `insert into commands (seq, at, kind, by, input) values (1, now(), 'x', 'x', '{}')`,
    'insert into batches values (1, 1, gen_random_uuid(), now(), 0)',
    `insert into journals select from journals`,
    'insert into postings values (1, 1, 1, 1, 1, 1)',
    'update postings set amount = 0',
    'delete from commands',
    'truncate commands, postings, journals',
    'update accounts set balance = 1000000',
    'update members set sponsor_no = 1',
    'update withdrawals set revision = 9',
    'insert into deposit_requests select from deposit_requests',
    'insert into adjustments select from adjustments',
    'update ledger_leader set epoch = epoch + 1',
    'do $$ begin lock table batch_lock in exclusive mode; end $$',
    'do $$ begin lock table leader_lock in exclusive mode; end $$',
    `select record_loss(9, null, 1, 'web', now(), '')`,
  ],
  'change the audit log': [
    'update audit_entries set operator = operator',
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_head set no = 9',
  ],
  'write payouts, rates, or the record of the chain': [
    `insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid,
      state) values (1, 1, 1, 1, '${address}', '${address}', '${txid}', 'stored')`,
    `update payouts set state = 'confirmed'`,
    'delete from payout_pauses',
    `insert into own_wallets (address, role) values ('${address}', 'payout')`,
    `insert into deposit_addresses values (7, 7, '${address}')`,
    'update deposit_address_mark set last_index = last_index + 1',
    'delete from deposit_address_requests',
    'update live_rates set rate_e8 = 1',
    'delete from live_rates',
    'insert into rate_history select from rate_history',
    'delete from usdt_prices',
    `insert into incoming_transfers select from incoming_transfers`,
    'update incoming_transfers set amount = 9',
    'insert into chain_transactions select from chain_transactions',
    'insert into chain_transfers select from chain_transfers',
    'insert into chain_cursors select from chain_cursors',
    'insert into log_checkpoints select from log_checkpoints',
    `update installation_pins set value = ''`,
  ],
  'silence emails, or end the waiting period and disputes': [
    'update emails set sent_at = now() where sent_at is null',
    `update emails set recipient = 'thief@x.example'`,
    'delete from emails',
    'begin; lock table emails in share mode',
    'update payout_hold set seconds = 0',
    'delete from dispute_links',
    `update security_events set kind = ''`,
    `insert into identities (member_no, username, email, referral_code) values (9, '', '', '')`,
  ],
  'remove protection': [
    'alter table postings disable trigger all',
    'drop trigger postings_append_only on postings',
    'set session_replication_role = replica',
    'alter function settle_postings() security invoker',
    `create or replace function refuse_change() returns trigger language plpgsql
      as $$ begin end $$`,
    'drop table journals',
    'create table stolen (a int)',
    'create function evil() returns int language sql as $$ select 1 $$',
    'create rule r as on insert to emails do instead nothing',
    'create trigger t before insert on commands for each row execute function refuse_change()',
    'alter table emails owner to twofold_web',
    'create temporary table p (a int); create trigger t after insert on p ' +
      'referencing new table as added for each statement execute function settle_postings()',
    'delete from schema_migrations',
    'update schema_floor set version = 999',
    `update runtime_roles set part = 'all'`,
  ],
  'become another role': [
    'set role twofold_owner',
    'set role twofold_worker',
    'set role postgres',
    'set session authorization twofold_owner',
    'alter role twofold_web superuser',
    'alter role twofold_web createrole',
    `alter role twofold_owner password 'mine'`,
    `alter role twofold_worker password 'mine'`,
    'alter role twofold_ledger in database twofold set statement_timeout = 1',
    'create role mine superuser',
    'grant twofold_owner to twofold_web',
    'grant twofold_worker to twofold_web',
    'grant pg_write_all_data to twofold_web',
    'alter database twofold owner to twofold_web',
    'alter schema public owner to twofold_web',
    'reassign owned by twofold_owner to twofold_web',
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`,
  ],
  'read the server’s files and passwords': [
    'select rolpassword from pg_authid',
    'select passwd from pg_shadow',
    `select pg_read_file('pg_hba.conf')`,
    `select pg_ls_dir('.')`,
    `copy emails from '/etc/passwd'`,
    `copy (select 1) to program 'true'`,
    `select lo_import('/etc/passwd')`,
    'alter system set fsync = off',
    'select pg_reload_conf()',
    `select pg_create_physical_replication_slot('mine')`,
    'create extension dblink',
  ],
}

const readRights = async () => {
  const pool = openPool({ connectionString: urlOf('owner'), name: 'rights', maxConnections: 1 })
  const { rows } = await pool
    .query<object>(
      `select relname::text, relacl::text, relowner::regrole::text from pg_class
         where relnamespace = 'public'::regnamespace
       union all select proname, proacl::text, proowner::regrole::text from pg_proc
         where pronamespace = 'public'::regnamespace
       union all select rolname, rolsuper::text || rolcreaterole, null from pg_roles
       union all select member::regrole::text, roleid::regrole::text, null from pg_auth_members
       union all select datname, coalesce(datacl, acldefault('d', datdba))::text,
         datdba::regrole::text from pg_database
       union all select nspname, nspacl::text, nspowner::regrole::text from pg_namespace
         where nspname = 'public'
       order by 1, 2, 3`,
    )
    .finally(() => pool.end())
  return rows
}

const refused = (statement: string): Promise<string> =>
  stolen.query(statement).then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

test.each(Object.keys(attempts))('can’t %s', async (what) => {
  for (const statement of attempts[what] ?? []) {
    expect([statement, await refused(statement)]).toEqual([statement, DENIED])
  }
})

test('gains no right with grants of its own', async () => {
  const before = await readRights()
  for (const statement of [
    'grant all on all tables in schema public to twofold_web',
    'grant create on database twofold to twofold_web',
    'grant create on schema public to twofold_web',
    'grant insert, update, delete on payouts, commands to twofold_web',
    'grant execute on all functions in schema public to twofold_web',
    'alter default privileges grant all on tables to twofold_web',
    'revoke all on commands from twofold_ledger',
  ]) {
    // PostgreSQL only warns about some of them.
    await stolen.query(statement).catch(() => {})
  }
  expect(await readRights()).toEqual(before)
})
