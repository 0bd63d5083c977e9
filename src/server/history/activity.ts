import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Activity, ActivityEntry } from '../../contract/subjects/history.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { formatUnits, formatUsd } from '../../domain/money/money.ts'
import { pageOf, type Page, type PageQuery } from '../http/paging.ts'
import {
  countOwnActs,
  END,
  RECENT,
  rewardPurposesOf,
  selectActivity,
  type ActivityFilter,
} from './activity-rows.ts'
import { describeActivity, type ActivityRow } from './activity-texts.ts'
import { sumRewards } from './reward-sums.ts'
import { answerText, english } from '../../contract/texts/texts.ts'

type EntryRow = ActivityRow & { about: Entry['about']['kind']; about_no: bigint }
export type Entry = z.infer<typeof ActivityEntry>

const read = async (db: Db, rows: RawBuilder<unknown>): Promise<EntryRow[]> =>
  // The columns of every source.
  (await (rows as RawBuilder<EntryRow>).execute(db)).rows

/** The member's recent activity, newest first, in one statement. */
export async function readRecentActivity(db: Db, member: number) {
  const rows = await read(db, selectActivity(member, {}, RECENT, 0))
  return rows.map(showActivity)
}

/** One page of the member's activity, filtered, with the source of each row. */
export async function pageActivity(
  db: Db,
  member: number,
  query: PageQuery & ActivityFilter,
  url: string,
): Promise<Page<Entry>> {
  return await pageOf(countActivity(db, member, query), query, url, (limit, offset) =>
    readActivity(db, member, query, limit, offset),
  )
}

async function countActivity(db: Db, member: number, filter: ActivityFilter): Promise<number> {
  const counts = await Promise.all([
    countOthers(db, member, filter),
    countReferred(db, member, filter),
    countRewards(db, member, filter),
  ])
  return counts.reduce((sum, each) => sum + each, 0)
}

async function countOthers(db: Db, member: number, filter: ActivityFilter): Promise<number> {
  // A count has one column.
  const counted = countOwnActs(member, filter) as RawBuilder<{ count: number }> | null
  return (await counted?.execute(db))?.rows[0]?.count ?? 0
}

const referredWithin = compileOnce(
  (db, { member, from, to }: Given<{ member: number; from: Date; to: Date }>) =>
    db.selectNoFrom(
      sql<number>`referral_since(${member}, ${to}) - referral_since(${member}, ${from})`.as(
        'count',
      ),
    ),
)

async function countReferred(db: Db, member: number, filter: ActivityFilter): Promise<number> {
  const { type, from = new Date(0), to = END } = filter
  if (type !== undefined && type !== 'referral_joined') return 0
  return (await referredWithin.one(db, { member, from, to })).count
}

const rewardedTimes = compileOnce((db, { account }: Given<{ account: bigint }>) =>
  db.selectFrom('accounts').select('rewarded').where('no', '=', account),
)

async function countRewards(db: Db, member: number, filter: ActivityFilter): Promise<number> {
  const { type, from, to } = filter
  const purposes = rewardPurposesOf(filter)
  if (purposes.length === 0) return 0
  if (type === undefined && from === undefined && to === undefined) {
    return (await rewardedTimes.first(db, { account: BigInt(wallet(member)) }))?.rewarded ?? 0
  }
  const sums = await sumRewards(db, member, { by: 'month', from: from ?? new Date(0), to })
  const asked = sums.filter(({ purpose }) => purposes.includes(purpose))
  return asked.reduce((total, { count }) => total + count, 0)
}

/** Part of the member's activity, filtered, newest first. */
export async function readActivity(
  db: Db,
  member: number,
  filter: ActivityFilter,
  limit: number,
  offset: number,
): Promise<Entry[]> {
  const page = await read(db, selectActivity(member, filter, limit, offset))
  return page.map((row) => ({
    ...showActivity(row),
    about: { kind: row.about, id: String(row.about_no) },
  }))
}

function showActivity(row: ActivityRow): z.infer<typeof Activity> {
  const { type, no, at, amount } = row
  const { title, said, link } = describeActivity(row)
  const asset = ['USD', 'TRX', 'USDT'][row.asset] ?? 'USD'
  const text = amount === null ? null : row.asset === 0 ? formatUsd(amount) : formatUnits(amount)
  return {
    id: `${type}-${no}`,
    type,
    title: english(title),
    title_text: title,
    ...answerText(said),
    amount: text,
    asset: amount === null ? null : asset,
    created_at: at.toISOString(),
    link,
  }
}
