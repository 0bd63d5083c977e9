import { sql, type RawBuilder, type Expression } from 'kysely'
import { lower, subquery, lit } from '../../db/expressions.ts'
import {
  profileIdPattern,
  transactionHashPattern,
  tronAddressPattern,
} from '../../contract/fields/limits.ts'
import type { Db } from '../../db/types.ts'

// Finds members by any detail at hand. Each source is one index look-up with a bounded result, so a
// search costs the same among a million members as among ten.

const MAX_FOUND = 1_000

/** A LIKE pattern for texts that start with this one. Escapes wildcards. */
const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

type Source = Expression<{ member_no: number }>

const byNumber = (text: string): Source[] => [
  subquery.selectFrom('members').select('no as member_no').where('no', '=', Number(text)),
]

const byProfile = (text: string): Source[] => [
  subquery.selectFrom('profiles').select('member_no').where('public_id', '=', text.toUpperCase()),
]

const byAddress = (text: string): Source[] => [
  subquery
    .selectFrom('identities')
    .select('member_no')
    .where('wallet_address', '=', text)
    .limit(MAX_FOUND),
  subquery.selectFrom('deposit_addresses').select('member_no').where('address', '=', text),
  subquery
    .selectFrom('withdrawals')
    .select('member_no')
    .where('address', '=', text)
    .limit(MAX_FOUND),
]

const byTransaction = (text: string): Source[] => [
  subquery.selectFrom('transfers').select('member_no').where('txid', '=', text),
  subquery.selectFrom('withdrawals').select('member_no').where('txid', '=', text),
  subquery
    .selectFrom('payouts')
    .innerJoin('withdrawals', 'withdrawals.no', 'payouts.withdrawal_no')
    .select('withdrawals.member_no')
    .where('payouts.txid', '=', text),
]

const byPhone = (text: string): Source[] => [
  subquery
    .selectFrom('identities')
    .select('member_no')
    .where('phone_number', 'like', prefixPattern(text))
    .where('phone_number', '<>', lit(''))
    .limit(MAX_FOUND),
]

const startingWith = (column: 'username' | 'email', text: string): Source =>
  subquery
    .selectFrom('identities')
    .select('member_no')
    .where((eb) => eb(lower(eb.ref(column)), 'like', prefixPattern(text)))
    .orderBy((eb) => sql`${lower(eb.ref(column))} using ~<~`)
    .limit(MAX_FOUND)

const byName = (text: string): Source[] => [
  startingWith('username', text),
  startingWith('email', text),
  subquery
    .selectFrom('identities')
    .select('member_no')
    .where((eb) => eb(lower(eb.ref('referral_code')), '=', text)),
]

function sourcesOf(given: string): Source[] {
  const text = given.trim()
  if (transactionHashPattern.test(text)) {
    return byTransaction(text.toLowerCase().replace(/^0x/, ''))
  }
  if (tronAddressPattern.test(text)) return [...byAddress(text), ...byName(text.toLowerCase())]
  const sources = byName(text.toLowerCase())
  if (profileIdPattern.test(text)) sources.push(...byProfile(text))
  if (/^[1-9]\d{0,8}$/.test(text)) sources.push(...byNumber(text))
  if (/^\+?[\d ().-]{3,}$/.test(text)) sources.push(...byPhone(text))
  return sources
}

/**
 * The numbers of members by the start of a username or email address (ignoring case), or by phone
 * number, referral code, profile id, wallet or deposit address, transaction id or number.
 */
const union = (given: string): RawBuilder<{ member_no: number }> =>
  sql`(${sql.join(sourcesOf(given), sql` union `)})`

/** The members found, as an array. */
export const foundMembers = (given: string): RawBuilder<number[]> => sql`array(${union(given)})`

/** For `=`: matches any of the members found. */
export const membersFound = (given: string): RawBuilder<number> => sql`any(${foundMembers(given)})`

/** The same numbers, looked up once for a list that needs them more than once. */
export async function findMembers(db: Db, given: string): Promise<number[]> {
  const rows = await db.selectFrom(union(given).as('found')).select('found.member_no').execute()
  return rows.map(({ member_no: no }) => no)
}
