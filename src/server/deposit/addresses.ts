import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'
import { openDepositKeys, type DepositKeys } from '../../tron/deposit-keys.ts'

// Deriving a key costs a millisecond; opening the extended key is done once for each text.
const opened = new Map<string, DepositKeys>()

function keysOf(xpub: string): DepositKeys {
  const known = opened.get(xpub)
  if (known) return known
  const keys = openDepositKeys(xpub)
  opened.set(xpub, keys)
  return keys
}

/**
 * The member's own deposit address, for life. Made on first need from the operators' extended
 * public key and an index of its own that is never used again.
 */
export async function depositAddress(db: Db, xpub: string, member: number): Promise<Address> {
  const known = await findAddress(db, member)
  if (known) return known
  const { rows } = await sql<{ index: bigint }>`
    select nextval('deposit_address_indexes') as index`.execute(db)
  const index = Number(rows[0]?.index)
  await db
    .insertInto('deposit_addresses')
    .values({ member_no: member, address_index: index, address: keysOf(xpub).addressAt(index) })
    .onConflict((conflict) => conflict.column('member_no').doNothing())
    .execute()
  const made = await findAddress(db, member)
  if (!made) throw new Error(`member ${member} got no deposit address`)
  return made
}

async function findAddress(db: Db, member: number): Promise<Address | undefined> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('member_no', '=', member)
    .executeTakeFirst()
  // Only addresses that were derived here are ever stored.
  return row?.address as Address | undefined
}

/** The members behind those of the addresses that are deposit addresses. */
export async function membersByAddress(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['address', 'member_no'])
    .where('address', '=', sql<string>`any(${[...new Set(addresses)]}::text[])`)
    .execute()
  return new Map(rows.map(({ address, member_no: member }) => [address, member]))
}

/**
 * Whether an address is the product's own: a member's deposit address, a wallet of the house, or
 * the token contract. Paying there would burn the money or turn it in a circle.
 */
export async function isOwnAddress(
  db: Db,
  usdtContract: string,
  address: string,
): Promise<boolean> {
  if (address === usdtContract) return true
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from deposit_addresses where address = ${address})
      or exists (select from own_wallets where address = ${address}) as own`.execute(db)
  return rows[0]?.own === true
}
