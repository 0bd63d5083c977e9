import type { z } from 'zod'
import { sql } from 'kysely'
import { MAX_API_KEYS, MAX_API_KEYS_LISTED } from '../../contract/fields/limits.ts'
import { reject, rejectField, requireFound } from '../../contract/refusals/reject.ts'
import type { ApiKey, ApiKeyWithSecret, newApiKey } from '../../contract/subjects/api-keys.ts'
import { text } from '../../contract/texts/texts.ts'
import { fromNow, now } from '../../db/expressions.ts'
import { isDuplicate } from '../../db/errors.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { hashToken, newToken } from '../auth/secret-token.ts'
import { KEY_PREFIX } from './sent-key.ts'

type Answer = z.infer<typeof ApiKey>

const show = (row: RowOf<'api_keys'>): Answer => ({
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
    .selectAll()
    .orderBy((eb) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)]), 'desc')
    .orderBy('no', 'desc')
    .limit(MAX_API_KEYS_LISTED)
    .execute()
  return rows.map(show)
}

/** Adds a key. We store only its hash. */
export async function addApiKey(
  db: Db,
  { name, role, days }: z.output<typeof newApiKey>,
  by: By,
): Promise<z.infer<typeof ApiKeyWithSecret>> {
  const secret = `${KEY_PREFIX}${newToken()}`
  const values = { name, role, hash: hashToken(secret), expires_at: fromNow('days', days) }
  try {
    return await db.transaction().execute(async (tx) => {
      // One at a time, so that two simultaneous requests can't exceed the limit.
      await sql`select pg_advisory_xact_lock(hashtextextended('api_keys', 0))`.execute(tx)
      const inForce = await tx
        .selectFrom('api_keys')
        .select('no')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .execute()
      if (inForce.length >= MAX_API_KEYS) throw reject('too_many_keys')
      const row = await tx
        .insertInto('api_keys')
        .values({ ...values, created_by: by.operator })
        .returningAll()
        .executeTakeFirstOrThrow()
      const after = { role, expires_at: row.expires_at.toISOString() }
      await audit(tx, [{ ...by, action: 'add API key', object: `key ${name}`, after }])
      return { api_key: show(row), secret }
    })
  } catch (error) {
    if (isDuplicate(error)) throw rejectField('name', text('key_name_taken'))
    throw error
  }
}

/** Ends a key at once. */
export function revokeApiKey(db: Db, no: number, by: By): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const query = tx.selectFrom('api_keys').selectAll().where('no', '=', no).forUpdate()
    const { revoked_at: revoked } = requireFound(await query.executeTakeFirst())
    if (revoked !== null) throw reject('already_revoked')
    const row = await tx
      .updateTable('api_keys')
      .set({ revoked_at: now, revoked_by: by.operator })
      .where('no', '=', no)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, [{ ...by, action: 'revoke API key', object: `key ${row.name}` }])
    return show(row)
  })
}

/**
 * Ends the keys of an operator who is no longer an admin. A later promotion doesn't restore them.
 */
export async function revokeKeysOf(tx: Tx, operator: string, by: By): Promise<void> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: by.operator })
    .where('created_by', '=', operator)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute()
  const reason = 'The operator who added it is no longer an admin.'
  const entry = { ...by, action: 'revoke API key', reason }
  await audit(
    tx,
    rows.map(({ name }) => ({ ...entry, object: `key ${name}` })),
  )
}
