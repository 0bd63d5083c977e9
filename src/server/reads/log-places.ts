import type { Pool } from 'pg'
import { preparing } from '../../db/pool.ts'
import { parsePosition } from '../../db/wal-position.ts'

/** How far a server's log reaches, and the leader's term that its data has. */
export type LogPlace = { readonly position: bigint | null; readonly term: string }

const TERM = `coalesce((select epoch || ' ' || holder_id from ledger_leader), '') as term`
const PRIMARY_PLACE = `select pg_current_wal_flush_lsn()::text as position, ${TERM}`
/** The primary has no position here. */
export const REPLICA_PLACE = `select case when pg_is_in_recovery()
  then coalesce(pg_last_wal_replay_lsn(), '0/0')::text end as position, ${TERM}`

type Sample = { readonly at: number; readonly position: bigint }

/** Ten minutes of the primary's positions, one for each round. */
const MAX_SAMPLES = 600

/** The primary's position, second by second. */
export function openSamples(primary: Pool) {
  const samples: Sample[] = []
  let term: string | null = null
  return {
    newest: (): bigint => samples.at(-1)?.position ?? 0n,
    /** The term that the primary had last; null before its first answer. */
    term: (): string | null => term,
    /** While the primary is down, the replicas' lag stays as it was. Returns null then. */
    async sample(): Promise<bigint | null> {
      const at = performance.now()
      const place = await queryPlace(primary, PRIMARY_PLACE).catch(() => null)
      const position = place?.position ?? null
      if (place === null || position === null) return null
      term = place.term
      // After a failover that lost the end of the log, later positions no longer exist.
      while ((samples.at(-1)?.position ?? 0n) > position) samples.pop()
      samples.push({ at, position })
      if (samples.length > MAX_SAMPLES) samples.shift()
      return position
    },
    /**
     * False while a replica lacks even the first position, so that its lag is only known to be
     * more than `ageOfFirstAfter`: it may have stopped long before this process started.
     */
    hasFirst: (replayed: bigint): boolean => replayed >= (samples[0]?.position ?? 0n),
    /** How long ago we first saw that the primary had more than this; 0 if it has no more. */
    ageOfFirstAfter(replayed: bigint): number {
      const missed = samples.find(({ position }) => position > replayed)
      return missed ? performance.now() - missed.at : 0
    },
  }
}

/** Fails after the pool's timeout. */
export async function queryPlace(pool: Pool, text: string): Promise<LogPlace> {
  const client = await preparing(pool, () => {}).connect()
  try {
    const { rows } = await client.query<{ position: string | null; term: string }>(text, [])
    return { position: parsePosition(rows[0]?.position ?? ''), term: rows[0]?.term ?? '' }
  } finally {
    client.release()
  }
}
