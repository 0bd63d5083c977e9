/** The proofs that members can check: their days, and the file of each. */
import type { z } from 'zod'
import { Sheet, type proofReport, type Proofs } from '../../../contract/subjects/transparency.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import { anyOf } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { wallet, withdrawalHold } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { formatUsd } from '../../../domain/money/money.ts'
import { writeProofFile } from '../../../proof/liability-proof.ts'
import type { Witness } from '../../../proof/policy.ts'
import type { Member } from '../../http/route.ts'
import { readSeal } from '../receipts/read-receipt.ts'
import { readLeaves } from './read-leaves.ts'

/** The number of days whose trees we keep, plus some for failed attempts. */
const MOST_TREES = 40

/** Sealed sheets whose trees we still have, newest first. */
async function readDays(db: Db) {
  const trees = await db
    .selectFrom('liability_days')
    .select(['day', 'root'])
    .where('root', 'is not', null)
    .orderBy('day', 'desc')
    .limit(MOST_TREES)
    .execute()
  const rows = await db
    .selectFrom('day_sheets')
    .innerJoin('sheet_bodies', 'sheet_bodies.sha256', 'day_sheets.sha256')
    .select(['day_sheets.day', 'day_sheets.sealed_at', 'sheet_bodies.body'])
    .where('day_sheets.day', '=', anyOf([...new Set(trees.map(({ day }) => day))], 'text'))
    .orderBy('day_sheets.day', 'desc')
    .execute()
  const roots = new Set(trees.map(({ root }) => root?.toString('base64')))
  return rows.flatMap(({ body, ...row }) => {
    const sheet = Sheet.parse(JSON.parse(body))
    return sheet.liabilities && roots.has(sheet.liabilities.root) ? [{ ...row, sheet }] : []
  })
}

/** The balance of an account right after a journal entry. */
const balanceAt = (db: Db, account: number, journal: number) =>
  db
    .selectFrom('postings')
    .select('balance_after')
    .where('account_no', '=', BigInt(account))
    .where('journal_no', '<=', BigInt(journal))
    .orderBy('journal_no', 'desc')
    .orderBy('line', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The days that have a proof for a member, with their balance by their journal entries. */
export async function listProofs(db: Db, member: number): Promise<z.output<typeof Proofs>> {
  const days = await readDays(db)
  const own = days.filter(({ sheet }) => isIn(member, sheet))
  const results = await Promise.all(
    own.map(async ({ day, sealed_at: at, sheet: { cut } }) => {
      const accounts = [wallet(member), withdrawalHold(member)]
      const rows = await Promise.all(accounts.map((no) => balanceAt(db, no, cut.journal)))
      const balance = rows.reduce((sum, row) => sum + (row?.balance_after ?? 0n), 0n)
      return { day, sealed_at: at.toISOString(), cut_at: cut.at, balance: formatUsd(balance) }
    }),
  )
  return { results }
}

/** A day's sheet with its exact text; undefined for a day without one. */
async function readSealed(db: Db, day: string) {
  const row = await db
    .selectFrom('day_sheets')
    .innerJoin('sheet_bodies', 'sheet_bodies.sha256', 'day_sheets.sha256')
    .select('sheet_bodies.body')
    .where('day_sheets.day', '=', day)
    .executeTakeFirst()
  return row && { body: row.body, sheet: Sheet.parse(JSON.parse(row.body)) }
}

/** Whether a sheet's tree contains a member. Members who joined later have no leaf. */
const isIn = (member: number, { liabilities }: z.output<typeof Sheet>): boolean =>
  member <= (liabilities?.members ?? 0) + HOUSE

/**
 * The proof file of a day; undefined without a sealed tree of that day that contains the member.
 */
export async function readProofFile(
  db: Db,
  { no, username }: Pick<Member, 'no' | 'username'>,
  day: string,
  witnesses: readonly Witness[],
): Promise<string | undefined> {
  const sealed = await readSealed(db, day)
  if (!sealed) return undefined
  const { body, sheet } = sealed
  const { liabilities } = sheet
  const leaves = liabilities && (await readLeaves(db, Buffer.from(liabilities.root, 'base64'), no))
  if (!leaves) return undefined
  const seal = await readSeal(db, day, witnesses)
  return seal && writeProofFile({ day, username, sheet: body, seal }, leaves)
}

/** Stores a report that a proof failed. Refuses it if the day has no proof for the member. */
export async function reportProof(
  db: Db,
  member: number,
  report: z.output<typeof proofReport>,
): Promise<string> {
  const sealed = await readSealed(db, report.day)
  if (!sealed || !isIn(member, sealed.sheet)) throw reject('not_found')
  const { reported_at: at } = await db
    .insertInto('proof_reports')
    .values({ member_no: member, ...report })
    .returning('reported_at')
    .executeTakeFirstOrThrow()
  return at.toISOString()
}
