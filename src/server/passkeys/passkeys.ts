import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { MAX_PASSKEYS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { NewPasskey, Passkey, PasskeyAssertion } from '../../contract/subjects/passkeys.ts'
import { ago, lit, now } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Holder } from '../auth/factor-guard.ts'
import type { Config } from '../config/config.ts'
import { issueChallenge, consumeChallenge } from './challenges.ts'
import {
  creationOptions,
  readAssertion,
  readCreated,
  requestOptions,
  type Created,
} from './webauthn.ts'

// The passkeys of one account, a member's or an operator's. A member's passkey never opens the
// console, and an operator's opens no member's account.

const COLUMNS = [
  'no',
  'credential_id',
  'user_handle',
  'member_no',
  'operator',
  'public_key',
  'sign_count',
  'transports',
  'synced',
  'name',
  'created_at',
  'used_at',
] as const
export type PasskeyRow = RowOf<'passkeys', (typeof COLUMNS)[number]>
type Answer = z.infer<typeof Passkey>

const own = (holder: Holder) =>
  'member' in holder
    ? ({ member_no: holder.member, operator: null } as const)
    : ({ member_no: null, operator: holder.operator } as const)

const ownRows = (db: Db | Tx, holder: Holder) => {
  const rows = db.selectFrom('passkeys').select(COLUMNS).orderBy('no').limit(MAX_PASSKEYS)
  return 'member' in holder
    ? rows.where('member_no', '=', holder.member)
    : rows.where('operator', '=', holder.operator)
}

export const findPasskeys = (db: Db | Tx, holder: Holder): Promise<PasskeyRow[]> =>
  ownRows(db, holder).execute()

const show = (row: PasskeyRow): Answer => ({
  id: String(row.no),
  name: row.name,
  synced: row.synced,
  created_at: row.created_at.toISOString(),
  last_used_at: row.used_at?.toISOString() ?? null,
})

export const listPasskeys = async (db: Db, holder: Holder): Promise<Answer[]> =>
  (await findPasskeys(db, holder)).map(show)

type Surroundings = { db: Db; config: Config }

/** A challenge that any passkey may answer, or only those of the given holder. */
export async function startRequest(
  { db, config }: Surroundings,
  asked: { purpose: 'sign_in' | 'operator_sign_in' | 'step_up'; owner: string },
  holder?: Holder,
) {
  const passkeys = holder ? await findPasskeys(db, holder) : []
  const { ceremony, challenge } = await issueChallenge(db, asked)
  return { ceremony, options: requestOptions(config, passkeys, challenge) }
}

/** Refuses if the account has reached its limit of passkeys. */
function requireRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= MAX_PASSKEYS) throw reject('too_many_passkeys')
}

/** All passkeys of an account have one handle, by which authenticators tell accounts apart. */
export async function startCreation(
  { db, config }: Surroundings,
  holder: Holder,
  { owner, name }: { owner: string; name: string },
) {
  const passkeys = await findPasskeys(db, holder)
  requireRoom(passkeys)
  const handle = passkeys[0]?.user_handle ?? randomBytes(32)
  const asked = { purpose: 'registration', owner, userHandle: handle } as const
  const { ceremony, challenge } = await issueChallenge(db, asked)
  return { ceremony, options: creationOptions(config, { handle, name, passkeys }, challenge) }
}

/** The valid answer to a challenge for a new passkey. Refuses any other. */
export async function acceptCreation(
  { db, config }: Surroundings,
  form: NewPasskey,
  owner: string,
  log: FastifyBaseLogger,
): Promise<Created & { handle: Buffer }> {
  const asked = await consumeChallenge(db, form.ceremony, { purpose: 'registration', owner })
  const created = await readCreated(config, form, asked.challenge, log)
  if (!created || !asked.user_handle) throw reject('passkey_refused')
  return { ...created, handle: asked.user_handle }
}

/** Stores a new passkey. The caller has locked the account, so that the limit holds. */
export async function insertPasskey(
  tx: Tx,
  holder: Holder,
  name: string,
  created: Created & { handle: Buffer },
): Promise<Answer> {
  requireRoom(await findPasskeys(tx, holder))
  const row = await tx
    .insertInto('passkeys')
    .values({
      ...own(holder),
      name,
      credential_id: created.credentialId,
      user_handle: created.handle,
      public_key: created.publicKey,
      sign_count: created.signCount,
      transports: created.transports,
      synced: created.synced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw reject('passkey_exists')
  return show(row)
}

/** Renames one of the holder's passkeys. Refuses with 404 if there is none. */
export async function renamePasskey(
  db: Db | Tx,
  holder: Holder,
  no: bigint,
  name: string,
): Promise<Answer> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('no', '=', no)
    .where((eb) => eb.and(isOwn(holder)))
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  return show(row)
}

/** Removes one of the holder's passkeys. Refuses with 404 if there is none. */
export async function deletePasskey(tx: Tx, holder: Holder, no: bigint): Promise<PasskeyRow> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('no', '=', no)
    .where((eb) => eb.and(isOwn(holder)))
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  return row
}

const isOwn = (holder: Holder) =>
  'member' in holder ? { member_no: holder.member } : { operator: holder.operator }

type Judged = { form: PasskeyAssertion; challenge: string; log: FastifyBaseLogger }

/**
 * The passkey that signed a challenge; null if there is no valid one. If its counter repeats a
 * number, the passkey may have been copied. We then refuse it and call `onCopy`, once a day.
 */
export async function judgeAssertion(
  { db, config }: Surroundings,
  { form, challenge, log }: Judged,
  counts: (row: PasskeyRow) => boolean,
  onCopy: (tx: Tx, row: PasskeyRow) => Promise<void>,
): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('credential_id', '=', Buffer.from(form.credential.id, 'base64url'))
    .executeTakeFirst()
  if (!row || !counts(row)) return null
  const signCount = await readAssertion(config, form, challenge, row, log)
  if (signCount === null) return null
  const isNew = await db.transaction().execute((tx) => countUse(tx, row.no, signCount))
  if (isNew) return row
  log.warn({ passkey: String(row.no) }, 'passkey may have been copied')
  await db.transaction().execute(async (tx) => {
    if (await markCopyReported(tx, row.no)) await onCopy(tx, row)
  })
  return null
}

/**
 * Synced passkeys don't count and always report 0. Any other must report more than the last time.
 */
async function countUse(tx: Tx, no: bigint, signCount: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, used_at: now })
    .where('no', '=', no)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', signCount),
        ...(signCount === 0n ? [eb('sign_count', '=', lit(0n))] : []),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function markCopyReported(tx: Tx, no: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ copy_told_at: now })
    .where('no', '=', no)
    .where((eb) => eb.or([eb('copy_told_at', 'is', null), eb('copy_told_at', '<', ago('days', 1))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
