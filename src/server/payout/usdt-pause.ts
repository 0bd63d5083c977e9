import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import type { FeeQuestion } from '../../tron/query/fees.ts'
import { newPrivateKey } from '../../tron/keys/secret-keys.ts'
import { addressOfKey } from '../../tron/transaction/signature.ts'
import type { Trouble } from '../../tron/node/trouble.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'

/** Why payouts in USDT pause while its price isn't known to be close to a dollar; null if it is. */
export async function usdtPriceReason(db: Db): Promise<string | null> {
  return (await isUsdtOpen(db))
    ? null
    : 'USDT isn’t trading close to one dollar, or there is no current price.'
}

/** Why a single transfer is quarantined. */
export const wouldFail = ({ detail }: Trouble): string =>
  `The transfer of USDT would fail: ${detail}`

type PauseCheck = Pick<Context, 'db' | 'tron'>

/**
 * Explains why no USDT transfer works after one was refused; null if only that one fails. To tell
 * them apart, we try the same call to a wallet of our own. A paused contract or a frozen payout
 * wallet refuses both.
 */
export async function usdtPauseReason(
  { db, tron }: PauseCheck,
  refused: FeeQuestion,
  trouble: Trouble,
): Promise<string | null> {
  if (trouble.kind === 'fee_ceiling') {
    return `${trouble.detail}. FEE_CEILING_TRX is the limit.`
  }
  const control = await tron.estimateFee({ ...refused, to: await ownReceiver(db) })
  if (control.ok) return null
  return `The same transfer to our own wallet would fail too: ${control.trouble.detail}`
}

/** A cold wallet of ours, or an address that nobody owns if there is none. */
async function ownReceiver(db: Db): Promise<Address> {
  const row = await db
    .selectFrom('own_wallets')
    .select('address')
    .where('role', '=', 'cold')
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst()
  const reading = row ? parseAddress(row.address) : null
  return reading?.ok ? reading.address : addressOfKey(newPrivateKey())
}
