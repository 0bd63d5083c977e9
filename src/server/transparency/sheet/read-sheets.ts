import { z } from 'zod'
import type { Db, RowOf } from '../../../db/types.ts'

/** A sealed sheet with its exact bytes. */
export type Sheet = Pick<RowOf<'day_sheets'>, 'day' | 'sha256' | 'sealed_at'> & { body: string }

/** A part of a sealed sheet with its exact bytes and their hash. */
export type SealedPart = Omit<Sheet, 'body'> & { body: string }

const SheetBody = z.looseObject({ parts: z.record(z.string(), z.string()) })

/** The most days in one answer. */
const MOST_DAYS = 400

const sheets = (db: Db) =>
  db
    .selectFrom('day_sheets')
    .innerJoin('sheet_bodies', 'sheet_bodies.sha256', 'day_sheets.sha256')
    .select(['day_sheets.day', 'day_sheets.sha256', 'day_sheets.sealed_at', 'sheet_bodies.body'])

/** The sheet of a day, or the newest; undefined if there is none. */
export const readSheet = (db: Db, day?: string): Promise<Sheet | undefined> =>
  (day === undefined ? sheets(db) : sheets(db).where('day_sheets.day', '=', day))
    .orderBy('day_sheets.day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A part of the sheet of a day, or of the newest; undefined if there is none. */
export async function readPart(
  db: Db,
  name: string,
  day?: string,
): Promise<SealedPart | undefined> {
  const sheet = await readSheet(db, day)
  if (!sheet) return undefined
  const hash = SheetBody.parse(JSON.parse(sheet.body)).parts[name]
  if (hash === undefined) return undefined
  const part = await db
    .selectFrom('sheet_bodies')
    .select('body')
    .where('sha256', '=', hash)
    .executeTakeFirst()
  return part && { day: sheet.day, sealed_at: sheet.sealed_at, sha256: hash, body: part.body }
}

/** The sealed days before a given one, newest first. */
export const readDays = (
  db: Db,
  { before = '9999', most = MOST_DAYS } = {},
): Promise<Omit<Sheet, 'body'>[]> =>
  db
    .selectFrom('day_sheets')
    .select(['day', 'sha256', 'sealed_at'])
    .where('day', '<', before)
    .orderBy('day', 'desc')
    .limit(most)
    .execute()
