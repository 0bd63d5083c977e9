/** The reserves on the newest sheets, for alerts. */
import type { Db } from '../../../db/types.ts'
import { isFault } from '../../../proof/note.ts'
import { readSolvency } from '../../../proof/solvency.ts'
import { readPart, readDays } from '../sheet/read-sheets.ts'

/** The number of days to look back. Older reserves are as good as none. */
const DAYS = 3

type Newest = {
  /** The lowest ratio on the newest sheet with a known one, in hundredths of a percent. */
  readonly ratio: number | null
  /** When that sheet was sealed, or else the oldest one that we checked. */
  readonly since: Date
}

/** Undefined while no sheet names a reserve wallet. */
export async function readNewestReserves(db: Db): Promise<Newest | undefined> {
  let oldest: Newest | undefined
  for (const { day, sealed_at: since } of await readDays(db, { most: DAYS })) {
    const part = await readPart(db, 'solvency', day)
    const said = part && readSolvency(JSON.parse(part.body))
    if (!said || isFault(said) || said.wallets.length === 0) continue
    if (said.usd) return { ratio: said.lowest ?? said.ratio, since }
    oldest = { ratio: null, since }
  }
  return oldest
}
