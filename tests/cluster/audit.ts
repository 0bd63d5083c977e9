/** Compares the clients' answers with the database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Place } from './database-machines.ts'
import { queryPrimary } from './primary.ts'
import type { Load } from './load.ts'
import { DIRECT, urlOf } from './product-machines.ts'

export type Audit = {
  readonly commands: number
  readonly lost: number
  readonly duplicated: number
  readonly faults: readonly string[]
}

/** After `drain`, every request has its answer, so the numbers must match exactly. */
export async function audit(cluster: Cluster, load: Load, isChecked: boolean): Promise<Audit> {
  const faults: string[] = []
  const number = (text: string): Promise<number> => queryNumber(cluster, text)
  const { confirmed } = load
  load.confirmed = []
  const keys = confirmed.map((key) => `'${key}'`).join(',') || `''`
  const noted = `from withdrawal_notes where note in (${keys}) group by note`
  const present = `select note ${noted}`
  const found = await number(`select count(*) from (${present}) p`)
  const twice = await number(`select count(*) from (${present} having count(*) > 1) p`)
  const { requests, cancellations } = await countRequests(cluster)
  const commands = await number('select count(*) from commands')
  const gaps = await number('select max(seq) - min(seq) + 1 - count(*) from commands')
  const lost = confirmed.length - found + Math.max(0, load.cancellations - cancellations)
  const duplicated =
    twice + Math.max(0, requests - load.requests) + Math.max(0, cancellations - load.cancellations)
  if (gaps !== 0) faults.push(`${gaps} numbers are missing in commands`)
  faults.push(...(await findBatchFaults(cluster)), ...(await findOldSnapshots(cluster)))
  if (isChecked) faults.push(...(await runCheckLedger(cluster)))
  return { commands, lost, duplicated, faults }
}

export async function queryNumber({ place }: Cluster, text: string): Promise<number> {
  const [row] = await queryPrimary(place, `select (${text})::bigint as n`, 'twofold')
  return Number(row?.n)
}

/** The requests and cancellations in the database. */
export async function countRequests(cluster: Cluster) {
  const cancelled = `select count(*) from commands where kind = 'cancel_withdrawal'`
  return {
    requests: await queryNumber(cluster, 'select count(*) from withdrawal_notes'),
    cancellations: await queryNumber(cluster, cancelled),
  }
}

/** Batches follow each other without a gap, and epochs never decrease. */
async function findBatchFaults({ place }: Cluster): Promise<string[]> {
  const holes = await queryPrimary(
    place,
    `select count(*)::int as n from (select first_seq,
       lag(last_seq) over (order by first_seq) as before from batches) b
     where before is not null and first_seq <> before + 1`,
    'twofold',
  )
  const faults = holes[0]?.n === 0 ? [] : [`${holes[0]?.n} batches do not follow the one before`]
  const backward = await queryPrimary(
    place,
    `select count(*)::int as n from (select epoch,
       lag(epoch) over (order by first_seq) as before from batches) b where epoch < before`,
    'twofold',
  )
  if (backward[0]?.n !== 0) faults.push(`${backward[0]?.n} batches have an older epoch`)
  const earlier = await queryPrimary(
    place,
    `select count(*)::int as n from (select at, lag(at) over (order by seq) as before
       from commands) c where at < before`,
    'twofold',
  )
  if (earlier[0]?.n !== 0) faults.push(`${earlier[0]?.n} commands are before the one before`)
  return faults
}

/** About three minutes of load. */
const MAX_SNAPSHOT_AGE = 10_000

/** Longer than a standby takes to report to its new primary. */
const REPORT_MS = 30_000

/** Sessions and standbys that keep vacuum from removing dead rows for minutes. */
async function findOldSnapshots({ place }: Cluster): Promise<string[]> {
  const until = performance.now() + REPORT_MS
  for (;;) {
    const old = await readOldSnapshots(place)
    if (old.length === 0 || performance.now() > until) return old
    await wait(500)
  }
}

async function readOldSnapshots(place: Place): Promise<string[]> {
  const rows = await queryPrimary(
    place,
    `select who, age from (
       select application_name as who, greatest(age(backend_xmin), age(backend_xid)) as age
         from pg_stat_activity
       union all select slot_name, age(xmin) from pg_replication_slots
       union all select gid, age(transaction) from pg_prepared_xacts) s
     where age > ${MAX_SNAPSHOT_AGE}`,
    'twofold',
  )
  return rows.map(({ who, age }) => `${who} has held up vacuum for ${age} transactions`)
}

/** Of the running version, because another one may refuse its schema. */
async function runCheckLedger({ shared, products, versions }: Cluster): Promise<string[]> {
  const [machine] = products.values()
  const checkLedger = join(versions.running, 'src/server/cli/check-ledger.ts')
  const env = { ...shared, DATABASE_URL: urlOf('owner', DIRECT), DATA_DIR: '/tmp' }
  const args = ['netns', 'exec', machine?.name ?? '', process.execPath, checkLedger]
  const child = spawn('ip', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer): void => void (output += chunk.toString('utf8'))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  await once(child, 'exit')
  return child.exitCode === 0 ? [] : [`check:ledger: ${output.slice(-1_500)}`]
}
