import { anyOf, lower } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { newReferralCode } from '../auth/referral-code.ts'

type Row = { readonly import_no: number; readonly line: number; readonly referral_code: string }

/** Draws new codes for rows whose code is taken. Otherwise they would wait forever. */
export async function replaceTakenCodes(db: Db, rows: readonly Row[]): Promise<void> {
  const codes = rows.map((row) => row.referral_code.toLowerCase())
  const taken = await db
    .selectFrom('identities')
    .select((eb) => lower(eb.ref('referral_code')).as('code'))
    .where((eb) => eb(lower(eb.ref('referral_code')), '=', anyOf(codes, 'text')))
    .execute()
  const known = new Set(taken.map(({ code }) => code))
  for (const { import_no: no, line, referral_code: code } of rows) {
    if (!known.has(code.toLowerCase())) continue
    await db
      .updateTable('member_import_rows')
      .set({ referral_code: newReferralCode() })
      .where('import_no', '=', no)
      .where('line', '=', line)
      .where('referral_code', '=', code)
      .execute()
  }
}
