import type { z } from 'zod'
import type { OwnData } from '../../contract/operations/own-data.ts'
import type { Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { readMessages, readStaffViews } from './own-records.ts'
import { readReferrals } from '../account/referrals.ts'
import { ownDeposits, ownUnattributed } from '../deposit/queries.ts'
import { showDeposit } from '../deposit/show-deposit.ts'
import { showUnattributed } from '../deposit/show-unattributed.ts'
import { readActivity } from '../history/activity.ts'
import { readAccepted } from '../members/member-detail.ts'
import { postingList } from '../members/posting-list.ts'
import { ownWithdrawals } from '../withdrawal/queries.ts'
import { showOwnWithdrawal } from '../withdrawal/show-withdrawal.ts'

/** The most rows of one list. Few members have more of anything. */
export const MAX_ROWS = 5_000

type Lists = Pick<
  z.infer<typeof OwnData>,
  | 'accepted_texts'
  | 'staff_views'
  | 'referrals'
  | 'deposits'
  | 'unmatched_transfers'
  | 'withdrawals'
  | 'ledger'
  | 'activity'
  | 'contact_messages'
>

/** Reading one row too many shows whether there are more. */
export async function readLists(
  db: Tx,
  config: Context['config'],
  member: number,
  email: string,
): Promise<Lists> {
  const most = MAX_ROWS + 1
  const deposits = await ownDeposits.read(db, member, most, 0)
  const unmatched = await ownUnattributed.read(db, member, most, 0)
  const withdrawals = await ownWithdrawals.read(db, member, most, 0)
  return {
    accepted_texts: await readAccepted(db, member, most),
    staff_views: await readStaffViews(db, member, most),
    referrals: await readReferrals(db, member, most),
    deposits: deposits.map((row) => showDeposit(row, config.confirmations)),
    unmatched_transfers: unmatched.map(showUnattributed),
    withdrawals: withdrawals.map(showOwnWithdrawal),
    ledger: await postingList(db, member).read({ limit: most }),
    activity: await readActivity(db, member, {}, most, 0),
    contact_messages: await readMessages(db, email, most),
  }
}
