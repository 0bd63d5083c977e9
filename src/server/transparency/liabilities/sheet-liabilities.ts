/** The liabilities on a sheet: the root of their tree, its sums, and unmatched coins. */
import { anyOf, sumOf } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { unattributed, wallet } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { formatUnits, formatUsd } from '../../../domain/money/money.ts'
import type { Json } from '../../../proof/canonical.ts'
import { hashOf, sumsOf, type Sums } from '../../../proof/sum-tree.ts'
import { Income } from '../../../contract/subjects/transparency.ts'
import type { Cut } from '../sheet/part.ts'
import { buildTree } from './build-tree.ts'
import { groupsIn } from './expected-sums.ts'
import { readOwed, readResults } from './read-balances.ts'

/**
 * The sheet's fields, for the income statement of its cut.
 * @throws if the tree's sums aren't those of the ledger and of the income statement
 */
export async function sheetLiabilities(
  atCut: Tx,
  cut: Cut,
  income: string,
  db: Db,
): Promise<Record<string, Json>> {
  const statement = Income.parse(JSON.parse(income))
  const { registered, all } = statement
  const coins = { unattributed: await readUnattributed(atCut) }
  // Before the first member, there is nothing to build a tree of.
  if (registered === 0) return coins
  const last = registered + HOUSE
  // Small groups would reveal what individuals earned, so their tree has no groups.
  const results = all.details === null ? null : readResults(db, cut.journal, last)
  const tree = await buildTree({ db, day: cut.day, results, owed: readOwed(atCut, last) })
  const sums = sumsOf(tree.root)
  await requireSums(atCut, sums, { members: registered, groups: groupsIn(statement) })
  return {
    liabilities: {
      root: Buffer.from(hashOf(tree.root)).toString('base64'),
      leaves: tree.size,
      owed: formatUsd(sums.owed),
      members: sums.members,
      groups: sums.groups,
    },
    ...coins,
  }
}

/** The sum of wallets and holds in micro-dollars, without the company's own. */
export async function readOwedToMembers(atCut: Db | Tx): Promise<bigint> {
  const { owed } = await atCut
    .selectFrom('accounts')
    .select(({ ref }) => sumOf(ref('balance')).as('owed'))
    .where('no', '>=', BigInt(wallet(HOUSE + 1)))
    .executeTakeFirstOrThrow()
  return owed
}

/** Compares with the ledger's own sum of what we owe members. A tree that differs is wrong. */
async function requireSums(
  atCut: Tx,
  sums: Sums,
  expected: { readonly members: number; readonly groups: readonly number[] },
): Promise<void> {
  const owed = await readOwedToMembers(atCut)
  const isSame =
    sums.owed === owed &&
    sums.members === expected.members &&
    sums.groups.every((count, group) => count === expected.groups[group])
  if (isSame) return
  throw new Error(
    `the tree owes ${sums.owed} to ${sums.members} members (${sums.groups.join(', ')}), ` +
      `the ledger ${owed} to ${expected.members} (${expected.groups.join(', ')})`,
  )
}

/** Coins of unmatched transfers. Their accounts are debts, so the balances are negative. */
export async function readUnattributed(atCut: Db | Tx): Promise<{ trx: string; usdt: string }> {
  const accounts = { trx: BigInt(unattributed('TRX')), usdt: BigInt(unattributed('USDT')) }
  const rows = await atCut
    .selectFrom('accounts')
    .select(['no', 'balance'])
    .where('no', '=', anyOf(Object.values(accounts), 'bigint'))
    .execute()
  const owed = (no: bigint): string =>
    formatUnits(-(rows.find((row) => row.no === no)?.balance ?? 0n))
  return { trx: owed(accounts.trx), usdt: owed(accounts.usdt) }
}
