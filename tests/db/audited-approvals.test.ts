import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedAlerts } from '../../src/contract/fields/limits.ts'
import { openPool } from '../../src/db/pool.ts'
import { alertKinds } from '../../src/server/monitoring/alert-kinds.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { refusedWith } from './refused-with.ts'

// With a process's password alone, nobody approves in the name of operators without their entries
// in the audit log, and nobody silences an alert about missing money.

let database: TestDatabase
let web: Pool
const guarded = guardedAlerts.map((name) => `('${name}', ${alertKinds[name].limit})`)

beforeAll(async () => {
  database = await createTestDatabase()
  web = openPool({ connectionString: database.urlOfPart('web'), name: 'web', maxConnections: 1 })
  // Rows as the product leaves them, written by the owner.
  await database.pool.query(`
    ${draft('draft', 'null', 'null')}; ${draft('proposed', `'ann'`, 'null')};
    ${draft('approved', `'ann'`, `'bob'`)};
    ${entry('ann', 'propose catalog draft', 'catalog draft 2')};
    insert into member_imports (name, sha256, proposed_by) values ('f', 'aa', 'ann');
    insert into member_imports (name, sha256, state, proposed_by, decided_by, decided_at)
      values ('g', 'bb', 'approved', 'ann', 'bob', now());
    insert into audit_entries (operator, action, object, after)
      values ('ann', 'propose import', 'import 1', '{"sha256":"aa","rows":1}');
    ${row(1, 2)}; ${row(2, 2)}; ${row(2, 3)};
    update member_import_rows set state = 'failed', failure = 'x' where line = 3;
    insert into member_import_corrections (import_no, line, username, email, sponsor_no, plans,
      language, proposed_by) values (2, 3, 'right', 'r@x.example', 1, 1, 'en', 'ann');
    ${entry('ann', 'propose import correction', 'import 2', '{"row":3}')};
    insert into alerts (name, limit_value) values ('email_age', 3000), ${guarded.join()}`)
})
afterAll(async () => {
  await web.end()
  await database.close()
})

function draft(state: string, proposer: string, approver: string): string {
  return `insert into catalog_drafts (base_version, note, plans, state, created_by, changed_by,
    proposed_by, proposed_at, starts_at, approved_by, approved_at)
    values (1, '', '{}', '${state}', 'ann', 'ann', ${proposer}, now(), now(), ${approver}, now())`
}
function row(no: number, line: number): string {
  return `insert into member_import_rows (import_no, line, depth, username, email, sponsor_no,
    plans, language, referral_code)
    values (${no}, ${line}, 0, 'm${line}', 'm${line}@x.example', 1, 1, 'en', 'c${line}')`
}
function entry(operator: string, action: string, object: string, after = '{}'): string {
  return `insert into audit_entries (operator, action, object, after)
    values ('${operator}', '${action}', '${object}', '${after}')`
}
const propose = `update catalog_drafts set state = 'proposed', proposed_by = 'ann',
  proposed_at = now(), starts_at = now() where no = 1`
const approve = (no: number, by = 'bob') => `update catalog_drafts set state = 'approved',
  approved_by = '${by}', approved_at = now() where no = ${no}`
const approveImport = `update member_imports set state = 'approved', decided_by = 'bob',
  decided_at = now() where no = 1`
const ask = (by: string) => `update alerts set pending_enabled = false, pending_limit = 10000,
  pending_by = '${by}', pending_at = now() where name = 'solvency'`
const mute = `update alerts set enabled = false, pending_enabled = null, pending_limit = null,
  pending_by = null, pending_at = null where name = 'solvency'`
const approveCorrection = `update member_import_corrections set state = 'approved',
  decided_by = 'bob', decided_at = now()`
const correct = (username: string) => `update member_import_rows set username = '${username}',
  email = 'r@x.example' where line = 3`
const correction = entry('bob', 'approve import correction', 'import 2', '{"row":3}')
const [NONE, DENIED] = ['TF008', '42501']

const CASES: [what: string, code: string, ...statements: string[]][] = [
  ['add an approved draft', NONE, draft('approved', `'ann'`, `'bob'`)],
  ['add a proposed draft', NONE, draft('proposed', `'ann'`, 'null')],
  [
    'add an approved draft with one entry',
    NONE,
    draft('approved', `'ann'`, `'bob'`),
    entry('bob', 'approve catalog draft', 'catalog draft 4'),
  ],
  ['propose', NONE, propose],
  [
    'propose in another name',
    NONE,
    propose,
    entry('eve', 'propose catalog draft', 'catalog draft 1'),
  ],
  ['propose', 'done', propose, entry('ann', 'propose catalog draft', 'catalog draft 1')],
  ['approve', NONE, approve(2)],
  [
    'approve in another name',
    NONE,
    approve(2),
    entry('eve', 'approve catalog draft', 'catalog draft 2'),
  ],
  ['approve', 'done', approve(2), entry('bob', 'approve catalog draft', 'catalog draft 2')],
  [
    'approve as its author',
    NONE,
    `update catalog_drafts set proposed_by = 'cleo' where no = 2`,
    approve(2, 'ann'),
    entry('ann', 'approve catalog draft', 'catalog draft 2'),
  ],
  [
    'propose and approve at once',
    NONE,
    propose,
    entry('ann', 'propose catalog draft', 'catalog draft 1'),
    approve(1),
    entry('bob', 'approve catalog draft', 'catalog draft 1'),
  ],
  [
    'propose and approve in one transaction',
    NONE,
    propose,
    entry('ann', 'propose catalog draft', 'catalog draft 1'),
    'set constraints all immediate; set constraints all deferred',
    approve(1),
    entry('bob', 'approve catalog draft', 'catalog draft 1'),
  ],
  ['change an approved draft', NONE, `update catalog_drafts set plans = '{"a":1}' where no = 3`],
  [
    'bring an approved draft forward',
    NONE,
    `update catalog_drafts set starts_at = '-infinity' where no = 3`,
  ],
  [
    'change a draft while approving it',
    NONE,
    `update catalog_drafts set plans = '{"a":1}' where no = 2`,
    approve(2),
    entry('bob', 'approve catalog draft', 'catalog draft 2'),
  ],
  [
    'add an approved import',
    DENIED,
    `insert into member_imports (name, sha256, state, proposed_by, decided_by, decided_at)
      values ('x', '00', 'approved', 'ann', 'bob', now())`,
  ],
  [
    'propose an import',
    NONE,
    `insert into member_imports (name, sha256, proposed_by) values ('x', '0', 'ann')`,
  ],
  ['approve an import', NONE, approveImport],
  ['approve an import', 'done', approveImport, entry('bob', 'approve import', 'import 1')],
  [
    'approve an import with another row',
    NONE,
    row(1, 9),
    approveImport,
    entry('bob', 'approve import', 'import 1'),
  ],
  ['add rows to an approved import', NONE, row(2, 9)],
  [
    'add rows to an approved import with an entry',
    NONE,
    row(2, 9),
    entry('bob', 'retry import rows', 'import 2'),
  ],
  [
    'reopen a decision',
    NONE,
    `update member_imports set state = 'proposed', decided_by = null,
    decided_at = null where no = 2`,
  ],
  ['change a row', NONE, `update member_import_rows set plans = 31 where import_no = 2`],
  [
    'move a row',
    DENIED,
    `update member_import_rows set import_no = 2, line = 7 where import_no = 1`,
  ],
  ['delete a name before the end', NONE, `update member_import_rows set username = '', email = ''`],
  ['correct a row', NONE, correct('right')],
  ['approve a correction', NONE, approveCorrection],
  ['correct a row as approved', 'done', approveCorrection, correct('right'), correction],
  ['correct a row otherwise', NONE, approveCorrection, correct('wrong'), correction],
  [
    'change another row with a correction',
    NONE,
    approveCorrection,
    correct('right'),
    correction,
    `update member_import_rows set plans = 31 where line = 2`,
  ],
  [
    'add an approved correction',
    DENIED,
    `insert into member_import_corrections (import_no, line, username, email, sponsor_no, plans,
      language, state, proposed_by, decided_by, decided_at)
      values (2, 2, 'z', 'z', 1, 1, 'en', 'approved', 'ann', 'bob', now())`,
    entry('bob', 'approve import correction', 'import 2', '{"row":2}'),
  ],
  ['disable an alert', NONE, `update alerts set enabled = false where name = 'email_age'`],
  [
    'disable an alert with an entry',
    'done',
    `update alerts set enabled = false where name = 'email_age'`,
    entry('ann', 'change alert', 'alert email_age'),
  ],
  ['disable a guarded alert alone', NONE, mute, entry('bob', 'change alert', 'alert solvency')],
  [
    'loosen a guarded alert alone',
    NONE,
    `update alerts set limit_value = 1 where name = 'solvency'`,
    entry('bob', 'change alert', 'alert solvency'),
  ],
  [
    'tighten a guarded alert alone',
    NONE,
    `update alerts set limit_value = 999999 where name = 'solvency'`,
    entry('bob', 'change alert', 'alert solvency'),
  ],
  ['request it without an entry', NONE, ask('ann')],
  ['request it', 'done', ask('ann'), entry('ann', 'ask to change alert', 'alert solvency')],
  [
    'request and disable it at once',
    NONE,
    ask('ann'),
    entry('ann', 'ask to change alert', 'alert solvency'),
    mute,
    entry('bob', 'change alert', 'alert solvency'),
  ],
  ['rename an alert', DENIED, `update alerts set name = 'x' where name = 'solvency'`],
  ['add a disabled alert', DENIED, `insert into alerts values ('chain_lag', false, 1)`],
  ['pretend that an alert was sent', DENIED, 'update alerts set emailed_at = now()'],
  ['record uptime', 'done', `insert into service_minutes values (date_trunc('minute', now()))`],
  ['record uptime in the past', 'TF001', `insert into service_minutes values ('2026-01-01')`],
  [
    'record uptime to come',
    'TF001',
    `insert into service_minutes values (now() + interval '1 day')`,
  ],
]

test.each(CASES)('a web role can’t %s without entries: %s', async (_what, code, ...statements) => {
  const all = [...statements, 'set constraints all immediate']
  expect(await refusedWith(web, all.join(';\n'))).toBe(code)
})

test('disables a guarded alert once a second operator asks for the same', async () => {
  await web.query(`${ask('ann')}; ${entry('ann', 'ask to change alert', 'alert solvency')}`)
  const alone = `${mute}; ${entry('ann', 'change alert', 'alert solvency')}`
  const both = `${mute}; ${entry('bob', 'change alert', 'alert solvency')}`
  const check = '; set constraints all immediate'
  expect(await refusedWith(web, alone + check)).toBe(NONE)
  expect(await refusedWith(web, both + check)).toBe('done')
})

test.each(guardedAlerts)('refuses that one operator silences %s', async (name) => {
  const entry = `insert into audit_entries (operator, action, object)
    values ('ann', 'change alert', 'alert ${name}'); set constraints all immediate`
  for (const change of ['enabled = false', 'limit_value = limit_value + 1']) {
    const statement = `update alerts set ${change} where name = '${name}'; ${entry}`
    expect(await refusedWith(web, statement)).toBe(NONE)
  }
  const again = (limit: bigint) => `insert into alerts (name, limit_value)
    values ('${name}', ${limit}); set constraints all immediate`
  const { limit } = alertKinds[name]
  await database.pool.query(`delete from alerts where name = '${name}'`)
  expect(await refusedWith(web, again(limit + 1n))).toBe(NONE)
  expect(await refusedWith(web, again(limit))).toBe('done')
})
