import type { Expression } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, is, subquery, type Condition } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'

// Whose a TRON address is decides what we do with its coins. A deposit address belongs to one
// member, forever. A wallet belongs to the company from the moment when an operator or a batch
// registers it until someone retires it. A retired wallet is like any stranger's, and
// `retired_wallets` only records that it was ours. Coins at an address of either kind are in
// custody. Every other address is outside.
//
// Which members withdraw to an address is another question. Several may, and their address stays
// outside. The review of withdrawals and the search for members ask it, of the members' accounts
// and earlier withdrawals.

/** The member whose deposit address it is, or the company, whose wallet it is. */
type Owner = 'company' | { readonly member: number }
/** The owners by address. An address that is missing is outside. */
export type Owners = ReadonlyMap<string, Owner>

const ownersOf = compileOnce((db, { addresses }: Given<{ addresses: readonly string[] }>) =>
  db
    .selectFrom('own_wallets')
    .select((eb) => ['address', eb.lit(null).$castTo<number | null>().as('member')])
    .where('address', '=', anyOf(addresses, 'text'))
    .unionAll(
      db
        .selectFrom('deposit_addresses')
        .select(['address', 'member_no as member'])
        .where('address', '=', anyOf(addresses, 'text')),
    )
    // If an address is both, its member's coins must not become the company's.
    .orderBy('member', (order) => order.asc().nullsFirst()),
)

/** Who owns these addresses, as far as they are in custody. */
export async function readOwners(db: Db | Tx, addresses: Iterable<string>): Promise<Owners> {
  const asked = [...new Set(addresses)]
  if (asked.length === 0) return new Map()
  const rows = await ownersOf.rows(db, { addresses: asked })
  return new Map(
    rows.map(({ address, member }) => [address, member === null ? 'company' : { member }]),
  )
}

/** The member whose deposit address it is. */
export function memberOf(owners: Owners, address: string): number | undefined {
  const owner = owners.get(address)
  return owner === 'company' ? undefined : owner?.member
}

/** Whether coins at an address are in custody. */
export const isInCustody = async (db: Db | Tx, address: string): Promise<boolean> =>
  (await readOwners(db, [address])).has(address)

/** Whether an address is a wallet of the company, which may pay and collect. */
export const isOwnWallet = async (db: Db | Tx, address: string): Promise<boolean> =>
  (await readOwners(db, [address])).get(address) === 'company'

/**
 * Whether nobody may withdraw to an address, because the coins would go in a circle or be burned:
 * one in custody, or the token contract.
 */
export const isOwnAddress = async (
  db: Db,
  usdtContract: string,
  address: string,
): Promise<boolean> => address === usdtContract || (await isInCustody(db, address))

const inEither = (address: string | Expression<string>): Condition[] =>
  (['own_wallets', 'deposit_addresses'] as const).map((table) =>
    subquery.exists(subquery.selectFrom(table).where(`${table}.address`, '=', address)),
  )

/** `isInCustody` as part of a statement, so that it answers as of the statement's other rows. */
export const inCustody = (address: string | Expression<string>) =>
  is(subquery.or(inEither(address)))

/** The opposite of `inCustody`, in a form that PostgreSQL can join by. */
export const isOutside = (address: string | Expression<string>) =>
  is(subquery.and(inEither(address).map((found) => subquery.not(found))))

/**
 * Until the transaction ends, nobody can retire those of these addresses that are our wallets.
 * Returns those.
 */
export async function lockWallets(
  tx: Tx,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('own_wallets')
    .select('address')
    .where('address', '=', anyOf(addresses, 'text'))
    .orderBy('address')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/** `isInCustody`, and it stays so until the transaction ends. */
export async function staysInCustody(tx: Tx, address: string): Promise<boolean> {
  if ((await lockWallets(tx, [address])).has(address)) return true
  // A wallet registered meanwhile isn't locked.
  return memberOf(await readOwners(tx, [address]), address) !== undefined
}
