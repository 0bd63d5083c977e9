import { expressionBuilder } from 'kysely'
import { lower, type Condition } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'
import { isReserved } from './credentials.ts'

// What no two members share. Registrations and imported rows claim it; their queries call the row
// `r`.

type Row = Pick<Database['registrations'], 'username' | 'email' | 'referral_code'>

const row = expressionBuilder<Database & { r: Row }, 'r'>()

export const uniqueNames = [
  lower(row.ref('r.username')).as('username'),
  lower(row.ref('r.email')).as('email'),
  lower(row.ref('r.referral_code')).as('code'),
]

/** Whether no member has one of the row's names. One look-up in a unique index for each. */
export const areNamesFree: Condition = row.and([
  row.not(isReserved(row.ref('r.email'))),
  ...(['username', 'email', 'referral_code'] as const).map((column) =>
    row.not(
      row.exists(
        row
          .selectFrom('identities as o')
          .select('o.member_no')
          .where((eb) => eb(lower(eb.ref(`o.${column}`)), '=', lower(eb.ref(`r.${column}`)))),
      ),
    ),
  ),
])

/** The names as a batch compares them. */
export const claimsOf = (names: { username: string; email: string; code: string }): string[] => [
  `name ${names.username}`,
  `mailbox ${names.email}`,
  `code ${names.code}`,
]
