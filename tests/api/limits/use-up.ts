import { rateLimits, type RateLimitName } from '../../../src/contract/fields/limits.ts'
import type { Db } from '../../../src/db/types.ts'
import { keyText, type LimitKey } from '../../../src/server/http/limit-key.ts'

/** Pretends that a limit was reached in this window. */
export async function useUp(db: Db, name: RateLimitName, key: LimitKey): Promise<void> {
  const { most, seconds } = rateLimits[name]
  const window_start = BigInt(Math.floor(Date.now() / 1000 / seconds))
  const row = { name, caller: keyText(key), window_start, count: most }
  await db
    .insertInto('rate_limits')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['name', 'caller', 'window_start']).doUpdateSet({ count: most }),
    )
    .execute()
}
