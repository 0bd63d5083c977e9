/** Which server is the primary, and which ones follow it, according to each server itself. */
import { Client } from 'pg'
import { z } from 'zod'
import { until } from '../support/poll.ts'
import { DATABASE_MACHINES, PASSWORD, type Place } from './database-machines.ts'

/**
 * Patroni's `/patroni`. Its `/cluster` shows what a server last heard about the others: after a
 * partition, a server still names itself there as the primary.
 */
const Status = z.object({
  state: z.string(),
  role: z.string(),
  timeline: z.number().default(0),
  replication_state: z.string().optional(),
  xlog: z
    .object({ location: z.number().optional(), received_location: z.number().optional() })
    .default({}),
})
type Status = z.infer<typeof Status> & { readonly name: string }

/** The servers that answer. */
async function readStatuses({ machines }: Place): Promise<Status[]> {
  const ask = async (name: string): Promise<Status[]> => {
    const url = `http://${machines.get(name)?.address}:8008/patroni`
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return [{ name, ...Status.parse(await response.json()) }]
  }
  const answers = await Promise.all(DATABASE_MACHINES.map((name) => ask(name).catch(() => [])))
  return answers.flat()
}

/** The running primary with the newest timeline. */
function findPrimary(statuses: readonly Status[]): Status | undefined {
  const primaries = statuses.filter(({ role, state }) => role === 'primary' && state === 'running')
  return primaries.toSorted((a, b) => b.timeline - a.timeline)[0]
}

export async function primaryOf(place: Place): Promise<string> {
  return await until('a primary', async () => findPrimary(await readStatuses(place))?.name, {
    deadlineMs: 120_000,
    everyMs: 200,
  })
}

/** The timeline of the primary. Each promotion begins the next one. */
export async function timelineOf(place: Place): Promise<number> {
  const find = async () => findPrimary(await readStatuses(place))?.timeline
  return await until('a primary', find, { deadlineMs: 120_000, everyMs: 200 })
}

/** How many bytes a standby may lag and still count as following. */
const NEAR = 1e6

/** Waits until there is one primary and both standbys follow it. */
export async function untilWhole(place: Place): Promise<void> {
  await until(
    'a primary with two standbys',
    async () => {
      const statuses = await readStatuses(place)
      const primary = findPrimary(statuses)
      if (!primary) return false
      const end = primary.xlog.location ?? 0
      const following = statuses.filter(
        ({ role, replication_state: state, timeline, xlog }) =>
          role === 'replica' &&
          state === 'streaming' &&
          timeline === primary.timeline &&
          end - (xlog.received_location ?? 0) < NEAR,
      )
      return following.length === DATABASE_MACHINES.length - 1
    },
    { deadlineMs: 180_000, everyMs: 250 },
  )
}

/** One statement on the primary, as the superuser. A standby may lack confirmed commands. */
export async function queryPrimary(place: Place, text: string, database = 'postgres') {
  const name = await primaryOf(place)
  const host = place.machines.get(name)?.address ?? ''
  const client = new Client({ host, user: 'postgres', password: PASSWORD, database })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    if (rows[0]?.standby !== false) throw new Error(`${name} stopped being the primary`)
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
