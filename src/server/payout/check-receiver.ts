import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import type { Db } from '../../db/types.ts'
import { isAboutOne, type Trouble } from '../../tron/node/trouble.ts'
import { unpayableReason, type UnpayableReason } from '../../tron/transaction/payable.ts'
import { ASSET_CODES, coinOf } from '../book/rows/ledger-rows.ts'
import { readFromLog } from '../book/rows/withdrawal-log.ts'
import type { Context } from '../context.ts'
import { isInCustody } from '../addresses/whose-address.ts'
import type { Due } from './due-withdrawals.ts'
import { quarantineWithdrawal } from './quarantine.ts'

type Checking = Pick<Context, 'db' | 'tron' | 'log'>

const EDITED = 'The row is not what was approved: someone edited it. Nothing is paid.'

const WHY: Record<UnpayableReason, string> = {
  nobody: 'The address is nobody’s: what is paid to it is lost.',
  token_contract: 'The address is the contract of USDT itself.',
  contract: 'The address is a contract, which takes no TRX.',
}

/**
 * Whether the command log approves exactly what the row asks for. If not, the withdrawal has
 * changed since we read the row, or someone edited the row. Compares no time with our own clock:
 * the database's clock chose the row, and the ledger's clock decides when we send the payout.
 */
async function compareWithLog(db: Db, due: Due): Promise<'approved' | 'moved on' | 'edited'> {
  if (await isApproved(db, due)) return 'approved'
  const row = await db
    .selectFrom('withdrawals')
    .select(['state', 'attempt'])
    .where('no', '=', due.no)
    .executeTakeFirst()
  return row?.state === 'approved' && row.attempt === due.attempt ? 'edited' : 'moved on'
}

async function isApproved(db: Db, due: Due): Promise<boolean> {
  const logged = (await readFromLog(db, [due.no])).get(due.no)
  return (
    logged?.state === 'approved' &&
    logged.holdUntilAt === due.hold_until.getTime() &&
    logged.attempt === due.attempt &&
    logged.address === due.address &&
    logged.payIn === coinOf(due.pay_asset) &&
    logged.amountMicros === due.amount_micros &&
    logged.feeMicros === due.fee_micros &&
    logged.networkFeeMicros === due.network_fee_micros
  )
}

const OURS = 'The address is one of our own wallets or deposit addresses.'
const FROZEN = 'The issuer of USDT has frozen this address. USDT paid to it would be stuck.'

/**
 * The address of a withdrawal if we can pay it. Otherwise records why not, for operators.
 * @param onTrouble what to do when the nodes don't answer, or disagree. By default, the withdrawal
 *   waits if that concerns it alone
 */
export async function checkReceiver(
  { db, tron, log }: Checking,
  payer: Address,
  due: Due,
  onTrouble: (due: Due, trouble: Trouble) => null = waitOrThrow({ log }),
): Promise<Address | null> {
  const compared = await compareWithLog(db, due)
  if (compared === 'edited') return await quarantineWithdrawal({ db, log }, due, EDITED)
  if (compared === 'moved on') return null
  const reading = parseAddress(due.address)
  if (!reading.ok) return await quarantineWithdrawal({ db, log }, due, reading.message)
  // It may have become ours since the request. The member's coins would then stay in custody.
  if (reading.address === payer || (await isInCustody(db, reading.address))) {
    return await quarantineWithdrawal({ db, log }, due, OURS)
  }
  const account = await tron.account(reading.address)
  if (!account.ok) return onTrouble(due, account.trouble)
  const why = unpayableReason(reading.address, tron.usdtContract, account.value)
  // A contract may hold tokens. The chain only refuses TRX to it.
  const inUsdt = due.pay_asset === ASSET_CODES.USDT
  const isPayable = why === undefined || (why === 'contract' && inUsdt)
  if (isPayable && inUsdt) {
    const frozen = await tron.isBlackListed(reading.address)
    if (!frozen.ok) return onTrouble(due, frozen.trouble)
    if (frozen.value) return await quarantineWithdrawal({ db, log }, due, FROZEN)
  }
  return isPayable ? reading.address : await quarantineWithdrawal({ db, log }, due, WHY[why])
}

/** If the trouble is about one receiver, the next round asks again, and the others continue. */
const waitOrThrow =
  ({ log }: Pick<Checking, 'log'>) =>
  ({ no }: Due, trouble: Trouble): null => {
    if (!isAboutOne(trouble)) throw new Error(`no payouts: ${trouble.kind}`)
    log.warn({ withdrawal: no, trouble }, 'the nodes can’t tell about a receiver')
    return null
  }
