/** Money commands over HTTP, with one web process and with three. */
import { Agent } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../src/db/types.ts'
import type { Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { limitCpu } from './cpu-share.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { get, post, signIn } from '../http.ts'
import { busyWhile } from './quiet.ts'
import { median, note, type Target } from '../report.ts'

const CONNECTIONS = 64
/** A crowd that keeps every process busy, also three with little of a core each. */
const MOST_CONNECTIONS = 384
/** Of a core, for each web process: so little that it is what limits the commands. */
const WEB_SHARE = 0.2
export const WEB_ROUNDS = 5

type Judge = (name: string, ratio: number, target: Target) => Promise<void>

async function nameThem(db: Db, ready: readonly Ready[]): Promise<void> {
  await sql`insert into identities (member_no, username, email, referral_code)
    select no, 'member' || no, 'member' || no || '@example.org', 'R' || no
    from unnest(${ready.map(({ member }) => member)}::int[]) as no`.execute(db)
}

/** Activations per second, using each web process in turn. */
export async function activate(
  db: Db,
  webs: readonly RoleProcess[],
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

export async function measureWebs(
  database: BenchDatabase,
  supply: () => Ready[],
  judge: Judge,
): Promise<void> {
  const measure = async (name: string, { share, connections, atLeast }: Load): Promise<void> => {
    const webs = openWebs(database, supply, share)
    try {
      for (let i = 0; i < 3; i++) await webs.add()
      const one: number[] = []
      const busy: number[] = []
      const three: number[] = []
      const ratios: number[] = []
      // In turns, because a shared machine is fast in one minute and slow in the next.
      for (let round = 0; round < WEB_ROUNDS; round++) {
        // Another one each time, so that none has done more than the others and become faster.
        const alone = webs.all.slice(round % 3, (round % 3) + 1)
        const single = await activate(database.db, alone, supply(), connections)
        const all = await activate(database.db, webs.all, supply(), connections)
        one.push(single.rate)
        busy.push(single.busy)
        three.push(all.rate)
        ratios.push(all.rate / single.rate)
      }
      note(`one web process${name}: activations per second`, median(one), '/s')
      note(`one web process${name}: processors in use`, median(busy) * 100, '%')
      note(`three web processes${name}: activations per second`, median(three), '/s')
      await judge(`three against one${name}, median ratio`, median(ratios), { atLeast })
    } finally {
      await webs.close()
    }
  }
  await measure(`, ${CONNECTIONS} callers`, { share: null, connections: CONNECTIONS, atLeast: 1 })
  await measure(`, ${MOST_CONNECTIONS} callers`, {
    share: null,
    connections: MOST_CONNECTIONS,
    atLeast: 1,
  })
  const limited = ` with ${WEB_SHARE} of a core each`
  try {
    await measure(limited, { share: WEB_SHARE, connections: MOST_CONNECTIONS, atLeast: 1.5 })
  } catch (error) {
    if (!(error instanceof CannotLimit)) throw error
    console.log(`  three against one${limited}: not run (this machine can't limit a process)`)
  }
}
