import { columnsOf, type Privilege } from './privileges.ts'

// Tables of what others must learn, and of what they can then undo. Each role may only write the
// columns that its own processes write (decision 197).

type Grants = Readonly<Record<string, readonly Privilege[]>>

const QUEUED = ['recipient', 'kind', 'subject', 'text', 'content', 'next_at'] as const

/** Emails that are sent, and deleted long after. */
const sent = [
  ...columnsOf('emails', {
    insert: QUEUED,
    update: [
      'attempts',
      'next_at',
      'sent_at',
      'failed_at',
      'failure',
      'refusals',
      'text',
      'content',
    ],
  }),
  'DELETE',
] as const satisfies Privilege[]

const queued = columnsOf('emails', { insert: QUEUED })
const decided = ['approved', 'decided_by', 'decided_at', 'sealed_half'] as const

const web: Grants = {
  // Only the processes that send them change or delete any.
  emails: queued,
  security_events: columnsOf('security_events', { insert: ['member_no', 'kind'] }),
  dispute_links: columnsOf('dispute_links', {
    insert: ['hash', 'member_no', 'kind', 'mailbox', 'before', 'before_since', 'used_at'],
    update: ['used_at', 'expires_at'],
  }),
  access_changes: columnsOf('access_changes', {
    insert: ['kind', 'username', 'role', 'reason', 'requested_by', 'sealed_half'],
    update: decided,
  }),
}

/** The ledger ends the requests of operators who lose their rights. */
const ledger: Grants = {
  emails: queued,
  access_changes: columnsOf('access_changes', { update: decided }),
}

/** Mail processes end requests that nobody decided in time. */
const mail: Grants = {
  emails: sent,
  access_changes: columnsOf('access_changes', { update: decided }),
}

/** Workers also do the work of mail processes. */
const worker: Grants = mail

export const NOTICES = { web, ledger, mail, worker }
