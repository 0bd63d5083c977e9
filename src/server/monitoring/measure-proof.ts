import { nowMs } from '../../clock/clock.ts'
import type { Db } from '../../db/types.ts'
import type { Witness } from '../../proof/policy.ts'
import { readSlowestWitness } from '../transparency/log/cosignatures.ts'
import { readNewestReserves } from '../transparency/reserves/newest-reserves.ts'

export type ProofMeasures = Record<
  'reserves' | 'reserves_age' | 'witness_age',
  bigint | 'nothing' | null
>

/** Figures of the newest sheets and witnesses. */
export async function measureProof(
  db: Db,
  since: Date,
  witnesses: readonly Witness[],
): Promise<ProofMeasures> {
  const newest = await readNewestReserves(db)
  const witnessed = await readSlowestWitness(db, witnesses, since)
  return {
    reserves:
      newest === undefined ? 'nothing' : newest.ratio === null ? null : BigInt(newest.ratio),
    reserves_age: newest === undefined ? 'nothing' : minutesOld(newest.since),
    witness_age: witnessed === undefined ? 'nothing' : minutesOld(witnessed),
  }
}

/** Hundredths of minutes. */
const minutesOld = (since: Date): bigint => BigInt(Math.round((nowMs() - since.getTime()) / 600))
