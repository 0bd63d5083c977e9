import { zeroAddress } from '../../tron/encoding/address.ts'
import type { Context } from '../context.ts'
import { isOwnAddress } from '../addresses/whose-address.ts'
import { reject, Rejection } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'

/** The member's payout address, and when its payout hold ends (0 if there is none). */
export async function readPayee({ db, usdtContract }: Context, member: number) {
  const person = await db
    .selectFrom('identities')
    .select(['wallet_address', 'hold_until'])
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!person) throw reject('not_found')
  const { wallet_address: address, hold_until: holdUntil } = person
  if (!address || address === zeroAddress)
    throw new Rejection('invalid_request', text('wallet_address_missing'))
  if (await isOwnAddress(db, usdtContract, address)) {
    throw new Rejection('invalid_request', text('wallet_address_ours'))
  }
  return { address, holdUntilAt: holdUntil?.getTime() ?? 0 }
}
