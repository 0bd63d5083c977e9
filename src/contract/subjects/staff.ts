import { z } from 'zod'
import { at, described, flag, idOf, oneOf, str, whole } from '../fields/described.ts'
import { newPassword, reason, requestStatus, username } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { operatorRoles } from '../roles.ts'
import { issueText } from '../texts/texts.ts'
import { passwordChangeTo } from './auth.ts'

// Operators: signing in to the console, their sessions, and changes to their access.

const role = oneOf(
  operatorRoles,
  '`support` reads and answers members, `finance` also moves money, `admin` also manages staff.',
)

const roleIn = described(
  z.enum(operatorRoles, { error: issueText('choose_role') }),
  'The new role. Required for `add` and `role`.',
)

/** An operator's own password. It is longer than a member's because it protects more. */
const newOperatorPassword = described(
  newPassword.min(
    limits.operatorPasswordLength.min,
    issueText('too_short', { min: limits.operatorPasswordLength.min }),
  ),
  'The new password.',
  'seven quiet green lamps',
)

export const Operator = z
  .object({
    username: str('The operator’s username.', 'sam'),
    role,
    totp_enrolled: flag('Whether an authenticator app is set up.'),
    passkeys: whole('Passkeys of the operator. One counts as a second factor.', 1),
    must_change_password: flag(
      'Whether the operator signed in with a first password, which they must change first.',
      false,
    ),
    idle_minutes: whole('The session ends after this many minutes without use.', 30),
  })
  .meta({ id: 'Operator', description: 'The signed-in operator.' })

export const StaffMember = z
  .object({
    username: str('The operator’s username.', 'sam'),
    role,
    totp_enrolled: flag('Whether an authenticator app is set up.'),
    passkeys: whole('Passkeys of the operator. One counts as a second factor.', 1),
    created_at: at('When the operator was added.'),
    disabled_at: at('When access was removed; null while it works.')
      .nullable()
      .meta({ example: null }),
    last_seen_at: at('When a session was last used; null if never.').nullable(),
    sessions: whole('Open sessions.', 1),
  })
  .meta({ id: 'StaffMember', description: 'Someone with access to the console.' })

const accessChangeKinds = ['add', 'role', 'reset', 'disable'] as const
const changeKind = oneOf(
  accessChangeKinds,
  '`add` a new operator, change a `role`, `reset` password and second factors, or `disable`.',
)

export const AccessChange = z
  .object({
    id: idOf('The request’s id.'),
    kind: changeKind,
    username: str('The operator to change.', 'kim'),
    role: role.nullable().describe('The new role; null if the change has none.'),
    reason: str('Why.', 'Joins the finance team on Monday.'),
    status: requestStatus,
    requested_by: str('The admin who asked.', 'sam'),
    requested_at: at('When it was requested.'),
    decided_by: str('The admin who decided; null while pending.', 'lee').nullable(),
    decided_at: at('When it was decided; null while pending.').nullable(),
  })
  .meta({
    id: 'AccessChange',
    description: 'A change to an operator’s access, decided by another admin.',
  })

/**
 * The first password of an added or reset operator consists of two halves. The requester sees the
 * first and the approver the second, each once. Null if the change creates no password.
 */
export const RequestedAccessChange = AccessChange.extend({
  first_password_half: str(
    'The first half of the first password, shown only now; null if the change has none.',
    'amber-tulip',
  ).nullable(),
}).meta({
  id: 'RequestedAccessChange',
  description: 'A new access change, with your half of a password.',
})

export const ApprovedAccessChange = AccessChange.extend({
  second_password_half: str(
    'The second half of the first password, shown only now; null if the change has none.',
    'river-stone',
  ).nullable(),
}).meta({
  id: 'ApprovedAccessChange',
  description: 'An approved change, with your half of a password.',
})

export const OperatorSession = z
  .object({
    id: idOf('The session’s id, for ending it.'),
    current: flag('Whether this is the session that made the request.'),
    device: str('Browser and system, from the user agent.', 'Firefox on Linux'),
    address: str('The network address it was used from.', '203.0.113.7'),
    signed_in_at: at('When the session began.', '2026-03-14T08:00:00.000Z'),
    last_seen_at: at('When the session was last used.'),
    ends_at: at('When it ends at the latest.', '2026-03-14T20:00:00.000Z'),
  })
  .meta({ id: 'OperatorSession', description: 'One device that is signed in to the console.' })

export const accessChange = z
  .object({
    kind: changeKind,
    username: username.describe('The operator to change.'),
    role: roleIn.optional(),
    reason,
  })
  .refine(
    ({ kind, role: given }) => given !== undefined || kind === 'reset' || kind === 'disable',
    {
      path: ['role'],
      message: issueText('choose_role'),
    },
  )

export const operatorPasswordChange = passwordChangeTo(newOperatorPassword)
