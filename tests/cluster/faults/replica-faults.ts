/** Standbys that stop answering reads, or answer with old data. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { PASSWORD, processesNamed } from '../database-machines.ts'
import { losePower, NOTICEABLE_MS, standbysOf, type Fault, type Scene } from './fault.ts'

const FOR_MS = 30_000
/** In each turn, so that five turns read 10,000 changes back. */
const LEAST_READS = 2_000

/** Reads back every change while a standby is faulty, and judges the answers. */
const whileReading =
  (spoil: (scene: Scene, standby: string) => Promise<void>) =>
  async (scene: Scene): Promise<string> => {
    const { reads } = scene.load
    const every = reads.every
    reads.every = 1
    try {
      await spoil(scene, scene.random.pick(await standbysOf(scene)))
    } finally {
      reads.every = every
    }
    if (reads.refused > 0) throw new Error(`${reads.refused} reads were answered with 503`)
    if (reads.done < LEAST_READS) throw new Error(`only ${reads.done} own reads`)
    return `${reads.done} own reads`
  }

async function freezeReplica({ cluster }: Scene, standby: string): Promise<void> {
  const servers = processesNamed(standby, 'postgres')
  for (const pid of servers) process.kill(pid, 'SIGSTOP')
  await wait(FOR_MS)
  for (const pid of servers) process.kill(pid, 'SIGCONT')
  if (!cluster.databases.has(standby)) throw new Error(`${standby} is no database machine`)
}

async function holdReplicaBehind({ cluster }: Scene, standby: string): Promise<void> {
  const host = cluster.place.machines.get(standby)?.address ?? ''
  const client = new Client({ host, user: 'postgres', password: PASSWORD, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_wal_replay_pause()')
    await wait(FOR_MS)
    await client.query('select pg_wal_replay_resume()')
  } finally {
    await client.end()
  }
}

const loseReplica = (scene: Scene, standby: string): Promise<void> =>
  losePower(scene, [standby], () => wait(FOR_MS))

/** Checks of a frozen server fail after two seconds. Then its reads go to the primary. */
const READ_MS = 4_000

const play = whileReading
export const replicaFaults: readonly Fault[] = [
  { name: 'replica-stopped', counts: [1, 5], pauseMs: READ_MS, play: play(freezeReplica) },
  { name: 'replica-behind', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: play(holdReplicaBehind) },
  { name: 'replica-down', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: play(loseReplica) },
]
