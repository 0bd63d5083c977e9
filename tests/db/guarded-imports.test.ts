import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { insertImported } from '../../src/server/imports/import-hook.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { refusedWith } from './refused-with.ts'

// With one process's password, nobody changes whom an approved import makes a member, or below
// whom. Each role may only do what its own processes do.

const roles = ['web', 'worker', 'mail', 'ledger'] as const
type Role = (typeof roles)[number]

let database: TestDatabase
let pools: Map<Role, Pool>
beforeAll(async () => {
  database = await createTestDatabase()
  pools = new Map(
    roles.map((role) => {
      const connectionString = database.urlOfPart(role)
      return [role, openPool({ connectionString, name: role, maxConnections: 1 })]
    }),
  )
  // Rows as the product leaves them, written by the owner.
  await database.pool.query(`
    insert into member_imports (name, sha256, proposed_by) values ('f', 'aa', 'ann');
    insert into member_imports (name, sha256, state, proposed_by, decided_by, decided_at,
      finished_at) values ('g', 'bb', 'finished', 'ann', 'bob', now(), now());
    insert into member_imports (name, sha256, state, proposed_by, decided_by, decided_at)
      values ('h', 'cc', 'approved', 'ann', 'bob', now());
    ${entry('ann', 'propose import', 1, '{"sha256":"aa","rows":2}')};
    ${entry('ann', 'propose import correction', 3, '{"row":3}')};
    ${row(1, 2)}; ${row(1, 3, 'm2')}; ${row(2, 2)}; ${row(2, 3)}; ${row(2, 4, 'm3')};
    ${row(3, 2)}; ${row(3, 3)};
    update member_import_rows set state = 'done', member_no = 5 where (import_no, line) = (2, 2);
    update member_import_rows set state = 'failed', failure = 'x'
      where (import_no, line) in ((2, 3), (3, 3));
    update member_import_rows set state = 'failed', failure = 'import_sponsor_failed'
      where (import_no, line) = (2, 4);
    ${correct('right', `'approved', 'bob', now() - interval '1 day'`)};
    ${correct('next', `'proposed', null, null`)};
    insert into alerts (name, limit_value) values ('solvency', 10000)`)
})
afterAll(async () => {
  await Promise.all([...pools.values()].map((pool) => pool.end()))
  await database.close()
})

function row(no: number, line: number, sponsor?: string): string {
  const above = sponsor === undefined ? 'null, 1' : `'${sponsor}', null`
  return `insert into member_import_rows (import_no, line, depth, username, email, sponsor,
    sponsor_no, plans, language, referral_code) values (${no}, ${line}, 0, 'm${line}',
    'm${line}@x.example', ${above}, 1, 'en', 'c${line}')`
}
function correct(username: string, decision: string): string {
  return `insert into member_import_corrections (import_no, line, username, email, sponsor, plans,
    language, proposed_by, state, decided_by, decided_at)
    values (3, 3, '${username}', '', 'm2', 31, 'en', 'ann', ${decision})`
}
function entry(operator: string, action: string, no: number | string, after = '{}'): string {
  const object = typeof no === 'number' ? `import ${no}` : no
  return `insert into audit_entries (operator, action, object, after)
    values ('${operator}', '${action}', '${object}', '${after}')`
}
const decide = (no: number, state: string, by = 'bob') =>
  `update member_imports set state = '${state}', decided_by = '${by}', decided_at = now()
    where no = ${no}`
const rows = (no: number, set: string, line = 2) =>
  `update member_import_rows set ${set} where import_no = ${no} and line = ${line}`
const decideCorrection = (state: string, by = 'bob') =>
  `update member_import_corrections set state = '${state}', decided_by = '${by}',
    decided_at = now() where username = 'next'`
const erase = (no: number) => rows(no, `username = '', email = ''`)
const reopen = `update member_imports set state = 'approved', finished_at = null where no = 2`
const wait = (line: number) => rows(2, `state = 'waiting', failure = null`, line)
const skip = rows(2, `skipped_by = 'bob', skipped_at = now(), skip_reason = 'left'`, 3)
const skipEntry = `insert into audit_entries (operator, action, object, after, reason)
  values ('bob', 'skip import rows', 'import 2', '{"rows":"3"}', 'left')`
const retry = (lines: string) => entry('bob', 'retry import rows', 2, `{"rows":"${lines}"}`)
const early = 'set constraints all immediate; set constraints all deferred'
const proposeNext = `do $$ declare n integer; begin
  insert into member_imports (name, sha256, proposed_by) values ('n', 'dd', 'ann')
    returning no into n;
  insert into audit_entries (operator, action, object, after)
    values ('ann', 'propose import', 'import ' || n, '{"sha256":"dd","rows":0}'); end $$`
const approveNext = `do $$ declare n integer; begin
  update member_imports set state = 'approved', decided_by = 'bob', decided_at = now()
    where name = 'n' returning no into n;
  insert into audit_entries (operator, action, object)
    values ('bob', 'approve import', 'import ' || n); end $$`
const ask = `update alerts set pending_enabled = false, pending_limit = 10000,
  pending_by = 'ann', pending_at = now() where name = 'solvency'`
const mute = `update alerts set enabled = false, pending_enabled = null, pending_limit = null,
  pending_by = null, pending_at = null where name = 'solvency'`
const asked = entry('ann', 'ask to change alert', 'alert solvency')
const changed = entry('bob', 'change alert', 'alert solvency')

const [DENIED, NONE, DONE] = ['42501', 'TF008', 'done']
const nobody = { web: DENIED, worker: DENIED, mail: DENIED, ledger: DENIED }
const CASES: [what: string, codes: Partial<Record<Role, string>>, ...statements: string[]][] = [
  // Rows that become members.
  [
    'pretend that a row is done',
    { ...nobody, ledger: DONE },
    rows(1, `state = 'done', member_no = 2`),
  ],
  ['do a row again', { ...nobody, ledger: NONE }, rows(2, `state = 'waiting', member_no = null`)],
  ['name another member', { ...nobody, ledger: NONE }, rows(2, 'member_no = 6')],
  [
    'pretend that a row failed',
    { web: NONE, worker: DONE, mail: DENIED },
    rows(3, `state = 'failed', failure = 'x'`),
  ],
  ['choose a referral code', { ...nobody, worker: DONE }, rows(1, `referral_code = 'mine'`)],
  ['pretend an invitation', { ...nobody, worker: DONE }, rows(2, 'invited_at = now()')],
  ['change a language', { web: NONE, worker: DENIED, mail: DENIED }, rows(1, `language = 'es'`)],
  ['change the order', { web: NONE, worker: DENIED, mail: DENIED }, rows(1, 'depth = 9')],
  ['change a sponsor', { web: NONE, worker: NONE, mail: NONE }, rows(1, `sponsor = 'm9'`, 3)],
  ['change plans', { ...nobody, web: NONE }, rows(1, 'plans = 31')],
  [
    'add a row that is done',
    nobody,
    row(1, 9)
      .replace('referral_code)', 'referral_code, state, member_no)')
      .replace(`'c9')`, `'c9', 'done', 7)`),
  ],
  // Retries.
  ['retry a row', { web: NONE, worker: NONE, mail: DENIED }, wait(3)],
  ['retry a row', { web: DONE, worker: NONE, mail: DENIED }, wait(3), retry('3')],
  ['retry another row', { web: NONE }, wait(3), retry('2')],
  ['retry many rows', { web: DONE }, wait(3), retry('101 rows')],
  ['retry the row below', { web: DONE }, wait(4), retry('3')],
  ['reopen an import', { web: NONE, worker: NONE, mail: DENIED }, reopen],
  ['reopen an import', { web: DONE, worker: NONE, mail: DENIED }, reopen, retry('3')],
  [
    'end an import',
    { web: NONE, worker: DONE, mail: DENIED },
    `update member_imports set state = 'finished', finished_at = now() where no = 3`,
  ],
  [
    'make an import older',
    { web: NONE, worker: NONE, mail: DENIED },
    `update member_imports set finished_at = '2020-01-01' where no = 2`,
  ],
  ['skip a row', { ...nobody, web: NONE }, skip],
  ['skip a row', { ...nobody, web: DONE }, skip, skipEntry],
  ['skip a row in another name', { web: NONE }, skip.replace('bob', 'eve'), skipEntry],
  // Names.
  [
    'delete names of a finished import',
    { web: NONE, worker: DONE, mail: DONE, ledger: DENIED },
    erase(2),
  ],
  ['delete names of an open import', { web: NONE, worker: NONE, mail: NONE }, erase(1)],
  // Decisions.
  [
    'approve an import',
    { web: DONE, worker: NONE, mail: DENIED, ledger: NONE },
    decide(1, 'approved'),
    entry('bob', 'approve import', 1),
  ],
  [
    'approve an import silently',
    { web: NONE, worker: NONE, mail: NONE, ledger: NONE },
    decide(1, 'approved'),
  ],
  [
    'discard an import silently',
    { web: NONE, worker: NONE, mail: NONE, ledger: NONE },
    decide(1, 'discarded'),
  ],
  [
    'discard an import',
    { web: DONE, ledger: DONE, mail: DENIED },
    decide(1, 'discarded'),
    entry('bob', 'discard import', 1),
  ],
  [
    'expire an import',
    { worker: DONE, mail: DONE },
    decide(1, 'discarded', 'time limit'),
    entry('time limit', 'discard import', 1),
  ],
  ['blame an operator', { mail: DENIED }, entry('bob', 'approve withdrawal', 'withdrawal 1')],
  ['propose and approve at once', { web: NONE }, proposeNext, early, approveNext],
  [
    'record a proposal of no import',
    { web: NONE, worker: NONE },
    entry('eve', 'propose import', 9, '{"sha256":"dd","rows":7}'),
  ],
  [
    'record a proposal again',
    { web: NONE },
    entry('ann', 'propose import', 1, '{"sha256":"aa","rows":2}'),
  ],
  // Corrections.
  [
    'approve a correction',
    { web: DONE, worker: DENIED, mail: DENIED, ledger: NONE },
    decideCorrection('approved'),
    entry('bob', 'approve import correction', 3, '{"row":3}'),
  ],
  [
    'discard a correction silently',
    { web: NONE, worker: DENIED, mail: DENIED, ledger: NONE },
    decideCorrection('discarded'),
  ],
  [
    'change a correction',
    { web: NONE, worker: NONE, mail: NONE },
    `update member_import_corrections set sponsor = 'm9' where username = 'next'`,
  ],
  [
    'delete its names',
    { web: DENIED, worker: NONE, mail: NONE },
    `update member_import_corrections set username = '' where username = 'next'`,
  ],
  [
    'use an old correction',
    { web: NONE },
    `update member_import_corrections set state = state where username = 'right'`,
    rows(
      3,
      `username = 'right', email = '', sponsor = 'm2', sponsor_no = null,
        plans = 31, state = 'waiting', failure = null`,
      3,
    ),
  ],
  [
    'lock imports',
    { web: DONE, worker: DONE, mail: DONE, ledger: DONE },
    'select from member_imports for update',
    'select from member_import_corrections for update',
  ],
  // Alerts.
  [
    'add missing alerts',
    { web: DONE, worker: DONE, mail: DENIED, ledger: DENIED },
    `insert into alerts (name, limit_value) values ('solvency', 10000), ('email_age', 3000)
      on conflict do nothing`,
    'select from alerts for update',
  ],
  ['disable an alert', { worker: DENIED, mail: DENIED, ledger: DENIED }, mute, changed],
  ['ask and disable at once', { web: NONE }, ask, asked, early, mute, changed],
  [
    'ask in a savepoint',
    { web: NONE },
    ask,
    asked,
    early,
    'savepoint s',
    asked,
    mute,
    'release s',
    changed,
  ],
  ['pretend an alert’s figure', { ...nobody, worker: DONE }, `update alerts set value = 1`],
]

test.each(CASES)('only the right role may %s: %j', async (_what, codes, ...statements) => {
  const sent = [...statements, 'set constraints all immediate'].join(';\n')
  const found: Partial<Record<Role, string>> = {}
  for (const role of roles) {
    const pool = pools.get(role)
    if (pool && codes[role] !== undefined) found[role] = await refusedWith(pool, sent)
  }
  expect(found).toEqual(codes)
})

test('imports no row without a name', async () => {
  await database.pool.query(rows(3, `username = '', email = ''`))
  const input = { import: 3, line: 2, side: null }
  const [found] = await database.db
    .transaction()
    .execute(async (tx) => (await insertImported.check?.(tx, [input], [])) ?? [])
  expect(found).toBeInstanceOf(Error)
})
