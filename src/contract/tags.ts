import type { CallName } from './routes.ts'
import { api } from './routes.ts'

// The groups of calls in the API reference, by the beginning of their path. The first match counts.

type Tag = { name: string; description: string; paths: readonly string[] }

export const tags: readonly Tag[] = [
  {
    name: 'Sign-in and security',
    description:
      'Registering, sessions, passwords, passkeys, and the authenticator app. Members send an ' +
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
    description: 'What happened to a member: activity, earnings, boards, and wallet statements.',
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
    description:
      'The placement trees. Each plan has one; members see their own profiles and everyone ' +
      'below them.',
    paths: ['/api/tree/'],
  },
  {
    name: 'Withdrawals',
    description: 'Paying out the wallet in TRX or USDT. Staff approve every withdrawal.',
    paths: ['/api/rewards/withdrawals/'],
  },
  {
    name: 'Deposits',
    description:
      'Paying into the wallet in TRX or USDT on TRON: request, pay, and wait for confirmations. ' +
      'A payment without a request isn’t lost: it shows up as an unmatched transfer.',
    paths: ['/api/transactions/', '/api/rewards/deposits/'],
  },
  {
    name: 'Live updates',
    description: 'Server-sent events that tell a member’s client what to read again.',
    paths: ['/api/events/'],
  },
  {
    name: 'Health',
    description: 'For load balancers and monitoring. These calls have no rate limit.',
    paths: ['/api/health/'],
  },
  {
    name: 'Transparency',
    description:
      'What members really earned and how boards fared, frozen once a day. Anyone may read it.',
    paths: ['/api/transparency/'],
  },
  {
    name: 'Legal texts',
    description: 'The terms and the privacy notice in force.',
    paths: ['/api/texts/'],
  },
  {
    name: 'Console: sign-in',
    description: 'Operators’ sessions. They live in an HTTP-only cookie.',
    paths: ['/api/operator/auth/'],
  },
  {
    name: 'Console: staff',
    description: 'Who may use the console. One admin asks for a change, another approves it.',
    paths: ['/api/operator/operators/', '/api/operator/access-changes/'],
  },
  {
    name: 'Console: monitoring',
    description: 'How the product is doing: figures, background jobs, and alerts.',
    paths: ['/api/operator/overview/', '/api/operator/jobs/', '/api/operator/alerts/'],
  },
  {
    name: 'Console: members',
    description: 'Finding and helping members. Every look and change is on record.',
    paths: ['/api/operator/members/', '/api/operator/profiles/'],
  },
  {
    name: 'Console: withdrawals',
    description: 'Deciding on withdrawals and following their payouts.',
    paths: ['/api/operator/withdrawals/', '/api/operator/payouts/'],
  },
  {
    name: 'Console: deposits',
    description: 'Deposit requests and unmatched transfers of all members.',
    paths: ['/api/operator/deposits/'],
  },
  {
    name: 'Console: adjustments',
    description: 'Correcting wallets. Above an operator’s own limit, another one approves.',
    paths: ['/api/operator/adjustments/', '/api/operator/adjustment-limit/'],
  },
  {
    name: 'Console: plan catalog',
    description: 'Versions of the plans: drafts, approval, and replays of history under a draft.',
    paths: ['/api/operator/catalogues/', '/api/operator/catalogue-drafts/'],
  },
  {
    name: 'Console: messages',
    description: 'The inbox of the contact form, and who is working on which item of a queue.',
    paths: ['/api/operator/messages/', '/api/operator/queues/'],
  },
  {
    name: 'Console: records',
    description: 'The audit log, the ledger, and the coins in custody.',
    paths: ['/api/operator/audit/', '/api/operator/ledger/', '/api/operator/custody/'],
  },
  {
    name: 'Console: members import',
    description: 'Bringing a membership along from before: check a file, propose, approve.',
    paths: ['/api/operator/member-imports/', '/api/operator/import-corrections/'],
  },
  {
    name: 'Console: saved views',
    description: 'Filters of the console’s lists that an operator keeps under a name.',
    paths: ['/api/operator/views/'],
  },
  {
    name: 'Console: API keys',
    description: 'Keys of programs, which send them as a bearer token instead of the cookie.',
    paths: ['/api/operator/api-keys/'],
  },
  {
    name: 'Console: incidents',
    description: 'What the public status page tells about incidents.',
    paths: ['/api/operator/incidents/'],
  },
  {
    name: 'Console: webhooks',
    description: 'Telling the company’s other systems what happened, and what they got.',
    paths: ['/api/operator/webhooks/'],
  },
  {
    name: 'Console: readiness',
    description: 'What has to be done before real money comes in, and the legal texts.',
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
