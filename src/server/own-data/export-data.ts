import { lower } from '../../db/expressions.ts'
import type { z } from 'zod'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { OwnData } from '../../contract/subjects/own-data.ts'
import type { Db } from '../../db/types.ts'
import { readUser } from '../account/queries.ts'
import { readReferrals } from '../account/referrals.ts'
import { listSessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { readDepositsOf, readUnattributedOf } from '../deposit/queries.ts'
import { showDeposit } from '../deposit/show-deposit.ts'
import { showUnattributed } from '../deposit/show-unattributed.ts'
import { readActivity } from '../history/activity.ts'
import { postingList } from '../members/member-records.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { readWithdrawalsOf } from '../withdrawal/queries.ts'
import { showWithdrawal } from '../withdrawal/show-withdrawal.ts'
import { readOwnRecords } from './own-records.ts'

/** The most rows of one list. Few members have more of anything. */
const MOST_ROWS = 5_000

type Lists = Pick<
  z.infer<typeof OwnData>,
  'referrals' | 'deposits' | 'unmatched_transfers' | 'withdrawals' | 'ledger' | 'activity'
>

/** One row more than fits says that there are more. */
async function readLists({ read, config }: Context, member: number): Promise<Lists> {
  const most = MOST_ROWS + 1
  const deposits = await readDepositsOf(read, member, most, 0)
  const unmatched = await readUnattributedOf(read, member, most, 0)
  const withdrawals = await readWithdrawalsOf(read, member, most, 0)
  return {
    referrals: await readReferrals(read, member, most),
    deposits: deposits.map((row) => showDeposit(row, config.confirmations)),
    unmatched_transfers: unmatched.map(showUnattributed),
    withdrawals: withdrawals.map(showWithdrawal),
    ledger: await postingList(read, member).read(most, 0, undefined),
    activity: await readActivity(read, member, {}, most, 0),
  }
}

/** All that we hold about a member, except what protects the account: hashes, keys, and secrets. */
export async function exportData(
  context: Context,
  { no, session }: { no: number; session: bigint },
): Promise<z.infer<typeof OwnData>> {
  const { db } = context
  const account = requireFound(await readUser(db, no))
  const lists = await readLists(context, no)
  const shortened = Object.entries(lists).filter(([, rows]) => rows.length > MOST_ROWS)
  for (const [, rows] of shortened) rows.length = MOST_ROWS
  return {
    created_at: new Date().toISOString(),
    account,
    ...(await readOwnRecords(db, no)),
    passkeys: await listPasskeys(db, { member: no }),
    sessions: await listSessions(db, no, session),
    ...lists,
    contact_messages: await readMessages(db, account.email),
    shortened: shortened.map(([name]) => name),
  }
}

/** The contact form knows its senders by their address. */
async function readMessages(db: Db, email: string) {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['subject', 'message', 'received_at', 'answer'])
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .orderBy('no', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}
