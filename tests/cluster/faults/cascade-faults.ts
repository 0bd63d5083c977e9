/** One activation that causes 100,000 others, while members send requests. */
import pino from 'pino'
import { z } from 'zod'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { shareLedger } from '../../../src/server/leader/share.ts'
import { allowImports, publishReentries, stageCascade } from '../../fault/book/cascade.ts'
import { until } from '../../support/poll.ts'
import { leaderOf, type Cluster } from '../cluster.ts'
import { PASSWORD } from '../database-machines.ts'
import { enrollMember, type Enrolled } from '../enroll.ts'
import { primaryOf, queryPrimary } from '../primary.ts'
import { untilReady } from '../product-machines.ts'
import { ask } from '../wire.ts'
import type { Fault, Scene } from './fault.ts'

const LEVELS = 12
/** How many owners can pay, for a bit more than 100,000 activations. */
const OWNERS = 760
const LEAST = 100_000
/** The rules compute for seconds, and the statements take about as long as for each of them. */
const CASCADE_MS = 20_000

/** The member who starts the next cascade. */
let starter: (Enrolled & { readonly url: string }) | null = null

/** Adds the network without a ledger process, because no member could do it so fast. */
async function prepare({ cluster }: Pick<Scene, 'cluster'>): Promise<void> {
  const ledgers = [...cluster.products.values()].filter(({ role }) => role === 'ledger')
  for (const { product } of ledgers) await product.end('SIGTERM')
  const code = await stage(cluster)
  for (const machine of ledgers) {
    machine.product.start()
    await untilReady(machine)
  }
  const urls = [...cluster.products.values()].flatMap(({ role, url }) =>
    role === 'web' ? url : [],
  )
  const [url = ''] = urls
  starter = { ...(await enrollMember({ ...cluster, urls }, url, `starter${code}`, code)), url }
}

/** @returns the referral code of the member at the top */
async function stage({ place }: Cluster): Promise<string> {
  const host = place.machines.get(await primaryOf(place))?.address ?? ''
  const connectionString = `postgresql://postgres:${PASSWORD}@${host}:5432/twofold`
  const pool = openPool({ connectionString, name: 'stage' })
  const db = openKysely(pool)
  await shareLedger(db, connectionString)
  const book = await openBook({ db, pool, log: pino({ level: 'warn' }) })
  try {
    const { rows } = await pool.query<{ rules: number; catalogs: number }>(
      `select (select count(*) from rule_versions)::int as rules,
         (select count(*) from catalogs)::int as catalogs`,
    )
    if (rows[0]?.rules === 0) await allowImports(book)
    if (rows[0]?.catalogs === 1) await publishReentries(book)
    const top = await stageCascade(book, LEVELS, OWNERS)
    const code = `C${top}`
    await pool.query(
      `insert into identities (member_no, username, email, referral_code, verified_at)
       values ($1, $2, $3, $4, now())`,
      [top, `top${top}`, `top${top}@example.org`, code],
    )
    return code
  } finally {
    await book.close()
    await pool.end()
  }
}

const Me = z.object({ profiles: z.array(z.object({ id: z.string(), active: z.boolean() })) })

async function play({ cluster }: Scene): Promise<string> {
  if (starter === null) throw new Error('no cascade was prepared')
  const { url, token } = starter
  const { epoch } = await leaderOf(cluster)
  const before = await countSeats(cluster)
  const beganAt = performance.now()
  const profile = async () => {
    const { status, body } = await ask(url, 'GET', 'accounts/me/', undefined, { token })
    return status === 200 ? Me.parse(body).profiles[0] : undefined
  }
  const id = (await until('the profile', profile))?.id ?? ''
  const path = `accounts/profiles/${id}/wallet-activate/`
  await until(
    'the activation',
    async () => {
      const answer = await ask(url, 'POST', path, {}, { token }).catch(() => null)
      return answer?.status === 200 || answer?.body.code === 'already_active'
    },
    { deadlineMs: 120_000 },
  )
  const ms = Math.round(performance.now() - beganAt)
  const seats = (await countSeats(cluster)) - before
  if (seats < LEAST) throw new Error(`only ${seats} activations followed`)
  if ((await leaderOf(cluster)).epoch !== epoch) throw new Error('another process took over')
  return `${seats} activations in ${ms} ms`
}

async function countSeats({ place }: Cluster): Promise<number> {
  const [row] = await queryPrimary(place, 'select max(ordinal)::int as n from seats', 'twofold')
  return Number(row?.n)
}

export const cascadeFaults: readonly Fault[] = [
  { name: 'cascade', counts: [1, 3], pauseMs: CASCADE_MS, prepare, play },
]
