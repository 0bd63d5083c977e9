import type { z } from 'zod'
import type { Statement } from '../../contract/subjects/history.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { PURPOSES, type Purpose } from '../../domain/ledger/journal.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { mapInSlices } from '../http/files/in-slices.ts'
import { KIND_CODES } from '../book/rows/ledger-rows.ts'
import { journalSince } from './journal-range.ts'
import { english, text, type Text } from '../../contract/texts/texts.ts'

export type StatementAnswer = z.infer<typeof Statement>

const MAX_ENTRIES = 10_000

type StatementRow = RowOf<'journals', 'at'> &
  RowOf<'postings', 'journal_no' | 'purpose' | 'amount' | 'balance_after'> & {
    public_id: string | null
    username: string | null
  }

/**
 * The member's wallet over a period (exclusive end), from the postings. Undefined above 10,000
 * entries, because a statement must be complete.
 */
export async function readStatement(
  db: Db,
  member: { no: number; username: string },
  { from, to }: { from: Date; to: Date },
): Promise<StatementAnswer | undefined> {
  const account = BigInt(wallet(member.no))
  const rows: StatementRow[] = await postingsWithin.rows(db, { account, from, to })
  if (rows.length > MAX_ENTRIES) return undefined
  const opening = await openingBalance(db, account, from, rows[0])
  const closing = rows.reduce((balance, { amount }) => balance + amount, opening)
  if (closing !== (rows.at(-1)?.balance_after ?? opening)) {
    throw new Error(`the statement of account ${account} does not add up`)
  }
  return {
    username: member.username,
    from: from.toISOString(),
    to: to.toISOString(),
    opening_balance: formatUsd(opening),
    closing_balance: formatUsd(closing),
    entries: [...(await mapInSlices(rows, showEntry))],
  }
}

/** Comes from the first entry, because the ledger may have grown since we read the entries. */
async function openingBalance(
  db: Db,
  account: bigint,
  from: Date,
  first: StatementRow | undefined,
): Promise<bigint> {
  if (first) return first.balance_after - first.amount
  const before = await balanceBefore.first(db, { account, before: from })
  return before?.balance_after ?? 0n
}

function showEntry(row: StatementRow): StatementAnswer['entries'][number] {
  const said = describe(row)
  return {
    at: row.at.toISOString(),
    journal: String(row.journal_no),
    description: english(said),
    text: said,
    amount: formatUsd(row.amount),
    balance: formatUsd(row.balance_after),
  }
}

/** The balance of an account just before a moment. */
const balanceBefore = compileOnce(
  (db, { account, before }: Given<{ account: bigint; before: Date }>) =>
    db
      .selectFrom('postings')
      .select('postings.balance_after')
      .where('postings.account_no', '=', account)
      .where('postings.journal_no', '<', journalSince(before))
      .orderBy('postings.journal_no', 'desc')
      .orderBy('postings.line', 'desc')
      .limit(1),
)

const postingsWithin = compileOnce(
  (db, { account, from, to }: Given<{ account: bigint; from: Date; to: Date }>) =>
    db
      .selectFrom('postings')
      .innerJoin('journals', 'journals.no', 'postings.journal_no')
      .leftJoin('profiles as payer', (join) =>
        join
          .on('journals.kind', '=', KIND_CODES.activation)
          .onRef('payer.no', '=', 'journals.subject'),
      )
      .leftJoin('identities', 'identities.member_no', 'payer.member_no')
      .select([
        'journals.at',
        'postings.journal_no',
        'postings.purpose',
        'postings.amount',
        'postings.balance_after',
        'payer.public_id',
        'identities.username',
      ])
      .where('postings.account_no', '=', account)
      .where('postings.journal_no', '>=', journalSince(from))
      .where('postings.journal_no', '<', journalSince(to))
      .orderBy('postings.journal_no')
      .orderBy('postings.line')
      .limit(MAX_ENTRIES + 1),
)

const texts: Partial<Record<Purpose, (row: StatementRow) => Text>> = {
  fee: ({ public_id: id }) => text('line_fee', { profile: id ?? '' }),
  level1: (row) => text('line_level1', payerOf(row)),
  level2: (row) => text('line_level2', payerOf(row)),
  sponsor_bonus: (row) => text('line_sponsor_bonus', payerOf(row)),
  deposit: () => text('line_deposit'),
  hold: () => text('line_hold'),
  release: () => text('line_release'),
  adjustment: () => text('line_adjustment'),
}

const payerOf = ({ public_id: id, username }: StatementRow) => ({
  name: username ?? '',
  profile: id ?? '',
})

function describe(row: StatementRow): Text {
  const purpose = PURPOSES[row.purpose]
  const say = purpose && texts[purpose]
  if (!say) throw new Error(`purpose ${row.purpose} does not move a wallet`)
  return say(row)
}
