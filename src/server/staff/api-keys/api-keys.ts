import type { z } from 'zod'
import { MAX_API_KEYS_LISTED } from '../../../contract/fields/limits.ts'
import { reject, requireFound } from '../../../contract/refusals/reject.ts'
import type { ApiKey } from '../../../contract/subjects/api-keys.ts'
import { now } from '../../../db/expressions.ts'
import type { Db, RowOf } from '../../../db/types.ts'
import { audit, type By } from '../../audit/audit.ts'
import { lockOperator } from '../../authority/authority.ts'

type Answer = z.infer<typeof ApiKey>

export const SHOWN = [
  'no',
  'name',
  'role',
  'created_at',
  'created_by',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'revoked_by',
] as const

export const showApiKey = (row: RowOf<'api_keys', (typeof SHOWN)[number]>): Answer => ({
  id: String(row.no),
  name: row.name,
  role: row.role,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
})

/** The keys in force, then the newest of the others. */
export async function listApiKeys(db: Db): Promise<Answer[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(SHOWN)
    .orderBy((eb) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)]), 'desc')
    .orderBy('no', 'desc')
    .limit(MAX_API_KEYS_LISTED)
    .execute()
  return rows.map(showApiKey)
}

/** Ends a key at once. */
export function revokeApiKey(db: Db, no: number, by: By): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const query = tx
      .selectFrom('api_keys')
      .select(['created_by', 'revoked_at'])
      .where('no', '=', no)
    const { created_by: owner } = requireFound(await query.executeTakeFirst())
    await lockOperator(tx, owner)
    const { revoked_at: revoked } = requireFound(await query.forUpdate().executeTakeFirst())
    if (revoked !== null) throw reject('already_revoked')
    const row = await tx
      .updateTable('api_keys')
      .set({ revoked_at: now, revoked_by: by.operator })
      .where('no', '=', no)
      .returning(SHOWN)
      .executeTakeFirstOrThrow()
    await audit(tx, [{ ...by, action: 'revoke API key', object: `key ${row.name}` }])
    return showApiKey(row)
  })
}
