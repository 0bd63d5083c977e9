import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { storePayoutHold } from '../../src/server/pins/payout-hold.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { refusedWith } from './refused-with.ts'

// With a process's password alone, nobody shortens the waiting period, silences emails, or ends
// what others decided without a trace: docs/security.md, "A stolen web process".

type Role = 'web' | 'mail' | 'worker' | 'ledger'
const roles: readonly Role[] = ['web', 'mail', 'worker', 'ledger']

let database: TestDatabase
let pools: Record<Role, Pool>
beforeAll(async () => {
  database = await createTestDatabase()
  const opened = roles.map((role) => [
    role,
    openPool({ connectionString: database.urlOfPart(role), name: role, maxConnections: 1 }),
  ])
  pools = Object.fromEntries(opened) as typeof pools // one for each role
  // Rows as the product leaves them, written by the owner.
  await database.pool.query(`
    update payout_hold set seconds = 86400;
    insert into identities (member_no, username, email, referral_code, wallet_address, hold_until)
      values (2, 'ann', 'ann@x.example', 'c2', 'T1', null),
        (3, 'bob', 'bob@x.example', 'c3', 'T2', now() + interval '5 hours');
    insert into emails (recipient, kind, subject, text) values ('ops@x.example', 'alert', '', '');
    insert into dispute_links (hash, member_no, kind, mailbox)
      values ('a', 2, 'wallet_changed', 'ann@x.example');
    insert into dispute_links (hash, member_no, kind, mailbox, expires_at)
      values ('b', 2, 'wallet_changed', 'ann@x.example', now() - interval '9 days');
    insert into access_changes (kind, username, reason, requested_by)
      values ('disable', 'bob', 'r', 'ann');
    ${entry('ann', 'request access change', 'operator bob', '{"id":"1"}')};
    insert into access_changes (kind, username, reason, requested_by, requested_at)
      values ('disable', 'carl', 'r', 'ann', now() - interval '8 days');
    insert into catalog_drafts (base_version, note, plans, state, created_by, changed_by,
        proposed_by, proposed_at, starts_at, approved_by, approved_at)
      values (1, '', '{}', 'approved', 'ann', 'ann', 'ann', now(), now(), 'bob', now()),
        (1, '', '{}', 'draft', 'ann', 'ann', null, null, null, null, null);
    ${report('web', 1)}; ${report('worker', 1)}; ${report('web', 2, 'infinity')};
    ${report('ledger', 3, '2026-01-01')}`)
})
afterAll(async () => {
  await Promise.all(Object.values(pools ?? {}).map((pool) => pool.end()))
  await database.close()
})

function report(role: string, version: number, at = 'now'): string {
  return `insert into processes (id, role, version, schema_version, host, seen_at)
    values (gen_random_uuid(), '${role}', '0.${version}', ${version}, 'here', '${at}')`
}
function entry(operator: string, action: string, object: string, after = '{}'): string {
  return `insert into audit_entries (operator, action, object, after)
    values ('${operator}', '${action}', '${object}', '${after}')`
}
const move = `update identities set wallet_address = 'T9' where member_no = 2`
const event = (kind: string) =>
  `insert into security_events (member_no, kind) values (2, '${kind}')`
const tell = (to: string, kind = 'security') =>
  `insert into emails (recipient, kind, subject, text) values ('${to}', '${kind}', '', '')`
const decide = (approved: boolean, by: string, username = 'bob') =>
  `update access_changes set approved = ${approved}, decided_by = '${by}', decided_at = now()
    where username = '${username}'`
const publish = `update catalog_drafts set state = 'published', version = 2 where no = 1`
const published = entry('bob', 'publish catalog', 'catalog 2', '{"draft":"1"}')
const [DENIED, KEPT, NONE] = ['42501', 'TF001', 'TF008']

const CASES: [what: string, role: Role, code: string, ...statements: string[]][] = [
  ['mark emails as sent', 'web', DENIED, 'update emails set sent_at = now()'],
  ['mark emails as sent', 'ledger', DENIED, 'update emails set sent_at = now()'],
  ['send others’ emails elsewhere', 'web', DENIED, `update emails set recipient = 'x'`],
  ['change the text of emails', 'web', DENIED, `update emails set content = null`],
  ['keep emails locked', 'web', DENIED, 'lock table emails in share mode'],
  ['send emails', 'web', 'done', tell('x@x.example')],
  ['send others’ emails elsewhere', 'mail', DENIED, `update emails set recipient = 'x'`],
  ['send emails', 'mail', 'done', 'update emails set sent_at = now()'],
  ['change a wallet address without a trace', 'web', NONE, move],
  ['change it with an event alone', 'web', NONE, move, event('wallet_changed')],
  ['change it with an email alone', 'web', NONE, move, tell('ann@x.example')],
  [
    'tell someone else about it',
    'web',
    NONE,
    move,
    event('wallet_changed'),
    tell('thief@x.example'),
  ],
  [
    'change the email address first',
    'web',
    NONE,
    `update identities set email = 'thief@x.example' where member_no = 2`,
    move,
    event('wallet_changed'),
    tell('thief@x.example'),
  ],
  [
    'tell nobody in the right words',
    'web',
    NONE,
    move,
    event('wallet_changed'),
    tell('ann@x.example', 'news'),
  ],
  [
    'tell them never',
    'web',
    NONE,
    move,
    event('wallet_changed'),
    `insert into emails (recipient, kind, subject, text, next_at)
      values ('ann@x.example', 'security', '', '', 'infinity')`,
  ],
  [
    'pretend that it changed long ago',
    'web',
    DENIED,
    move,
    `insert into security_events (member_no, kind, at) values (2, 'wallet_changed', '2026-01-01')`,
    tell('ann@x.example'),
  ],
  ['change it as members do', 'web', 'done', move, event('wallet_changed'), tell('Ann@x.example')],
  [
    'give another account the number',
    'web',
    KEPT,
    'update identities set member_no = 9 where member_no = 2',
  ],
  ['end a hold', 'web', KEPT, 'update identities set hold_until = null where member_no = 3'],
  ['shorten a hold', 'web', KEPT, 'update identities set hold_until = now() where member_no = 3'],
  [
    'begin a hold',
    'web',
    'done',
    `update identities set hold_until = now() + interval '9 hours' where member_no = 3`,
  ],
  ['shorten the waiting period', 'web', DENIED, 'update payout_hold set seconds = 0'],
  ['shorten the waiting period', 'mail', DENIED, 'update payout_hold set seconds = 0'],
  ['set the waiting period', 'worker', 'done', 'update payout_hold set seconds = 3600'],
  ['change the activity', 'web', DENIED, `update security_events set kind = 'x'`],
  [
    'sign in as an operator',
    'ledger',
    DENIED,
    `insert into operator_sessions (hash, operator, expires_at) values ('a', 'ann', 'infinity')`,
  ],
  [
    'keep an operator’s session alive',
    'ledger',
    DENIED,
    `update operator_sessions set expires_at = 'infinity'`,
  ],
  [
    'step up as an operator',
    'ledger',
    DENIED,
    'update operator_sessions set stepped_up_at = now()',
  ],
  ['end an operator’s sessions', 'ledger', 'done', 'update operator_sessions set ended_at = now()'],
  ['set an operator’s password', 'ledger', DENIED, `update operators set password_hash = ''`],
  ['add an operator', 'ledger', DENIED, 'insert into operators default values'],
  ['add an API key', 'ledger', DENIED, 'insert into api_keys default values'],
  ['keep an API key alive', 'ledger', DENIED, `update api_keys set expires_at = 'infinity'`],
  ['sign in as a member', 'ledger', DENIED, 'insert into sessions default values'],
  ['step up as a member', 'ledger', DENIED, 'update sessions set stepped_up_at = now()'],
  [
    'make a link to a member’s account',
    'ledger',
    DENIED,
    'insert into email_tokens default values',
  ],
  [
    'send events elsewhere',
    'mail',
    DENIED,
    `update webhook_endpoints set url = 'https://x.example/'`,
  ],
  ['sign events with another secret', 'mail', DENIED, `update webhook_endpoints set secret = ''`],
  [
    'send events elsewhere',
    'worker',
    DENIED,
    `update webhook_endpoints set url = 'x', secret = ''`,
  ],
  ['add a webhook', 'worker', DENIED, 'insert into webhook_endpoints default values'],
  ['remove webhooks', 'worker', DENIED, 'delete from webhook_endpoints'],
  ['record a failing webhook', 'mail', 'done', 'update webhook_endpoints set failed_at = now()'],
  ['delete links to dispute', 'web', DENIED, 'delete from dispute_links'],
  ['delete young links to dispute', 'mail', KEPT, 'delete from dispute_links'],
  ['delete old links', 'mail', 'done', 'delete from dispute_links where expires_at < now()'],
  ['expire links', 'web', KEPT, 'update dispute_links set expires_at = now()'],
  ['move links', 'web', DENIED, `update dispute_links set mailbox = 'x'`],
  ['keep links locked', 'web', DENIED, 'lock table dispute_links in share mode'],
  ['use up links', 'web', NONE, 'update dispute_links set used_at = now()'],
  ['use up links', 'web', 'done', 'update dispute_links set used_at = now()', event('disputed')],
  ['approve a change of rights', 'web', NONE, decide(true, 'zoe')],
  ['request a change of rights', 'mail', DENIED, 'insert into access_changes default values'],
  ['change what was requested', 'mail', DENIED, `update access_changes set role = 'admin'`],
  ['approve a change of rights', 'mail', NONE, decide(true, 'zoe')],
  [
    'approve it with an entry',
    'mail',
    DENIED,
    decide(true, 'zoe'),
    entry('zoe', 'approve access change', 'operator bob', '{"id":"1"}'),
  ],
  [
    'approve it with an entry about another',
    'web',
    NONE,
    decide(true, 'zoe'),
    entry('zoe', 'approve access change', 'operator bob', '{"id":"2"}'),
  ],
  [
    'approve it with an entry',
    'web',
    'done',
    decide(true, 'zoe'),
    entry('zoe', 'approve access change', 'operator bob', '{"id":"1"}'),
    entry('zoe', 'end session', 'operator bob'),
  ],
  ['reject it', 'web', NONE, decide(false, 'zoe')],
  [
    'reject it before its time',
    'mail',
    NONE,
    decide(false, 'time limit'),
    entry('time limit', 'reject access change', 'operator bob', '{"id":"1"}'),
  ],
  ['reject an old one', 'mail', NONE, decide(false, 'time limit', 'carl')],
  [
    'reject an old one with an entry',
    'mail',
    'done',
    decide(false, 'time limit', 'carl'),
    entry('time limit', 'reject access change', 'operator carl', '{"id":"2"}'),
  ],
  [
    'request a change of rights',
    'web',
    NONE,
    `insert into access_changes (kind, username, reason, requested_by)
      values ('disable', 'dora', 'r', 'ann')`,
  ],
  [
    'request a change of rights and approve it at once',
    'web',
    NONE,
    `do $$ declare n bigint; begin
      insert into access_changes (kind, username, reason, requested_by)
        values ('disable', 'dora', 'r', 'ann') returning no into n;
      insert into audit_entries (operator, action, object, after) values ('ann',
        'request access change', 'operator dora', jsonb_build_object('id', n::text));
      set constraints all immediate; set constraints all deferred;
      update access_changes set approved = true, decided_by = 'zoe', decided_at = now()
        where no = n;
      insert into audit_entries (operator, action, object, after) values ('zoe',
        'approve access change', 'operator dora', jsonb_build_object('id', n::text)); end $$`,
  ],
  [
    'add an approved change of rights',
    'web',
    DENIED,
    `insert into access_changes (kind, username, reason, requested_by, approved, decided_by,
      decided_at) values ('disable', 'dora', 'r', 'ann', true, 'zoe', now())`,
    entry('zoe', 'approve access change', 'operator dora', '{"id":"3"}'),
  ],
  ['cancel an approved plan change', 'web', NONE, publish],
  ['cancel it with an entry', 'web', NONE, publish, published],
  ['publish it without an entry', 'ledger', NONE, publish],
  ['publish it', 'ledger', 'done', publish, published],
  [
    'reopen it',
    'web',
    NONE,
    `update catalog_drafts set state = 'draft', revision = revision + 1, proposed_by = null,
      proposed_at = null, starts_at = null, approved_by = null, approved_at = null where no = 1`,
  ],
  [
    'return it without an entry',
    'worker',
    NONE,
    `update catalog_drafts set state = 'draft', revision = revision + 1, proposed_by = null,
      proposed_at = null, starts_at = null, approved_by = null, approved_at = null where no = 1`,
  ],
  [
    'return it',
    'worker',
    'done',
    `update catalog_drafts set state = 'draft', revision = revision + 1, proposed_by = null,
      proposed_at = null, starts_at = null, approved_by = null, approved_at = null where no = 1`,
    entry('publication', 'return catalog draft', 'catalog draft 1'),
  ],
  ['publish it', 'worker', DENIED, publish, published],
  [
    'discard it',
    'worker',
    NONE,
    `update catalog_drafts set state = 'discarded' where no = 2`,
    entry('ann', 'discard catalog draft', 'catalog draft 2'),
  ],
  ['discard a draft', 'web', NONE, `update catalog_drafts set state = 'discarded' where no = 2`],
  [
    'discard it with an entry',
    'web',
    'done',
    `update catalog_drafts set state = 'discarded' where no = 2`,
    entry('ann', 'discard catalog draft', 'catalog draft 2'),
  ],
  ['hide a process of another role', 'mail', DENIED, `delete from processes where role = 'web'`],
  ['hide a process of another role', 'web', DENIED, `delete from processes where role = 'worker'`],
  ['keep one alive', 'mail', DENIED, `update processes set seen_at = now() where role = 'web'`],
  [
    'be older than it is',
    'web',
    KEPT,
    `update processes set schema_version = 3 where role = 'web'`,
  ],
  ['end its own', 'web', 'done', `delete from processes where role = 'web'`],
  [
    'delete the records of killed and false ones',
    'mail',
    'done',
    `delete from processes where seen_at not between now() - interval '1 day' and now()`,
  ],
]

test.each(CASES)('%s, in the role of %s: %s', async (_what, role, code, ...statements) => {
  const all = [...statements, 'set constraints all immediate']
  expect(await refusedWith(pools[role], all.join(';\n'))).toBe(code)
})

test('a new address holds payouts for the whole waiting period', async () => {
  const client = await pools.web.connect()
  try {
    await client.query('begin')
    await client.query('select pg_sleep(0.2)')
    await client.query(`${move}; ${event('wallet_changed')}; ${tell('ann@x.example')}; commit`)
  } finally {
    client.release()
  }
  const { rows } = await database.pool.query<{ left: number }>(
    `select extract(epoch from hold_until - now())::float as left from identities
      where member_no = 2`,
  )
  expect(rows[0]?.left).toBeGreaterThan(86_399)
  const again = `update identities set hold_until = now() where member_no = 2`
  expect(await refusedWith(pools.web, again)).toBe(KEPT)
})

test('stores the waiting period of a process that pays', async () => {
  await storePayoutHold(openKysely(pools.worker), { withdrawalHoldMs: 7_200_000 })
  const { rows } = await database.pool.query('select seconds from payout_hold')
  expect(rows).toEqual([{ seconds: 7200 }])
})

test('a process reports its own part, and the time that it is', async () => {
  await pools.mail.query(report('web', 7, 'infinity'))
  const { rows } = await database.pool.query(
    `select role, seen_at between now() - interval '1 minute' and now() as is_now from processes
      where version = '0.7'`,
  )
  expect(rows).toEqual([{ role: 'mail', is_now: true }])
})
