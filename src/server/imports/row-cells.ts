import { PLAN_LETTERS } from '../../domain/money/catalog.ts'
import { HOUSE } from '../../domain/ledger/state.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { plansIn } from './plan-bits.ts'

type Row = Pick<
  RowOf<'member_import_rows'>,
  'username' | 'email' | 'sponsor' | 'sponsor_no' | 'plans' | 'side' | 'language'
>

/** By number, the usernames of members. */
type Names = ReadonlyMap<number, string>

export async function readNames(db: Db | Tx, numbers: readonly (number | null)[]): Promise<Names> {
  const known = [...new Set(numbers.flatMap((no) => no ?? []))]
  const found = await db
    .selectFrom('identities')
    .select(['member_no', 'username'])
    .where('member_no', '=', anyOf(known, 'int'))
    .execute()
  return new Map(found.map(({ member_no: no, username }) => [no, username]))
}

const SIDES: Readonly<Record<number, string>> = { 0: 'left', 1: 'right' }

/**
 * A row in the form of its file.
 * @param names of sponsors outside the file
 */
export function cellsOf(row: Row, names: Names) {
  const { username, email, sponsor, sponsor_no: no, plans, side, language } = row
  const outside = no === null || no === HOUSE ? '' : (names.get(no) ?? '')
  return {
    username,
    email,
    sponsor: sponsor ?? outside,
    plans: plansIn(plans)
      .map((plan) => PLAN_LETTERS[plan])
      .join(' '),
    side: SIDES[side ?? -1] ?? '',
    language,
  }
}
