import { once } from 'node:events'
import { connect } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../src/db/types.ts'
import { activityFile } from '../../../../src/server/members/activity-file.ts'
import { until } from '../../../support/poll.ts'
import { isLong } from '../../../support/scale.ts'
import { addMember, type TestMember } from '../../support/members.ts'
import {
  disableOperator,
  openStaffEdge,
  signInStaff,
  type StaffEdge,
} from '../../support/staff-edge.ts'

// Exports of more rows than one statement reads.

const STEP = 1_000
const MANY = 10_050
const PAGES = 12
/** Statements that read a whole file of messages: hundreds of rows each, and one to count. */
const FILE_READS = (PAGES * STEP) / 100 + 2

let staff: StaffEdge
let member: TestMember
let base: string
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'active')
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Ann', 'ann@example.org', 'No. ' || n, repeat('Hello? ', 100)
    from generate_series(1, ${PAGES * STEP}::int) n`.execute(staff.edge.db)
  base = await staff.edge.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => staff.close())

/** More members than the order by balance has. */
async function addMany(): Promise<void> {
  const numbers = sql`generate_series(1001, ${1_000 + MANY}::int) as given(n)`
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into members (no, sponsor_no, joined_at, referral_no)
      select n, 1, now(), n from ${numbers}`.execute(tx)
    await sql`insert into identities (member_no, username, email, referral_code)
      select n, 'many' || n, 'many' || n || '@example.org', 'MANY' || n from ${numbers}`.execute(tx)
    await sql`insert into accounts (no, asset, balance)
      select 1000 + 2 * n, 0, n % 1000 from ${numbers}`.execute(tx)
  })
}

const idsOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')

test.runIf(isLong)(
  'exports every member of a large membership, in the order of their numbers',
  async () => {
    await addMany()
    const { text } = await staff.as('support', 'GET', 'members/?format=csv&sort=balance')
    const ids = idsOf(text)
    const { rows } = await sql<{ no: string }>`select no::text from members order by members.no desc
  `.execute(staff.edge.db)
    expect(ids).toEqual(rows.map(({ no }) => no))
  },
)

/** Security events a millisecond apart, and a transfer before the last few of them. */
async function fillHistory(): Promise<void> {
  await sql`insert into security_events (member_no, kind, at)
    select ${member.no}::int, 'signed_out', '2026-01-01'::timestamptz + n / 7 * interval '1 ms'
    from generate_series(1, 2 * ${STEP}::int + 500) n`.execute(staff.edge.db)
  await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
      amount, rate_e8, block_number, block_at, state, seen_at)
    values (900, 'mainnet', ${'ab'.repeat(32)}, 1, 0, ${member.no}, 'T', 1, 1, 1, now(),
      'unattributed', '2026-01-01 00:00:00.350')`.execute(staff.edge.db)
}

test('has each act of a member once, whatever happens meanwhile', async () => {
  await fillHistory()
  const { rows } = await sql<{ id: string }>`select 'security-' || no as id from security_events
    where member_no = ${member.no}`.execute(staff.edge.db)
  const file = activityFile(staff.edge.context.read, member.no)
  const ids: string[] = []
  for (let after: string | undefined; ; after = ids.at(-1)) {
    const page = await file.read({ limit: STEP, after })
    ids.push(...page.map(file.keyOf))
    if (page.length < STEP) break
    // It was in the file already, and is now newer than the file.
    await sql`update transfers set state = 'too_small', settled_at = now()
      where no = 900 and state = 'unattributed'`.execute(staff.edge.db)
    await sql`insert into security_events (member_no, kind) values (${member.no}, 'signed_out')
    `.execute(staff.edge.db)
  }
  const written = ids.filter((id) => id.startsWith('security-'))
  expect(new Set(written).size).toBe(written.length)
  expect(rows.map(({ id }) => id).filter((id) => !written.includes(id))).toEqual([])
})

test('resets an old client’s connection if the database fails midway', async () => {
  const { edge } = staff
  const { headers } = await signInStaff(edge, 'reader', 'support')
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const [first] = await Promise.all([
    once(socket, 'data'),
    new Promise((done) =>
      socket.write(
        `GET /api/operator/messages/?format=csv HTTP/1.0\r\nHost: ${hostname}\r\n` +
          `cookie: ${headers.cookie}\r\norigin: ${headers.origin}\r\n\r\n`,
        done,
      ),
    ),
  ])
  socket.pause()
  expect(String(first)).toContain('200 OK')
  await sql`alter table contact_messages rename to away`.execute(edge.db)
  const ended = once(socket, 'end').then(
    () => 'like a whole file',
    ({ code }: { code?: string }) => code,
  )
  socket.resume()
  expect(await ended).toBe('ECONNRESET')
  await sql`alter table away rename to contact_messages`.execute(edge.db)
})

test.runIf(isLong)('reads no further rows for a HEAD request', async () => {
  const { edge } = staff
  let reads = 0
  const listening = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: edge.context.pool }),
    log: ({ query }) => void (reads += Number(query.sql.includes('from "contact_messages"'))),
  })
  Object.assign(edge.context, { db: listening })
  const { headers } = await signInStaff(edge, 'header', 'support')
  const url = `${base}/api/operator/messages/?format=csv`
  const { status, headers: sent } = await fetch(url, { method: 'HEAD', headers })
  expect([status, sent.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  // Meanwhile, a whole file gives the other one the time to be read.
  await (await fetch(url, { headers })).text()
  expect(reads).toBeLessThan(FILE_READS + 5)
})

test.each([
  ['is disabled', (name: string) => disableOperator(staff.edge, name)],
  [
    'signs out',
    (_name: string, headers: Record<string, string>) =>
      staff.edge.call('POST', '/api/operator/auth/logout/', { headers, body: {} }),
  ],
])('breaks a file off once the operator %s', async (what, end) => {
  const { edge } = staff
  const name = `reader-${what.split(' ')[0]}`
  const { headers } = await signInStaff(edge, name, 'support')
  const { body } = await fetch(`${base}/api/operator/messages/?format=csv`, { headers })
  const reader = body?.getReader()
  await reader?.read()
  await end(name, headers)
  const rest = (async () => {
    let lines = 0
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      lines += Buffer.from(part.value).toString('utf8').split('\r\n').length - 1
    }
    return `${lines} more rows`
  })()
  await expect(rest).rejects.toThrow('terminated')
})

test.runIf(isLong)(
  'sends a file to its end while the server stops, and doesn’t wait after it',
  async () => {
    const { edge } = staff
    const { headers } = await signInStaff(edge, 'patient', 'support')
    const { body } = await fetch(`${base}/api/operator/messages/?format=csv`, { headers })
    const reader = body?.getReader()
    let stopped = false
    let stop: Promise<unknown> | undefined
    let lines = 0
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      lines += Buffer.from(part.value).toString('utf8').split('\r\n').length - 1
      // A stopping server waits ten seconds, in which a busy machine must send the rest.
      if (lines > (PAGES - 4) * STEP) stop ??= edge.app.close().then(() => (stopped = true))
    }
    expect(lines).toBeGreaterThan((PAGES - 5) * STEP)
    // Far less than the minute for which a connection may be kept.
    await until('the server to stop', () => stopped, { deadlineMs: 30_000 })
    await stop
  },
)
