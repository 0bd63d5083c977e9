import { sql, type RawBuilder } from 'kysely'
import {
  profileIdPattern,
  transactionHashPattern,
  tronAddressPattern,
} from '../../contract/fields/limits.ts'
import type { Db } from '../../db/types.ts'

// Finds members by any detail at hand. Each source is one index look-up with a bounded result, so a
// search costs the same among a million members as among ten.

const MOST = 1_000

/** A LIKE pattern for texts that start with this one. Escapes wildcards. */
const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

const byNumber = (text: string) => sql`select no from members where no = ${Number(text)}`

const byProfile = (text: string) => sql`
  select member_no from profiles where public_id = ${text.toUpperCase()}`

const byAddress = (text: string) => sql`
  (select member_no from identities where wallet_address = ${text} limit ${MOST})
  union (select member_no from deposit_addresses where address = ${text})
  union (select member_no from withdrawals where address = ${text} limit ${MOST})`

const byTransaction = (text: string) => sql`
  select member_no from transfers where txid = ${text}
  union select member_no from withdrawals where txid = ${text}
  union select w.member_no from payouts p join withdrawals w on w.no = p.withdrawal_no
    where p.txid = ${text}`

const byPhone = (text: string) => sql`
  (select member_no from identities where phone_number like ${beginning(text)}
    and phone_number <> '' limit ${MOST})`

const byName = (text: string) => sql`
  (select member_no from identities where lower(username) like ${beginning(text)}
    order by lower(username) using ~<~ limit ${MOST})
  union (select member_no from identities where lower(email) like ${beginning(text)}
    order by lower(email) using ~<~ limit ${MOST})
  union (select member_no from identities where lower(referral_code) = ${text})`

/**
 * The numbers of members by the start of a username or email address (ignoring case), or by phone
 * number, referral code, profile id, wallet or deposit address, transaction id or number.
 */
export function membersFound(given: string): RawBuilder<unknown> {
  const text = given.trim()
  if (transactionHashPattern.test(text)) {
    return byTransaction(text.toLowerCase().replace(/^0x/, ''))
  }
  if (tronAddressPattern.test(text))
    return sql`${byAddress(text)} union ${byName(text.toLowerCase())}`
  const sources = [byName(text.toLowerCase())]
  if (profileIdPattern.test(text)) sources.push(byProfile(text))
  if (/^[1-9]\d{0,8}$/.test(text)) sources.push(byNumber(text))
  if (/^\+?[\d ().-]{3,}$/.test(text)) sources.push(byPhone(text))
  return sql.join(sources, sql` union `)
}

/** The same numbers, looked up once for a list that needs them more than once. */
export async function findMembers(db: Db, given: string): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    select found.member_no as no from (${membersFound(given)}) found (member_no)`.execute(db)
  return rows.map(({ no }) => no)
}
