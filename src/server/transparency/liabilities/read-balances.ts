/** Reads what we owe each member at the cutoff, and their results. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { FIRST_MEMBER_ACCOUNT, wallet } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import type { PackedOwed, PackedResults } from './tree-rows.ts'

/** PostgreSQL packs this many rows into one, so this process doesn't handle millions of rows. */
const ROWS_AT_ONCE = 5_000

/** Starting a second process takes longer than these reads, and would use the ledger's core. */
const useOneProcess = (tx: Tx): Promise<unknown> =>
  sql`set local max_parallel_workers_per_gather = 0`.execute(tx)

/**
 * The results of members who have paid, by number.
 * @param journal the last journal before the cutoff, up to which the results must be counted
 */
export async function* readResults(
  db: Db,
  journal: number,
  last: number,
): AsyncGenerator<PackedResults> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await useOneProcess(tx)
    const mark = await tx.selectFrom('income_mark').select('journal_no').executeTakeFirstOrThrow()
    if (mark.journal_no !== BigInt(journal)) throw new Error('the results are not of the cut')
    for (let after = HOUSE; after < last; after += ROWS_AT_ONCE) {
      const { rows } = await sql<{ numbers: Buffer | null; amounts: Buffer | null }>`
        select string_agg(int4send(member_no), ''::bytea order by member_no) as numbers,
          string_agg(int8send(rewards - paid - charges), ''::bytea order by member_no) as amounts
        from member_results
        where member_no > ${after} and member_no <= ${after + ROWS_AT_ONCE}
          and first_paid_at is not null`.execute(tx)
      for (const { numbers, amounts } of rows) if (numbers && amounts) yield { numbers, amounts }
    }
  } finally {
    await tx.rollback().execute()
  }
}

/**
 * Every member but the company, by number: wallet and holds at the cutoff. Members without a name
 * can't sign in. Their number replaces it.
 */
export async function* readOwed(atCut: Tx, last: number): AsyncGenerator<PackedOwed> {
  await useOneProcess(atCut)
  for (let after = HOUSE; after < last; after += ROWS_AT_ONCE) {
    const { rows } = await sql<{ [Name in keyof PackedOwed]: PackedOwed[Name] | null }>`
      select string_agg(int4send(no), ''::bytea order by no) as numbers,
        string_agg(int8send(owed), ''::bytea order by no) as amounts,
        json_agg(name order by no)::text as names
      from (
        select m.no, coalesce(own.owed, 0)::bigint as owed,
          coalesce(i.username, '#' || m.no) as name
        from members m
          left join (
            select ((no - ${FIRST_MEMBER_ACCOUNT}) / 2)::int as member, sum(balance) as owed
            from accounts
            where no >= ${wallet(after + 1)} and no < ${wallet(after + ROWS_AT_ONCE + 1)}
            group by 1) own on own.member = m.no
          left join identities i on i.member_no = m.no
        where m.no > ${after} and m.no <= ${after + ROWS_AT_ONCE}) as each`.execute(atCut)
    for (const { numbers, amounts, names } of rows) {
      if (numbers && amounts && names !== null) yield { numbers, amounts, names }
    }
  }
}
