import { HOUSE } from '../../domain/ledger/state.ts'
import type { Db } from '../../db/types.ts'
import type { Brand } from './brand.ts'

/** A member already has the username or the code. */
export class NameTaken extends Error {}

/**
 * Gives the company's own account the brand's username and sponsor code. Links with the old code no
 * longer find a sponsor. Throws NameTaken.
 */
export async function nameHouse(db: Db, { house }: Pick<Brand, 'house'>): Promise<void> {
  const { username, sponsorCode } = house
  const own = await db
    .selectFrom('identities')
    .select(['username', 'referral_code'])
    .where('member_no', '=', HOUSE)
    .executeTakeFirst()
  if (!own || (own.username === username && own.referral_code === sponsorCode)) return
  const taken = await db
    .selectFrom('identities')
    .select(['username', 'referral_code'])
    .where('member_no', '!=', HOUSE)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['username']), '=', username.toLowerCase()),
        eb(eb.fn('lower', ['referral_code']), '=', sponsorCode.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
  if (taken) {
    throw new NameTaken(
      `BRAND: the member ${taken.username} already has the username ${username} or the sponsor ` +
        `code ${sponsorCode}. Set others in house.`,
    )
  }
  await db
    .updateTable('identities')
    .set({ username, referral_code: sponsorCode, email: `house@${username}.invalid` })
    .where('member_no', '=', HOUSE)
    .execute()
}
