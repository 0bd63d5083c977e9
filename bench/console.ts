/** The console's lists with a million members and five million postings: p95 of each. */
import { sql } from 'kysely'
import { addOperator } from '../src/server/staff/operators.ts'
import { addConsoleRows, BUSY_MEMBER, CONSOLE_LISTS } from './console-rows.ts'
import type { BenchDatabase } from './database.ts'
import { startServer } from './http.ts'
import { nameMembers } from './network.ts'
import { hold, note } from './report.ts'

const ROUNDS = 60
const ROWS_EACH = 200_000

type Ask = (path: string) => Promise<void>

async function signIn(database: BenchDatabase, port: number): Promise<Ask> {
  const password = await addOperator(database.db, 'bench', 'admin')
  const url = `http://127.0.0.1:${port}/api/operator/`
  const answer = await fetch(`${url}auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password }),
  })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return async (path) => {
    const list = await fetch(`${url}${path}`, { headers: { cookie } })
    const text = await list.text()
    if (list.status !== 200) throw new Error(`${path} answered ${list.status}: ${text}`)
  }
}

/** The 95th percentile of a list's answers in milliseconds, one request after the other. */
async function p95(ask: Ask, path: string): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await ask(path)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await ask(path)
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0
}

/** Measures every list on a database in which a network has been populated. */
export async function measureConsole(database: BenchDatabase, members: number): Promise<void> {
  const { db } = database
  await nameMembers(db)
  await addConsoleRows(db, members, ROWS_EACH)
  const { rows } = await sql<{ members: number; postings: number }>`
    select (select count(*)::int from members) as members,
      (select count(*)::int from postings) as postings`.execute(db)
  note('members', rows[0]?.members ?? 0, '')
  note('postings', rows[0]?.postings ?? 0, '')
  note('rows in each other list, and notes about one member', ROWS_EACH, '')
  const { port, stop } = await startServer(database.url)
  try {
    const ask = await signIn(database, port)
    for (const [name, path] of CONSOLE_LISTS) {
      hold(`${name}: p95 in ms`, await p95(ask, path), { atMost: 50 })
    }
    hold('a member: p95 in ms', await p95(ask, `members/${BUSY_MEMBER}/`), { atMost: 50 })
    // These aren't lists. They count and add up, and every open console requests the first.
    note('the overview: p95 in ms', await p95(ask, 'overview/'), '')
    note('trends of 30 days: p95 in ms', await p95(ask, 'overview/trends/?days=30'), '')
  } finally {
    await stop()
  }
}
