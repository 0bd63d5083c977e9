import { anyOf, lower, now } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { reservedAddresses } from '../../auth/credentials.ts'

/** Taken names and addresses, in lower case. */
export type TakenNames = {
  /** Of members, and of registrations with an unverified address. */
  readonly usernames: ReadonlySet<string>
  /** Of members, and reserved ones. */
  readonly emails: ReadonlySet<string>
  /** The numbers of members who may sponsor others. */
  readonly members: ReadonlyMap<string, number>
}

/** The error code for a row with a taken name or address; null if both are free. */
export function findConflict(
  { usernames, emails }: TakenNames,
  { username, email }: { readonly username: string; readonly email: string },
): 'import_username_taken' | 'import_email_taken' | null {
  if (usernames.has(username.toLowerCase())) return 'import_username_taken'
  return emails.has(email.toLowerCase()) ? 'import_email_taken' : null
}

/** Looks up all names and addresses at once. */
export async function findTakenNames(
  db: Db | Tx,
  names: readonly string[],
  addresses: readonly string[],
): Promise<TakenNames> {
  const own = [...new Set(names.map((name) => name.toLowerCase()))]
  const members = await db
    .selectFrom('identities')
    .select(['member_no', 'username'])
    .where((eb) => eb(lower(eb.ref('username')), '=', anyOf(own, 'text')))
    .execute()
  const waiting = await db
    .selectFrom('registrations')
    .select('username')
    .where((eb) => eb(lower(eb.ref('username')), '=', anyOf(own, 'text')))
    .where('expires_at', '>', now)
    .execute()
  const typed = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const mailboxes = await db
    .selectFrom('identities')
    .select('email')
    .where((eb) => eb(lower(eb.ref('email')), '=', anyOf(typed, 'text')))
    .unionAll(
      reservedAddresses
        .clearSelect()
        .select((eb) => eb.ref('before').$notNull().as('email'))
        .where((eb) => eb(lower(eb.ref('before')), '=', anyOf(typed, 'text'))),
    )
    .execute()
  return {
    usernames: new Set([...members, ...waiting].map(({ username }) => username.toLowerCase())),
    emails: new Set(mailboxes.map((row) => row.email.toLowerCase())),
    members: new Map(members.map((row) => [row.username.toLowerCase(), row.member_no])),
  }
}
