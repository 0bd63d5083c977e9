import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHead, checkAudit } from '../../../src/server/audit/check-audit.ts'
import { emailAuditHead } from '../../../src/server/monitoring/email-audit-head.ts'
import { addOperator, resetOperator } from '../../../src/server/staff/operators.ts'
import { runProgram } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { disableOperator, openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// The audit log can't be changed. If the database's owner changes it all the same, its hash chain
// reveals it, in the console and on the command line.

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'wanda')
  const notes = Array.from({ length: 12 }, (_, i) =>
    staff.as('support', 'POST', `members/${member.no}/notes/`, { body: { note: `Note ${i}` } }),
  )
  await Promise.all(notes)
})
afterAll(() => staff.close())

const check = async () => (await staff.as('support', 'GET', 'audit/check/')).body

/** Changes the log as its owner can, with the triggers off and on again. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`alter table audit_entries disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table audit_entries enable trigger user`.execute(tx)
  })
}

/** Checks the chain in a transaction that is rolled back afterward. */
async function brokenAfter(statement: ReturnType<typeof sql>): Promise<string | null> {
  let broken: string | null = null
  const undone = new Error('undone')
  const trial = staff.edge.db.transaction().execute(async (tx) => {
    await sql`alter table audit_entries disable trigger user`.execute(tx)
    await statement.execute(tx)
    broken = (await checkAudit(tx)).broken_at
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return broken
}

test('builds one gapless chain from twelve simultaneous writers', async () => {
  const { ok, entries, broken_at: broken } = await check()
  expect([ok, broken]).toEqual([true, null])
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select min(no) as first, max(no) as last from audit_entries`.execute(staff.edge.db)
  expect([Number(rows[0]?.first), Number(rows[0]?.last)]).toEqual([1, entries])
})

test('refuses to change or delete entries in the database', async () => {
  const tries = [
    sql`update audit_entries set reason = 'another'`,
    sql`delete from audit_entries where no = 1`,
    sql`truncate audit_entries`,
    sql`delete from audit_head`,
  ]
  for (const statement of tries) {
    await expect(statement.execute(staff.edge.db)).rejects.toThrow(/append-only|permission denied/)
  }
})

test('dates entries when they are written, and lets no one move the head', async () => {
  const { pool } = staff.edge.context
  await pool.query(`insert into audit_entries (at, operator, action, object, request_id)
    values ('2025-01-01', 'admin', 'back-dated', 'nothing', 'a test')`)
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - at)::float8 as age from audit_entries
    where action = 'back-dated'`.execute(staff.edge.db)
  expect(Math.abs(rows[0]?.age ?? 1e9)).toBeLessThan(60)
  await expect(pool.query('update audit_head set no = 5')).rejects.toMatchObject({ code: '42501' })
  // A session's own table can't take the place of the head.
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`create temp table audit_head (one boolean, no bigint, hash bytea)`)
    await client.query(`insert into pg_temp.audit_head values (true, 5000000, '')`)
    const { rows: added } = await client.query<{ no: bigint }>(`insert into audit_entries
      (operator, action, object, request_id) values ('admin', 'x', 'y', 'z') returning no`)
    expect(Number(added[0]?.no)).toBeLessThan(5_000_000)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('emails the head once a day, which later reveals a rewritten log', async () => {
  const { db } = staff.edge
  const log = pino({ level: 'silent' })
  const tell = () => emailAuditHead({ db: staff.edge.context.db, log }, 'ops@twofold.test')
  await tell()
  await tell()
  const { rows } = await sql<{ text: string }>`select text from emails
    where subject like 'Audit log on %'`.execute(db)
  expect(rows.length).toBe(1)
  const head = /[0-9a-f]{64}/.exec(rows[0]?.text ?? '')?.[0] ?? ''
  expect(await hasHead(db, head)).toBe(true)
  expect(await hasHead(db, head.replace(/^../, head.startsWith('00') ? '11' : '00'))).toBe(false)
})

const rights = (role: string, disabled = false) => ({ role, disabled })

test('records an operator’s rights before and after a command-line change', async () => {
  const { db } = staff.edge
  await addOperator(db, 'Hand', 'support')
  await addOperator(db, 'hand', 'finance')
  await resetOperator(db, 'hand')
  await disableOperator(staff.edge, 'hand')
  await addOperator(db, 'hand', 'admin')
  const { rows } = await sql<{ operator: string; action: string; before: unknown; after: unknown }>`
    select operator, action, before, after from audit_entries
    where object = 'operator hand' order by no`.execute(db)
  const [support, finance] = [rights('support'), rights('finance')]
  const gone = rights('finance', true)
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['add operator', null, support],
    ['add operator', support, finance],
    ['reset operator', finance, finance],
    ['disable operator', finance, gone],
    ['add operator', gone, rights('admin')],
  ])
  expect(new Set(rows.map(({ operator }) => operator))).toEqual(new Set(['command line']))
})

test('locates changed, removed, inserted, and truncated rows', async () => {
  const changed = sql`update audit_entries set operator = operator || '2' where no = 6`
  expect(await brokenAfter(changed)).toBe('6')
  expect(await brokenAfter(sql`delete from audit_entries where no = 6`)).toBe('7')
  const { entries } = await check()
  const last = sql`delete from audit_entries where no = ${entries}`
  expect(await brokenAfter(last)).toBe(String(entries))
  const forged = sql`insert into audit_entries (no, operator, action, object, request_id, hash)
    overriding system value
    values (${entries + 1}, 'admin', 'nothing', 'nothing', 'x', sha256('x'))`
  expect(await brokenAfter(forged)).toBe(String(entries + 1))
})

test('finds entries by operator, action, time, and text; audits exports', async () => {
  const find = async (query: string) =>
    (await staff.as('support', 'GET', `audit/?page_size=50&${query}`)).body.results.map(
      (row) => row.object,
    )
  expect(await find('text=note%207')).toEqual([`member ${member.no}`])
  expect(await find('operator=nobody')).toEqual([])
  expect((await find(`object=member%20${member.no}&action=add%20note`)).length).toBe(12)
  expect(await find('from=2100-01-01T00:00:00Z')).toEqual([])
  const csv = await staff.as('finance', 'GET', 'audit/?action=add%20note&format=csv')
  expect(csv.text.split('\r\n')).toHaveLength(14)
  const { body } = await staff.as('support', 'GET', 'audit/?action=export%20list')
  expect(body.results[0]).toMatchObject({
    operator: 'finance',
    object: 'audit',
    after: { action: 'add note', format: 'csv' },
  })
})

/** `npm run check:ledger` on this database, as its owner. */
async function checkLedger(): Promise<{ code: number; said: string }> {
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(staff.edge.db)
  const url = new URL(staff.edge.context.pool.options.connectionString ?? '')
  url.username = rows[0]?.owner ?? ''
  return await runProgram('cli/check-ledger.ts', { env: { DATABASE_URL: url.href } })
}

test.runIf(isLong)('fails check:ledger and the console’s check for an edited row', async () => {
  const sound = await checkLedger()
  expect([sound.code, sound.said]).toEqual([0, expect.stringContaining('its chain is whole')])
  await tamper(sql`update audit_entries set reason = 'It was not me' where no = 4`)
  expect(await check()).toMatchObject({ ok: false, broken_at: '4' })
  const broken = await checkLedger()
  expect([broken.code, broken.said]).toEqual([1, expect.stringContaining('broken at entry 4')])
})
