import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bodyOf, itemAt } from '../../support/answer.ts'
import type { Pool } from 'pg'
import { openPool } from '../../../src/db/pool.ts'
import { openReads } from '../../../src/server/reads/open-reads.ts'
import { exportFigures } from '../../../src/server/metrics/export-figures.ts'
import { openMetrics } from '../../../src/server/metrics/metrics.ts'
import { openEdge, type Edge } from '../../api/support/edge.ts'
import { growMember } from '../../api/support/grow-member.ts'
import { addMember, fundMember, type TestMember } from '../../api/support/members.ts'
import { signInStaff } from '../../api/support/staff-edge.ts'
import { openEventStream } from '../../support/event-stream.ts'
import { until } from '../../support/poll.ts'
import { openReplicated, type Replicated } from '../../support/replication/replicated.ts'
import { isLong, sample } from '../../support/scale.ts'
import type { Server } from '../../support/replication/standby.ts'
import { openTcpProxy } from '../../support/wire/tcp-proxy.ts'

// Callers see their own writes, whatever the replicas do, and never an error because of one.

let edge: Edge
let servers: Replicated
let headers: Record<string, string>
let members: TestMember[]
const targets = { primary: 0, replica: 0 }

beforeAll(async () => {
  servers = await openReplicated(2)
  const { database, standbys } = servers
  edge = await openEdge({}, undefined, pino({ level: 'silent' }), {
    database,
    // The list may name the primary too. It isn't a replica until another server is the primary.
    replicaUrls: [servers.primary, ...standbys].map(({ url }) => url),
    onRead: (target) => targets[target]++,
  })
  headers = (await signInStaff(edge, 'chief', 'admin')).headers
  members = await Promise.all(['ann', 'bea', 'cleo', 'dora'].map((name) => addMember(edge, name)))
})
afterAll(() => edge.close())
beforeEach(() => Object.assign(targets, { primary: 0, replica: 0 }))

/** Queries a standby until replay doesn't cancel the query. */
const tell = (no: number, text: string) => until(text, () => servers.standbys[no]?.query(text))
const pause = (no: number) => tell(no, 'select pg_wal_replay_pause()')
const resume = (no: number) => tell(no, 'select pg_wal_replay_resume()')

/** The result of a read that sends the given position, or none. */
async function isActive(member: TestMember, seen: string | undefined): Promise<boolean> {
  const position = seen === undefined ? {} : { 'twofold-seen': seen }
  const url = `/api/operator/members/?search=${member.username}`
  const answer = await edge.app.inject({ url, headers: { ...headers, ...position } })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return itemAt(bodyOf('listMembers', answer.json()).results, 0).is_active
}

/** Suspends or reinstates. Returns the position in the answer. */
async function setActive({ no }: TestMember, isOn: boolean): Promise<string> {
  const url = `/api/operator/members/${no}/${isOn ? 'reinstate' : 'suspend'}/`
  const answer = await edge.call('POST', url, { headers, body: { reason: 'for this test' } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return String(answer.headers['twofold-seen'])
}

/** Writes and reads at once, for all members simultaneously. Returns the number of stale reads. */
async function countStale(pairs: number): Promise<number> {
  const each = async (member: TestMember): Promise<number> => {
    let stale = 0
    for (let i = 0; i < pairs / members.length; i++) {
      const isOn = i % 2 === 1
      if ((await isActive(member, await setActive(member, isOn))) !== isOn) stale++
    }
    if ((pairs / members.length) % 2 === 1) await setActive(member, true)
    return stale
  }
  const counts = await Promise.all(members.map(each))
  return counts.reduce((sum, count) => sum + count, 0)
}

const PAIRS = isLong ? 4_000 : 48

test.runIf(isLong)('shows a caller’s own writes while replicas follow', async () => {
  expect(await countStale(PAIRS)).toBe(0)
  // On a busy machine, replicas may lag for a while.
  expect(targets.replica).toBeGreaterThan(PAIRS / 10)
})

test.runIf(isLong)(
  'has the newest seats in the file of a downline while replicas lag',
  async () => {
    const top = await addMember(edge, 'grower')
    await fundMember(edge, top.no, 5)
    const { body } = await edge.call('GET', '/api/accounts/me/', { token: top.access })
    const profile = Number(body.profiles[0]?.id)
    const command = { kind: 'activate', member: top.no, profile } as const
    await edge.book.submit({ command, by: { member: top.no } })
    await growMember(edge, top.no)
    await Promise.all([pause(0), pause(1)])
    onTestFinished(async () => void (await Promise.all([resume(0), resume(1)])))
    await growMember(edge, top.no)
    const { body: text, headers: sent } = await edge.app.inject({
      url: `/api/tree/beneath/?profile_id=${profile}&format=csv`,
      headers: { authorization: `Bearer ${top.access}` },
    })
    const lines = text.trimEnd().split('\r\n')
    expect([lines.length, sent['twofold-complete']]).toEqual([3, 'true'])
  },
)

test('shows a caller’s own writes while a replica lags', async () => {
  await pause(0)
  onTestFinished(async () => void (await resume(0)))
  // On a busy machine, the other one may lag for a while, too.
  for (let tries = 0; tries < 20 && targets.replica === 0; tries++) {
    expect(await countStale(PAIRS / 2)).toBe(0)
  }
  expect(targets.replica).toBeGreaterThan(0)
})

test.runIf(isLong)('reads from the primary while all replicas lag', async () => {
  await Promise.all([pause(0), pause(1)])
  onTestFinished(async () => void (await Promise.all([resume(0), resume(1)])))
  expect(await countStale(40)).toBe(0)
  expect(targets).toEqual({ primary: targets.primary, replica: 0 })
})

test.runIf(isLong)(
  'skips a replica that lags far behind, even for callers who have seen nothing',
  async () => {
    const metrics = openMetrics('web')
    const { db, book, tron, replicas } = edge.context
    exportFigures(metrics, { db, replicas: replicas?.all ?? [], book, tron, ledgerTls: null })
    await Promise.all([pause(0), pause(1)])
    onTestFinished(async () => void (await Promise.all([resume(0), resume(1)])))
    const [member] = members
    if (!member) throw new Error('no member')
    await setActive(member, false)
    const lag = async (): Promise<number[]> => {
      const text = await metrics.registry.getSingleMetricAsString('replica_lag_seconds')
      return [...text.matchAll(/^replica_lag_seconds\{.+\} ([\d.]+)$/gm)].map((line) =>
        Number(line[1]),
      )
    }
    await until(
      'both to be far behind',
      async () => (await lag()).filter((seconds) => seconds > 5).length === 2,
    )
    expect(await isActive(member, undefined)).toBe(false)
    expect(targets.replica).toBe(0)
    await Promise.all([resume(0), resume(1)])
    await until('both to follow', async () => (await lag()).every((seconds) => seconds === 0))
    const seen = await setActive(member, true)
    const answers: boolean[] = []
    await until('a replica to answer', async () => {
      answers.push(await isActive(member, seen))
      return targets.replica > 0
    })
    expect(answers).not.toContain(false)
  },
)

describe('reads from the primary for a malformed or impossible position', () => {
  const wrong = [
    'x',
    '0/',
    '0/0/0',
    '-1/0',
    '0x1/0',
    'FFFFFFFF/FFFFFFFF',
    '0/0, 0/0',
    'A'.repeat(9_000),
  ]
  test.each(sample(wrong, 3))('%.20s', async (seen) => {
    expect(await Promise.all(members.map((member) => isActive(member, seen)))).not.toContain(false)
    expect(targets).toEqual({ primary: targets.primary, replica: 0 })
  })
})

test.runIf(isLong)(
  'sends a live event’s position when replicas lag longer than we hold it',
  async () => {
    await Promise.all([pause(0), pause(1)])
    onTestFinished(async () => void (await Promise.all([resume(0), resume(1)])))
    const member = await addMember(edge, 'eva')
    const authorization = `Bearer ${member.access}`
    const base = await edge.app.listen({ port: 0, host: '127.0.0.1' })
    const events = await openEventStream(base, member.access)
    onTestFinished(() => events.close())
    await fundMember(edge, member.no, 5)
    const seen = await until(
      'the event',
      () => /event: wallet\ndata: .*"seen":"([^"]+)"/.exec(events.text())?.[1],
    )
    const url = '/api/accounts/activity/'
    const read = await edge.app.inject({ url, headers: { authorization, 'twofold-seen': seen } })
    expect(bodyOf('listActivity', read.json()).results).not.toEqual([])
  },
)

/** Reads that another process sends to one server, through a proxy. */
async function openReadsThrough(server: Server | undefined) {
  if (!server) throw new Error('there is no such server')
  const proxy = await openTcpProxy(server.upstream)
  onTestFinished(() => proxy.stop())
  const asked: string[] = []
  const pools: Pool[] = []
  // An answer may take longer than this test, so only the checks can find the fault.
  const connect = (name: string, url: string, maxConnections: number, limits: object): Pool => {
    const answerTimeoutMs = name.startsWith('reads') ? { answerTimeoutMs: 600_000 } : {}
    const pool = openPool({
      connectionString: url,
      name,
      maxConnections,
      ...limits,
      ...answerTimeoutMs,
    })
    pools.push(pool)
    return pool
  }
  const { read, replicas } = await openReads({
    primary: servers.database.pool,
    urls: [proxy.urlOf(server.url)],
    maxConnections: 2,
    log: pino({ level: 'silent' }),
    onRead: (target) => asked.push(target),
    connect,
  })
  onTestFinished(async () => {
    replicas?.stop()
    await Promise.all(pools.map((pool) => pool.end()))
  })
  // It may lack what others wrote just before.
  await until('the process to know the server', async () =>
    replicas?.all.every((one) => one.isUp() && one.lagMs() === 0),
  )
  return { proxy, asked, read, lagMs: () => replicas?.all[0]?.lagMs() }
}

test.runIf(isLong)('repeats a read on the primary when its replica stops answering', async () => {
  const { proxy, asked, read } = await openReadsThrough(servers.standbys[0])
  const count = () => read.selectFrom('members').select('no').orderBy('no').execute()
  const before = await count()
  expect(asked).toEqual(['replica'])
  proxy.setBlackhole(true)
  expect(await count()).toEqual(before)
  expect(asked).toEqual(['replica', 'replica', 'primary'])
  proxy.setBlackhole(false)
  proxy.cut()
})

test.runIf(isLong)(
  'measures the lag of a listed primary from when it became unreachable',
  async () => {
    const { proxy, asked, read, lagMs } = await openReadsThrough(servers.primary)
    const [member] = members
    if (!member) throw new Error('there is no member')
    await setActive(member, false)
    expect(lagMs()).toBe(0)
    proxy.setRefusing(true)
    proxy.cut()
    // Writes on, as the server that takes over would.
    let isOn = false
    await until('it to lag', async () => {
      isOn = !isOn
      await setActive(member, isOn)
      return (lagMs() ?? 0) > 0
    })
    expect(lagMs()).toBeLessThan(60_000)
    await read.selectFrom('members').select('no').execute()
    expect(asked).toEqual(['primary'])
    proxy.setRefusing(false)
    await until('it to answer', () => lagMs() === 0)
    if (!isOn) await setActive(member, true)
  },
)

test.runIf(isLong)('answers while a replica dies and returns', async () => {
  const [first] = servers.standbys
  const running = countStale(PAIRS / 2)
  first?.kill()
  expect(await running).toBe(0)
  await first?.start()
  await until('it to be used again', () =>
    edge.context.replicas?.all.every((one) => one.lagMs() === 0),
  )
  expect(await countStale(20)).toBe(0)
})
