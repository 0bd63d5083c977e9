import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../../../src/server/audit/audit.ts'
import { startLoggingEntries } from '../../../src/server/audit/log-entries.ts'
import { listLostActions } from '../../../src/server/cli/lost-actions.ts'
import { emailAuditHead } from '../../../src/server/monitoring/email-audit-head.ts'
import { lostLines, openLogOutput } from '../../../src/terminal/log-output.ts'
import { openLog } from '../../../src/server/startup/log.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { runProgram } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { addMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// After a restore, the processes' logs still tell what operators did in the lost time.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

/** What a process that logs entries would write, until a line contains the text. */
async function logUntil(text: string): Promise<string[]> {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info', part: 'worker' }, { write: (line) => lines.push(line) })
  const { db, stopping } = staff.edge.context
  const worker = startLoggingEntries({ db, log, stopping })
  await until(`a line with ${text}`, async () => lines.some((line) => line.includes(text)))
  await worker.stop()
  return lines
}

test.runIf(isLong)('stops although nobody reads the log', async () => {
  const { db, stopping } = staff.edge.context
  const path = join(await mkdtemp(join(await scratchDirectory(), 'fifo-')), 'log')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const log = pino({}, openLogOutput(fd))
  // More than a pipe holds.
  for (let i = 0; i < 2_000; i++) log.info({ text: 'x'.repeat(100) })
  const stopped = startLoggingEntries({ db, log, stopping }).stop()
  await expect(stopped).resolves.toBeUndefined()
  const read = setInterval(() => {
    try {
      readSync(fd, Buffer.alloc(65_536))
    } catch {
      // Nothing is there at the moment.
    }
  }, 10)
  await new Promise<void>((resolve) => log.flush(() => resolve()))
  clearInterval(read)
  closeSync(fd)
})

test.runIf(isLong)('repeats entries whose lines a full disk lost', async () => {
  const { db, stopping } = staff.edge.context
  const path = join(await mkdtemp(join(await scratchDirectory(), 'lines-')), 'log')
  const fd = openSync('/dev/full', 'w')
  const lostBefore = lostLines()
  const worker = startLoggingEntries({ db, log: pino({}, openLogOutput(fd)), stopping })
  await until('a loss', () => lostLines() > lostBefore)
  closeSync(fd)
  // The lowest number that is free.
  expect(openSync(path, 'w')).toBe(fd)
  const first = { operator: 'admin', action: 'first', object: 'x', requestId: 'a test' }
  await db.transaction().execute((tx) => audit(tx, [first, { ...first, action: 'second' }]))
  const read = () => actionsIn(readFileSync(path, 'utf8').trimEnd().split('\n').filter(Boolean))
  await until('the entries', () => read().includes('second'))
  await worker.stop()
  closeSync(fd)
  const { rows } = await sql<{ action: string }>`select action from audit_entries
    where no > coalesce((select max(no) from emailed_audit_heads), 0) order by no`.execute(db)
  expect(read()).toEqual(rows.map(({ action }) => action))
})

const actionsIn = (lines: readonly string[]) =>
  lines.map((line) => z.object({ action: z.string() }).parse(JSON.parse(line)).action)

async function* asJournal(lines: readonly string[]) {
  yield* ['Nov 29 12:00:00 host node[7]: started', '{broken "audit entry"', '{"msg":"audit entry"}']
  yield* lines.map((line) => `Nov 29 12:00:01 host node[7]: ${line}`)
}

test('lists what operators did that a restored database lacks', async () => {
  const { edge } = staff
  const member = await addMember(edge, 'anna')
  await staff.as('support', 'POST', `members/${member.no}/notes/`, { body: { note: 'Hello' } })
  const lines = await logUntil('add note')
  // A later run starts after the head of the last email, and so repeats none of the days before.
  await emailAuditHead(edge.context, 'ops@twofold.test')
  await addOperator(edge.db, 'newcomer', 'support')
  const object = 'wallet TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const entry = { operator: 'admin', action: 'retire wallet', object, requestId: 'a test' }
  await edge.db.transaction().execute((tx) => audit(tx, [entry]))
  const later = await logUntil('retire wallet')
  expect(actionsIn(later)).toEqual(['add operator', 'retire wallet'])
  const all = [...lines, ...later]

  const whole = await listLostActions(edge.db, asJournal([...all, ...all]))
  expect(whole).toEqual({ read: all.length * 2, lost: [] })

  const restored = await createTestDatabase()
  try {
    await addOperator(restored.db, 'someone', 'support')
    const { lost } = await listLostActions(restored.db, asJournal([...all, ...all]))
    expect(lost.length).toBe(all.length)
    expect(lost.at(-2)).toMatch(/^\d{4}-.*Z  command line  add operator  operator newcomer$/)
    expect(lost.at(-1)).toMatch(new RegExp(`  admin  retire wallet  ${object}$`))
    const env = { DATABASE_URL: restored.url, AUTH_SECRET: edge.config.authSecret }
    const said = await runProgram('cli/operator.ts', {
      args: ['lost-actions'],
      env,
      input: all.join('\n'),
    })
    expect(said.stdout).toMatch(new RegExp(`${all.length} that the database lacks\n$`))
    if (!isLong) return
    const none = await runProgram('cli/operator.ts', { args: ['lost-actions'], env, input: '{}' })
    expect(none.code).toBe(1)
    expect(none.said).toMatch(/^The log has no lines about audit entries\./)
  } finally {
    await restored.close()
  }
})

test('shows a lost action despite false lines about it', async () => {
  const restored = await createTestDatabase()
  onTestFinished(() => restored.close())
  const entry = { msg: 'audit entry', hash: 'ab'.repeat(32), at: '2026-11-20T08:00:00.000Z' }
  const line = (part: string, operator: string, action: string, text: string) =>
    JSON.stringify({ ...entry, part, operator, action, object: Buffer.from(text).toString('hex') })
  const real = line('worker', 'ann', 'disable operator', 'operator eve')
  const lines = [
    line('web', 'ann', 'add note', 'member 1'),
    real,
    line('web', 'ann', 'add note', 'member 2'),
    line('mail', 'ann', 'add note', 'member 2'),
    line('chain', 'ann', 'add note', 'member 3'),
    real,
  ]
  const { read, lost } = await listLostActions(restored.db, asJournal(lines))
  expect(read).toBe(3)
  expect(lost).toEqual([
    `${entry.at}  ann  disable operator  operator eve  (its lines differ)`,
    `${entry.at}  ann  add note  member 3  (its lines differ)`,
  ])
})
