/** Reads what each member is owed at the cut, and the group of their result. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { FIRST_MEMBER_ACCOUNT } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { groupOf } from '../../../proof/groups.ts'
import type { Owed } from './hash-leaves.ts'

/** PostgreSQL packs these many rows into one, so neither side handles millions of them. */
const ROWS_AT_ONCE = 5_000

type Packed = { numbers: Buffer | null; amounts: Buffer | null; names: string[] | null }

/** Calls back for each packed row: a member's number, an amount, and a name if there is one. */
function unpack(
  { numbers, amounts, names }: Packed,
  onRow: (no: number, amount: bigint, name: string) => void,
): void {
  if (!numbers || !amounts) return
  for (let i = 0; i < numbers.length / 4; i++) {
    onRow(numbers.readInt32BE(4 * i), amounts.readBigInt64BE(8 * i), names?.[i] ?? '')
  }
}

/**
 * The group of each member by number. Those without a row never paid.
 * @param journal the last journal of the cut, which the results must be of
 */
export async function readGroups(db: Db, journal: number, last: number): Promise<Uint8Array> {
  const groups = new Uint8Array(last + 1).fill(groupOf(null))
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const mark = await tx.selectFrom('income_mark').select('journal_no').executeTakeFirstOrThrow()
      if (mark.journal_no !== BigInt(journal)) throw new Error('the results are not of the cut')
      for (let after = HOUSE; after < last; after += ROWS_AT_ONCE) {
        const { rows } = await sql<Packed>`
          select string_agg(int4send(member_no), ''::bytea order by member_no) as numbers,
            string_agg(int8send(rewards - paid - charges), ''::bytea order by member_no) as amounts
          from member_results
          where member_no > ${after} and member_no <= ${after + ROWS_AT_ONCE}
            and first_paid_at is not null`.execute(tx)
        for (const row of rows) unpack(row, (no, result) => (groups[no] = groupOf(result)))
      }
    })
  return groups
}

/**
 * Every member but the company in the order of their numbers: wallet and holds at the cut.
 * Members without a name (nobody can sign in as them) have their number for one.
 */
export async function* readOwed(atCut: Tx, last: number): AsyncGenerator<Owed[]> {
  for (let after = HOUSE; after < last; after += ROWS_AT_ONCE) {
    const { rows } = await sql<Packed>`
      select string_agg(int4send(no), ''::bytea order by no) as numbers,
        string_agg(int8send(owed), ''::bytea order by no) as amounts,
        json_agg(name order by no) as names
      from (
        select m.no, coalesce(wallet.balance, 0) + coalesce(hold.balance, 0) as owed,
          coalesce(i.username, '#' || m.no) as name
        from members m
          left join accounts wallet on wallet.no = ${FIRST_MEMBER_ACCOUNT} + 2 * m.no::bigint
          left join accounts hold on hold.no = ${FIRST_MEMBER_ACCOUNT + 1} + 2 * m.no::bigint
          left join identities i on i.member_no = m.no
        where m.no > ${after} and m.no <= ${after + ROWS_AT_ONCE}) as each`.execute(atCut)
    const batch: Owed[] = []
    for (const row of rows) {
      unpack(row, (member, owed, username) => batch.push({ member, owed, username }))
    }
    yield batch
  }
}
