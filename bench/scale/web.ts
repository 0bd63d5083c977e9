/** Money commands over HTTP, with one web process and with three. */
import { Agent } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../src/db/types.ts'
import type { Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { post, signIn } from '../http.ts'
import { busyWhile } from './quiet.ts'
import { note, type Target } from '../report.ts'

const CONNECTIONS = 64
/**
 * With less than this share of the processors free, further web processes have nothing to run on.
 */
const ROOM = 1 / 3

type Judge = (name: string, ratio: number, target: Target) => Promise<void>

async function nameThem(db: Db, ready: readonly Ready[]): Promise<void> {
  await sql`insert into identities (member_no, username, email, referral_code)
    select no, 'm' || no, 'm' || no || '@example.org', 'R' || no
    from unnest(${ready.map(({ member }) => member)}::int[]) as no`.execute(db)
}

/** Activations per second, using each web process in turn. */
async function activate(db: Db, webs: readonly RoleProcess[], ready: readonly Ready[]) {
  await nameThem(db, ready)
  const tokens = await signIn(
    db,
    ready.map(({ member }) => member),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const warm = Math.floor(ready.length / 5)
  let next = 0
  let started = 0
  const call = async (): Promise<void> => {
    for (let i = next++; i < ready.length; i = next++) {
      if (i === warm) started = performance.now()
      const path = `/api/accounts/profiles/${ready[i]?.profile}/wallet-activate/`
      const status = await post(agent, webs[i % webs.length]?.port ?? 0, path, tokens[i] ?? '')
      if (status !== 200) throw new Error(`activation answered ${status}`)
    }
  }
  const { busy } = await busyWhile(() => Promise.all(Array.from({ length: CONNECTIONS }, call)))
  agent.destroy()
  return { busy, rate: (ready.length - warm) / ((performance.now() - started) / 1000) }
}

export async function measureWebs(
  { db, url }: BenchDatabase,
  supply: () => Ready[],
  judge: Judge,
): Promise<void> {
  const webs: RoleProcess[] = []
  // Each has done as much as the others before it is measured: a new process is slower.
  const open = async (): Promise<void> => {
    const web = await startRole('web', url)
    webs.push(web)
    await activate(db, [web], supply())
  }
  try {
    await open()
    const one = await activate(db, webs, supply())
    await open()
    await open()
    const three = await activate(db, webs, supply())
    note('one web process: activations per second', one.rate, '/s')
    note('one web process: processors in use', one.busy * 100, '%')
    note('three web processes: activations per second', three.rate, '/s')
    await judge('three against one', three.rate / one.rate, { atLeast: 1 })
    const room = 'three against one, where web is the bottleneck'
    if (1 - one.busy >= ROOM) await judge(room, three.rate / one.rate, { atLeast: 1.5 })
    else console.log(`  ${room}: not run (the processors are, not the web process)`)
  } finally {
    await Promise.all(webs.map((web) => web.end()))
  }
}
