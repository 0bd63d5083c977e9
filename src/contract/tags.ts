import type { CallName } from './routes.ts'
import { api } from './routes.ts'

// The groups of calls in the API reference, by the beginning of their path. The first match counts.

type Tag = { name: string; description: string; paths: readonly string[] }

export const tags: readonly Tag[] = [
  {
    name: 'Sign-in and security',
    description:
      'Registration, sessions, passwords, passkeys, and authenticator apps. Members send an ' +
      'access token as a bearer token and refresh it every 15 minutes.',
    paths: [
      '/api/auth/',
      '/api/accounts/change-password/',
      '/api/accounts/forgot-password/',
      '/api/accounts/reset-password/',
      '/api/accounts/verify-email/',
      '/api/accounts/resend-verification/',
      '/api/accounts/not-me/',
    ],
  },
  {
    name: 'Activity and earnings',
    description: 'A member’s activity, earnings, boards, and wallet statements.',
    paths: [
      '/api/accounts/activity/',
      '/api/accounts/earnings/',
      '/api/accounts/statement/',
      '/api/accounts/profiles/:id/board/',
    ],
  },
  {
    name: 'Account',
    description: 'The signed-in member: details, profiles, plans, referrals, and email settings.',
    paths: ['/api/accounts/', '/api/mail/'],
  },
  {
    name: 'Network',
    description: 'The placement trees, one per plan. Members see their own profiles and downline.',
    paths: ['/api/tree/'],
  },
  {
    name: 'Withdrawals',
    description: 'Withdrawals from the wallet in TRX or USDT. Staff approve each one.',
    paths: ['/api/rewards/withdrawals/'],
  },
  {
    name: 'Deposits',
    description:
      'Deposits into the wallet in TRX or USDT on TRON: request, pay, and wait for ' +
      'confirmations. ' +
      'A payment without a request isn’t lost: it shows up as an unmatched transfer.',
    paths: ['/api/transactions/', '/api/rewards/deposits/'],
  },
  {
    name: 'Live updates',
    description: 'Server-sent events that tell a member’s client what to refetch.',
    paths: ['/api/events/'],
  },
  {
    name: 'Health',
    description: 'For load balancers and monitoring. These calls have no rate limit.',
    paths: ['/api/health/'],
  },
  {
    name: 'Transparency',
    description: 'Public figures on member earnings and boards, published once a day.',
    paths: ['/api/transparency/'],
  },
  {
    name: 'Legal texts',
    description: 'The terms and the privacy notice in force.',
    paths: ['/api/texts/'],
  },
  {
    name: 'Console: sign-in',
    description: 'Operators’ sessions, in an HTTP-only cookie.',
    paths: ['/api/operator/auth/'],
  },
  {
    name: 'Console: staff',
    description: 'Access to the console. One admin requests a change, and another approves it.',
    paths: ['/api/operator/operators/', '/api/operator/access-changes/'],
  },
  {
    name: 'Console: monitoring',
    description: 'The product’s state: figures, background jobs, and alerts.',
    paths: ['/api/operator/overview/', '/api/operator/jobs/', '/api/operator/alerts/'],
  },
  {
    name: 'Console: members',
    description: 'Finding and supporting members. The audit log records every change.',
    paths: ['/api/operator/members/', '/api/operator/profiles/'],
  },
  {
    name: 'Console: withdrawals',
    description: 'Approval of withdrawals, and their payouts.',
    paths: ['/api/operator/withdrawals/', '/api/operator/payouts/'],
  },
  {
    name: 'Console: deposits',
    description: 'Deposit requests and unmatched transfers of all members.',
    paths: ['/api/operator/deposits/'],
  },
  {
    name: 'Console: adjustments',
    description: 'Wallet corrections. Above an operator’s own limit, another operator approves.',
    paths: ['/api/operator/adjustments/', '/api/operator/adjustment-limit/'],
  },
  {
    name: 'Console: plan catalog',
    description: 'Versions of the plans: drafts, approval, and replays of history under a draft.',
    paths: ['/api/operator/catalogues/', '/api/operator/catalogue-drafts/'],
  },
  {
    name: 'Console: messages',
    description: 'The contact form’s inbox, and claims on queue items.',
    paths: ['/api/operator/messages/', '/api/operator/queues/'],
  },
  {
    name: 'Console: records',
    description: 'The audit log, the ledger, and the coins in custody.',
    paths: ['/api/operator/audit/', '/api/operator/ledger/', '/api/operator/custody/'],
  },
  {
    name: 'Console: members import',
    description: 'Import of existing members: check a file, propose the import, approve it.',
    paths: ['/api/operator/member-imports/', '/api/operator/import-corrections/'],
  },
  {
    name: 'Console: saved views',
    description: 'An operator’s saved filters for console lists.',
    paths: ['/api/operator/views/'],
  },
  {
    name: 'Console: API keys',
    description: 'Keys that let programs call the API with a bearer token instead of the cookie.',
    paths: ['/api/operator/api-keys/'],
  },
  {
    name: 'Console: incidents',
    description: 'Incidents on the public status page.',
    paths: ['/api/operator/incidents/'],
  },
  {
    name: 'Console: webhooks',
    description: 'Events for the company’s other systems, and their deliveries.',
    paths: ['/api/operator/webhooks/'],
  },
  {
    name: 'Console: readiness',
    description: 'The requirements for accepting real money, and the legal texts.',
    paths: ['/api/operator/go-live/', '/api/operator/texts/', '/api/operator/text-translations/'],
  },
]

/** The group of a call. */
export function tagOf(name: CallName): string {
  const { path } = api[name]
  const found = tags.find(({ paths }) => paths.some((start) => path.startsWith(start)))
  if (!found) throw new Error(`${name} has no tag`)
  return found.name
}
