import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Activity, ActivityEntry } from '../../contract/subjects/history.ts'
import type { Db } from '../../db/types.ts'
import { formatUnits, formatUsd } from '../../domain/money/money.ts'
import { pageOf, type Page, type PageQuery } from '../http/paging.ts'
import { countActivity, selectActivity, type ActivityFilter } from './activity-rows.ts'
import { describeActivity, type ActivityRow } from './activity-texts.ts'
import { answerText, english } from '../../contract/texts/texts.ts'

const RECENT = 20

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
  // A count has one column.
  const counted = countActivity(member, query) as RawBuilder<{ count: number }>
  const { rows } = await counted.execute(db)
  return await pageOf(rows[0]?.count ?? 0, query, url, (limit, offset) =>
    readActivity(db, member, query, limit, offset),
  )
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
