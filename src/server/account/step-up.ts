import type { Db } from '../../db/types.ts'
import { refuseField } from '../http/refusal.ts'
import { hasSecondFactor, takeSecondFactor } from './member-totp.ts'
import { isPassword } from './password.ts'
import { stepUp } from './sessions.ts'

const stepUpMs = 5 * 60 * 1000

/**
 * Takes the password, or where a second factor is set up its code, as proof for five minutes.
 * Answers until when it counts.
 */
export async function proveMember(
  db: Db,
  authSecret: string,
  member: { no: number; session: bigint },
  proof: { password?: string | undefined; code?: string | undefined },
): Promise<{ valid_until: string }> {
  if (await hasSecondFactor(db, member.no)) {
    const right = await takeSecondFactor(db, authSecret, member.no, proof.code ?? '')
    if (!right) throw refuseField('code', 'Enter the code from your authenticator app.')
  } else {
    const { password_hash: stored } = await db
      .selectFrom('people')
      .select('password_hash')
      .where('member_no', '=', member.no)
      .executeTakeFirstOrThrow()
    const right = await isPassword(proof.password ?? '', stored)
    if (!right) throw refuseField('password', 'The password is not correct.')
  }
  await stepUp(db, member.session)
  return { valid_until: new Date(Date.now() + stepUpMs).toISOString() }
}
