/** Money commands over HTTP, with one web process and with three, without and behind HAProxy. */
import { Agent } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../src/db/types.ts'
import type { Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { limitCpu } from './cpu-share.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { get, post, signIn } from '../http.ts'
import { busyWhile } from './quiet.ts'
import { openWays, type Port, type Way } from './ways.ts'
import { median, note, section, type Target } from '../report.ts'

export const CONNECTIONS = 64
/** A crowd that keeps every process busy, also three with little of a core each. */
export const MOST_CONNECTIONS = 384
/** Of a core, for each web process: so little that it is what limits the commands. */
const WEB_SHARE = 0.2
const WEB_ROUNDS = 9
/** Of ready members: each kind of load warms three processes up, and then uses two ways. */
export const WEB_BURSTS = 3 * (3 + 4 * WEB_ROUNDS)

type Judge = (name: string, ratio: number, target: Target) => Promise<void>

async function nameThem(db: Db, ready: readonly Ready[]): Promise<void> {
  await sql`insert into identities (member_no, username, email, referral_code)
    select no, 'member' || no, 'member' || no || '@example.org', 'R' || no
    from unnest(${ready.map(({ member }) => member)}::int[]) as no`.execute(db)
}

/** Activations per second, using each of these ports in turn. */
export async function activate(
  db: Db,
  webs: readonly Port[],
  ready: readonly Ready[],
  connections = CONNECTIONS,
) {
  await nameThem(db, ready)
  const tokens = await signIn(
    db,
    ready.map(({ member }) => member),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const warm = Math.floor(ready.length / 5)
  let started = 0
  const portOf = (i: number): number => webs[i % webs.length]?.port ?? 0
  const callEach = async (call: (i: number) => Promise<number>): Promise<void> => {
    let next = 0
    const work = async (): Promise<void> => {
      for (let i = next++; i < ready.length; i = next++) {
        const status = await call(i)
        if (status !== 200) throw new Error(`a request answered ${status}`)
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
  }
  // Members have used the product before, so their process has checked their token already.
  await callEach((i) => get(agent, portOf(i), '/api/accounts/me/', tokens[i] ?? ''))
  const { busy } = await busyWhile(() =>
    callEach((i) => {
      if (i === warm) started = performance.now()
      const path = `/api/accounts/profiles/${ready[i]?.profile}/wallet-activate/`
      return post(agent, portOf(i), path, tokens[i] ?? '')
    }),
  )
  agent.destroy()
  return { busy, rate: (ready.length - warm) / ((performance.now() - started) / 1000) }
}

/** Web processes, one more at a time, and what ends them. */
type Webs = {
  readonly all: readonly RoleProcess[]
  readonly add: () => Promise<void>
  readonly close: () => Promise<void>
}

/** @param share of a core for each of them; null for no limit */
function openWebs({ db, url }: BenchDatabase, supply: () => Ready[], share: number | null): Webs {
  const all: RoleProcess[] = []
  const undo: (() => Promise<void>)[] = []
  return {
    all,
    async add() {
      const web = await startRole('web', url)
      all.push(web)
      // Each has done as much as the others before it is measured: a new process is slower.
      await activate(db, [web], supply())
      const free = share === null ? null : await limitCpu(web.pid, share)
      if (share !== null && free === null) throw new CannotLimit()
      if (free) undo.push(free)
    },
    async close() {
      await Promise.all(all.map((web) => web.end()))
      await Promise.all(undo.map((free) => free()))
    },
  }
}

type Load = {
  /** Of a core, for each web process; null for no limit. */
  readonly share: number | null
  readonly connections: number
  readonly atLeast: number
}

class CannotLimit extends Error {}

type Figures = { one: number[]; three: number[]; busy: number[]; ratios: number[] }

const noFigures = (): Figures => ({ one: [], three: [], busy: [], ratios: [] })

/** Rounds with one and with three of the processes, each way in turn. */
async function compareWays(
  { db }: BenchDatabase,
  webs: readonly RoleProcess[],
  ways: readonly Way[],
  { supply, connections }: { readonly supply: () => Ready[]; readonly connections: number },
): Promise<ReadonlyMap<Way, Figures>> {
  const figures = new Map(ways.map((way) => [way, noFigures()]))
  const rateOf = async (way: Way, some: readonly RoleProcess[]) => {
    const { ports, end } = await way.open(some)
    return activate(db, ports, supply(), connections).finally(end)
  }
  // In turns, because a shared machine is fast in one minute and slow in the next.
  for (let round = 0; round < WEB_ROUNDS; round++) {
    for (const [way, { one, three, busy, ratios }] of figures) {
      // Another one each time, so that none has done more than the others and become faster.
      const single = await rateOf(way, webs.slice(round % 3, (round % 3) + 1))
      const all = await rateOf(way, webs)
      one.push(single.rate)
      busy.push(single.busy)
      three.push(all.rate)
      ratios.push(all.rate / single.rate)
    }
  }
  return figures
}

export async function measureWebs(
  database: BenchDatabase,
  supply: () => Ready[],
  judge: Judge,
): Promise<void> {
  const ways = openWays()
  const measure = async (name: string, { share, connections, atLeast }: Load): Promise<void> => {
    const webs = openWebs(database, supply, share)
    try {
      for (let i = 0; i < 3; i++) await webs.add()
      const figures = await compareWays(database, webs.all, ways, { supply, connections })
      for (const [way, { one, three, busy, ratios }] of figures) {
        section(`${way.name}${name}`)
        note('one web process: activations per second', median(one), '/s')
        note('one web process: processors in use', median(busy) * 100, '%')
        note('three web processes: activations per second', median(three), '/s')
        note('lowest and highest ratio', Math.min(...ratios), `to ${Math.max(...ratios)}`)
        const figure = `three against one, ${way.name}${name}`
        if (way.isJudged) await judge(figure, median(ratios), { atLeast })
        else note(figure, median(ratios), '')
      }
    } finally {
      await webs.close()
    }
  }
  const crowds = [CONNECTIONS, MOST_CONNECTIONS]
  for (const connections of crowds) {
    await measure(`, ${connections} callers`, { share: null, connections, atLeast: 1 })
  }
  const limited = `, ${MOST_CONNECTIONS} callers, ${WEB_SHARE} of a core for each`
  try {
    await measure(limited, { share: WEB_SHARE, connections: MOST_CONNECTIONS, atLeast: 1.5 })
  } catch (error) {
    if (!(error instanceof CannotLimit)) throw error
    console.log(`  three against one${limited}: not run (this machine can't limit a process)`)
  }
}
