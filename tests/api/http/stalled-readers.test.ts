import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/app/app.ts'
import { heldBytes } from '../../support/memory.ts'
import { until } from '../../support/poll.ts'
import { isLong, sample, times } from '../../support/scale.ts'
import { addMember, type TestMember } from '../support/members.ts'
import { openStaffEdge, signInStaff, type StaffEdge } from '../support/staff-edge.ts'

// Readers who open a long answer and then don't read it.

const MB = 1024 * 1024
const OWN_MESSAGES = times(3_000)
/** Together with twelve readers, several times what the server may hold. */
const MESSAGES = isLong ? 6_000 : 2_000

let staff: StaffEdge
let base: string
/** The server's ends of the connections. */
const served = new Set<Socket>()
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  const { edge } = staff
  member = await addMember(edge, 'reader')
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Ann', 'ann@example.org', 'No. ' || n, repeat('Hello ✓', 700)
    from generate_series(1, ${MESSAGES}::int) n`.execute(edge.db)
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Reader', (select email from identities where member_no = ${member.no}), 'No. ' || n,
      (select string_agg(md5(n || '-' || i), ' ') from generate_series(1, 150) i)
    from generate_series(1, ${OWN_MESSAGES}::int) n`.execute(edge.db)
  await fillWallet(member)
  edge.app.server.on('connection', (socket) => {
    served.add(socket)
    socket.once('close', () => served.delete(socket))
  })
  base = await edge.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => staff.close())

/** Almost as many postings as a statement may have. */
async function fillWallet({ no }: TestMember): Promise<void> {
  const numbers = sql`generate_series(1000001, 1009900) n`
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into journals (no, seq, kind, subject, at)
      select n, n, 1, n, '2026-01-01'::timestamptz + n * interval '1 s' from ${numbers}`.execute(tx)
    await sql`insert into postings
        (journal_no, line, account_no, asset, purpose, amount, balance_after)
      select n, 0, ${1000 + 2 * no}::int, 0, 5, 1, n - 1000000 from ${numbers}`.execute(tx)
  })
}

/** What this process holds, including what its connections have yet to send. */
const held = (): number =>
  [...served].reduce((sum, { writableLength }) => sum + writableLength, heldBytes())

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until('the end of their connections', () => served.size === 0)
})

/** Sends a request, and reads only the beginning of its answer. */
async function stall(at: string, call: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(at)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${call} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`)
  const first = await once(socket, 'data')
  socket.pause()
  const [head = ''] = String(first).split('\r\n\r\n')
  const status = Number(head.split(' ')[1])
  return { socket, status, retryAfter: /^retry-after: (\d+)$/im.exec(head)?.[1] }
}

const FILE = 'GET /api/operator/messages/?format=csv'
const STATEMENT =
  'GET /api/accounts/statement/?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&format=html'
const OWN_DATA = 'POST /api/accounts/data/'

test.runIf(isLong)('holds little for exports that nobody reads', async () => {
  const readers = []
  for (const name of sample(['ann', 'ben', 'cat', 'dan'], 2)) {
    readers.push((await signInStaff(staff.edge, name, 'support')).headers)
  }
  const before = held()
  for (const headers of readers) {
    for (let i = 0; i < 6; i++) expect((await stall(base, FILE, headers)).status).toBe(200)
  }
  await until('what they hold', () => held() - before < 64 * MB)
})

test.runIf(isLong)('holds little for files of own data that nobody reads', async () => {
  const headers = { authorization: `Bearer ${member.access}` }
  const before = held()
  for (let i = 0; i < 6; i++) expect((await stall(base, OWN_DATA, headers)).status).toBe(200)
  // Each has 15 MB, of digests that hardly compress.
  await until('what they hold', () => held() - before < 64 * MB)
})

test.runIf(isLong)('holds a document once for all who don’t read it', async () => {
  await staff.edge.call('GET', '/api/openapi.json')
  const before = held()
  for (let i = 0; i < 100; i++) {
    expect((await stall(base, 'GET /api/openapi.json', {})).status).toBe(200)
  }
  await until('what they hold', () => held() - before < 10 * MB)
})

const callers: [who: string, call: string, signIn: () => Promise<Record<string, string>>][] = [
  ['operator', FILE, async () => (await signInStaff(staff.edge, 'eve', 'support')).headers],
  ['member', OWN_DATA, async () => ({ authorization: `Bearer ${member.access}` })],
]
test.each(sample(callers, 2))(
  'limits how many files of one %s are open',
  async (_who, call, signIn) => {
    const headers = await signIn()
    const open = []
    for (let i = 0; i < 6; i++) open.push(await stall(base, call, headers))
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    expect(await stall(base, call, headers)).toMatchObject({ status: 429, retryAfter: '15' })
    open[0]?.socket.destroy()
    await until('a free place', async () => (await stall(base, call, headers)).status === 200)
  },
)

test('ends a file that nobody reads, and no other', async () => {
  const { edge } = staff
  const places = { webDirectory: 'no build', consoleDirectory: 'no build' }
  const app = await buildApp(edge.context, { ...places, readerIdleMs: 100 })
  try {
    const at = await app.listen({ port: 0, host: '127.0.0.1' })
    const { headers } = await signInStaff(edge, 'fay', 'support')
    const { socket } = await stall(at, FILE, headers)
    const connections = () =>
      new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)))
    await until('the end of its connection', async () => (await connections()) === 0)
    socket.destroy()
    const text = await (await fetch(at + FILE.slice(4), { headers })).text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + MESSAGES + OWN_MESSAGES)
    expect(text.match(/Hello ✓/g)).toHaveLength(MESSAGES * 700)
    const own = { authorization: `Bearer ${member.access}` }
    const answer = await fetch(at + STATEMENT.slice(4), { headers: own })
    const page = await answer.text()
    expect(page.match(/<tr/g)).toHaveLength(9_903)
    expect(Buffer.byteLength(page)).toBe(Number(answer.headers.get('content-length')))
  } finally {
    await app.close()
  }
})
