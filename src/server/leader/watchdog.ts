/**
 * Ends the sessions of a leader that no longer answers. PostgreSQL notices when a process
 * dies, but not when it is frozen or cut off from us.
 */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { readLeader, type Leader } from '../forward/find-leader.ts'
import type { LedgerTls } from '../config/ledger-settings.ts'
import { requestOptions } from '../forward/ledger-address.ts'
import { send } from '../forward/post.ts'
import { tellSeldom } from './tell-seldom.ts'

const CHECK_INTERVAL_MS = 500
/** Less than the pause between two checks, so that they don't pile up. */
const ANSWER_MS = 450
const MAX_MISSES = 3
/**
 * Don't end the sessions of an unreachable but working leader again and again. Other leaders get no
 * such rest.
 */
const REST_MS = 30_000

export type WatchdogOptions = {
  readonly db: Db
  readonly log: Logger
  readonly holder: string
  readonly token: string
  readonly tls: LedgerTls | null
  /** Called with the current leader at each check, also while this process leads. */
  readonly onLeader: (leader: Leader) => void
  /** Whether this process could lead. */
  readonly isStandby: () => boolean
}

export function startWatchdog(options: WatchdogOptions): () => void {
  const { db, log, holder: own, isStandby } = options
  let misses = 0
  let watched = ''
  const endedAt = new Map<string, number>()
  let isLooking = false

  const look = async (): Promise<void> => {
    const leader = await readLeader(db)
    options.onLeader(leader)
    if (!isStandby()) {
      misses = 0
      return
    }
    if (leader.holder !== watched) misses = 0
    watched = leader.holder
    if (leader.holder === own || leader.aliveAddress === null) return
    if (await isAlive(leader.aliveAddress, options)) {
      misses = 0
      endedAt.delete(leader.holder)
      return
    }
    misses += 1
    const now = performance.now()
    for (const [holder, at] of endedAt) if (now - at >= REST_MS) endedAt.delete(holder)
    if (misses < MAX_MISSES || endedAt.has(leader.holder)) return
    const ended = await endLeaderSessions(db, leader)
    if (ended === 0) return
    endedAt.set(leader.holder, now)
    log.error(
      { epoch: leader.epoch, sessions: ended },
      'the leader does not answer: sessions ended',
    )
  }
  const tell = tellSeldom(log, 'the leader cannot be checked right now')
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(tell)
      .finally(() => (isLooking = false))
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

async function isAlive(
  address: string,
  { token, tls }: Pick<WatchdogOptions, 'token' | 'tls'>,
): Promise<boolean> {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const request = { ...requestOptions(address, tls), path: '/alive', headers }
    const { status } = await send(request, null, AbortSignal.timeout(ANSWER_MS))
    // During a change of AUTH_SECRET, a leader that refuses our token is alive all the same.
    return status === 200 || status === 401
  } catch {
    return false
  }
}

/** The sessions of the leader's lock and of its batches. They have our role, so we may end them. */
async function endLeaderSessions(db: Db, { holder }: Leader): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where application_name in (${`leader:${holder}`}, ${`ledger:${holder}`})
      and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows.filter(({ ended }) => ended).length
}
