import type { z } from 'zod'
import { MAX_API_KEYS } from '../../../contract/fields/limits.ts'
import { reject, rejectField } from '../../../contract/refusals/reject.ts'
import type { ApiKeyWithSecret, newApiKey } from '../../../contract/subjects/api-keys.ts'
import { text } from '../../../contract/texts/texts.ts'
import { takeTurn } from '../../../db/named-locks.ts'
import { isDuplicate } from '../../../db/errors.ts'
import { fromNow, now } from '../../../db/expressions.ts'
import { audit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { reportChange } from '../../email/report-access.ts'
import { SHOWN, showApiKey } from './api-keys.ts'
import { newKey } from './sent-key.ts'
import type { Origin } from '../session-object.ts'
import { lockInSession } from '../set-up-totp.ts'

type Where = Pick<Context, 'db' | 'config'>

/**
 * Adds a key, and emails the alert mailbox, because this may be an intruder. We store only the
 * key's hash.
 */
export async function addApiKey(
  { db, config }: Where,
  operator: { username: string; session: bigint },
  { name, role, days }: z.output<typeof newApiKey>,
  { device, address, requestId }: Origin,
): Promise<z.infer<typeof ApiKeyWithSecret>> {
  const { username } = operator
  const { secret, hash } = newKey()
  const values = { name, role, hash, expires_at: fromNow('days', days) }
  try {
    return await db.transaction().execute(async (tx) => {
      // A reset or a demotion in the meantime revoked the admin's keys, so they get no more.
      if ((await lockInSession(tx, operator)).role !== 'admin') throw reject('forbidden')
      // One at a time, so that two simultaneous requests can't exceed the limit.
      await takeTurn(tx, 'api_keys')
      const inForce = await tx
        .selectFrom('api_keys')
        .select('no')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .execute()
      if (inForce.length >= MAX_API_KEYS) throw reject('too_many_keys')
      const row = await tx
        .insertInto('api_keys')
        .values({ ...values, created_by: username })
        .returning(SHOWN)
        .executeTakeFirstOrThrow()
      const after = { role, expires_at: row.expires_at.toISOString() }
      const entry = { operator: username, action: 'add API key', object: `key ${name}`, after }
      await audit(tx, [{ ...entry, requestId }])
      const what = `added the API key “${name}” (${role})`
      await reportChange(tx, config, username, what, { device, address })
      return { api_key: showApiKey(row), secret }
    })
  } catch (error) {
    if (isDuplicate(error)) throw rejectField('name', text('key_name_taken'))
    throw error
  }
}
