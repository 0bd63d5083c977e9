import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { at, described, oneOf, str } from '../fields/described.ts'
import {
  csvPaging,
  detail,
  filledLine,
  line,
  pageOf,
  paramsOf,
  queuePaging,
  reason,
  requestStatus,
} from '../fields/fields.ts'
import { currentPassword } from '../subjects/auth.ts'
import {
  AccessChange,
  accessChange,
  ApprovedAccessChange,
  Operator,
  operatorPasswordChange,
  OperatorSession,
  RequestedAccessChange,
  StaffMember,
} from '../subjects/staff.ts'

const totp = described(
  line(16).optional(),
  'Six digits from the authenticator app. Required once one is set up.',
  '492039',
)

export const staffCalls = {
  operatorLogin: {
    summary: 'Sign in to the console',
    description:
      'Starts a session in an HTTP-only cookie. Returns `totp_required` if a code is needed, too.',
    body: z.object({
      username: described(filledLine(64), 'The operator’s username.', 'sam'),
      password: currentPassword,
      totp,
    }),
    answer: Operator,
    errors: [
      'invalid_request',
      'login_failed',
      'totp_required',
      'totp_invalid',
      'passkey_required',
      'factor_locked',
      'wrong_origin',
      'overloaded',
    ],
  },
  operatorLogout: {
    summary: 'Sign out of the console',
    description: 'Ends the session and clears the cookie.',
    answer: detail,
    errors: ['wrong_origin'],
  },
  operatorGetMe: {
    summary: 'Get the signed-in operator',
    description: 'Returns your role and what you still have to set up.',
    answer: Operator,
    errors: [],
  },
  operatorStepUp: {
    summary: 'Confirm it’s you',
    description:
      'Checks the password, or a code from the authenticator app, again. Until then, changes to ' +
      'money and access return `step_up_required`.',
    body: z.object({
      password: described(z.string().max(1024).optional(), 'The password.', 'six loud red lamps'),
      totp,
    }),
    answer: z.object({ valid_until: at('Until when such changes are allowed.') }),
    errors: ['invalid_request', 'factor_locked', 'passkey_required', 'overloaded'],
  },
  operatorStartTotp: {
    summary: 'Start setting up an authenticator app',
    description: 'Returns a new secret. It counts only once a code from the app is confirmed.',
    answer: z.object({
      otpauth_uri: str(
        'The secret as an `otpauth:` URI for the app.',
        'otpauth://totp/Twofold:sam?secret=JBSWY3DPEHPK3PXP&issuer=Twofold',
      ),
      qr_code: str(
        'The URI as a QR code: an image in a `data:` URI.',
        'data:image/svg+xml;base64,PHN2Zz4=',
      ),
    }),
    errors: ['totp_already_enabled'],
  },
  operatorConfirmTotp: {
    summary: 'Finish setting up an authenticator app',
    description:
      'From then on, every sign-in needs a code. A first second factor ends your other sessions.',
    body: z.object({
      code: described(filledLine(16), 'Six digits from the authenticator app.', '492039'),
    }),
    answer: detail,
    errors: ['invalid_request', 'totp_already_enabled'],
  },
  operatorChangePassword: {
    summary: 'Change your console password',
    description: 'Replaces the password and ends your other sessions.',
    body: operatorPasswordChange,
    answer: detail,
    errors: ['invalid_request', 'overloaded'],
  },
  operatorListSessions: {
    summary: 'List your console sessions',
    description: 'Returns every device you’re signed in on.',
    answer: z.array(OperatorSession),
    errors: [],
  },
  operatorEndSession: {
    summary: 'End one of your console sessions',
    description: 'Signs that device out at once.',
    params: paramsOf('session'),
    answer: detail,
    errors: ['not_found'],
  },
  listOperators: {
    summary: 'List operators',
    description: 'Returns everyone with access to the console, past and present.',
    query: csvPaging,
    answer: pageOf(StaffMember),
    errors: ['invalid_request'],
  },
  listAccessChanges: {
    summary: 'List access changes',
    description: 'Returns requested changes to operators’ access, decided or not.',
    query: queuePaging.extend({
      status: oneOf(requestStatus.options, 'Only this status.').optional(),
    }),
    answer: pageOf(AccessChange),
    errors: ['invalid_request'],
  },
  requestAccessChange: {
    summary: 'Request an access change',
    description:
      'Asks another admin to add, change, reset, or disable an operator. Nothing changes until ' +
      'they approve. Replaces a pending request that the operator made about themselves.',
    body: accessChange,
    answer: RequestedAccessChange,
    errors: ['invalid_request', 'change_pending'],
  },
  approveAccessChange: {
    summary: 'Approve an access change',
    description: 'Applies the change. You can’t approve your own request, or one about you.',
    params: paramsOf('access change'),
    answer: ApprovedAccessChange,
    errors: [
      'not_found',
      'already_decided',
      'self_approval',
      'change_outdated',
      'last_admin',
      'overloaded',
    ],
  },
  rejectAccessChange: {
    summary: 'Reject an access change',
    description:
      'Closes the request without a change. You can withdraw your own, but can’t reject ' +
      'another admin’s request about you.',
    params: paramsOf('access change'),
    body: z.object({ reason }),
    answer: AccessChange,
    errors: ['invalid_request', 'not_found', 'already_decided', 'self_approval'],
  },
} satisfies Record<string, CallContract>
