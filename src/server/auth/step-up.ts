import { nowMs } from '../../clock/clock.ts'
import { STEP_UP_MS } from './caller.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { changeCredentials } from './locked-account.ts'
import { hasSecondFactor, verifySecondFactor } from './member-totp.ts'
import { isOwnPassword } from '../passwords/password.ts'
import { stepUp } from './sessions.ts'
import { text } from '../../contract/texts/texts.ts'

type Proof = { password?: string | undefined; code?: string | undefined }
type Caller = { no: number; session: bigint }

/**
 * Accepts the password, or the code if a second factor is set up, as proof for five minutes.
 * Returns when the proof expires.
 */
export async function proveMember(
  { db, config }: Pick<Context, 'db' | 'config'>,
  member: Caller,
  proof: Proof,
): Promise<{ valid_until: string }> {
  if (await hasSecondFactor(db, member.no)) {
    // A password proves nothing here, but isn't a wrong code that counts toward a lock.
    if (!proof.code) throw rejectField('code', text('totp_required'))
    await verifySecondFactor(db, config, member, proof.code)
  } else await verifyPassword(db, member, proof.password ?? '')
  return { valid_until: new Date(nowMs() + STEP_UP_MS).toISOString() }
}

async function verifyPassword(db: Db, { no, session }: Caller, password: string): Promise<void> {
  const { password_hash: passwordHash } = await db
    .selectFrom('identities')
    .select('password_hash')
    .where('member_no', '=', no)
    .executeTakeFirstOrThrow()
  if (!(await isOwnPassword(password, passwordHash))) {
    throw rejectField('password', text('password_wrong'))
  }
  const by = { call: 'stepUp', claim: { session, passwordHash } } as const
  await changeCredentials(db, no, by, async ({ tx }) => await stepUp(tx, session))
}
