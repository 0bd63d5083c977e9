import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import type { FeeQuestion } from '../../tron/query/fees.ts'
import { newPrivateKey } from '../../tron/keys/secret-keys.ts'
import { addressOfKey } from '../../tron/transaction/signature.ts'
import { isAboutOne, isVerdict, type Trouble } from '../../tron/node/trouble.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { raisePause } from '../pauses/pauses.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import type { Due } from './due-withdrawals.ts'
import { quarantineWithdrawal } from './quarantine.ts'

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

/**
 * Handles a fee that can't be estimated. If USDT fails for everyone, its payouts pause. If the
 * contract reverts only this transfer, it goes to quarantine; if a node refuses it or the nodes
 * disagree, we try it again. Throws while the chain can't be read.
 */
export async function pauseOrQuarantine(
  context: PauseCheck & Pick<Context, 'log'>,
  due: Due,
  question: FeeQuestion,
  trouble: Trouble,
): Promise<'troubled' | 'usdt_rests'> {
  const isRefused = isAboutOne(trouble) || isVerdict(trouble)
  if (question.asset === 'TRX' || !isRefused) throw new Error(`no fee estimate: ${trouble.kind}`)
  const why = await usdtPauseReason(context, question, trouble)
  if (why !== null) {
    await raisePause(context, 'usdt', why)
    return 'usdt_rests'
  }
  if (!isVerdict(trouble)) {
    context.log.warn({ withdrawal: due.no, trouble }, 'no agreed fee estimate of a payout')
    return 'troubled'
  }
  await quarantineWithdrawal(context, due, wouldFail(trouble))
  return 'troubled'
}
