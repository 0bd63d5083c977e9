import { columnsOf, type Privilege } from './privileges.ts'

// Tables of what one admin proposes and another approves. Other processes act on these rows, so
// each role may only write the columns that its own processes write. Triggers check the rest
// (decisions 190 and 196).

type Grants = Readonly<Record<string, readonly Privilege[]>>

const NAMES = ['username', 'email', 'sponsor'] as const
const CELLS = [...NAMES, 'sponsor_no', 'plans', 'side', 'language'] as const
const DECISION = ['state', 'decided_by', 'decided_at'] as const
const ASKED = ['proposed_by', 'proposed_at', 'starts_at'] as const
const RETURN = ['state', 'revision', ...ASKED, 'approved_by', 'approved_at'] as const
const PENDING = ['pending_enabled', 'pending_limit', 'pending_by', 'pending_at'] as const
const SKIPPED = ['skipped_by', 'skipped_at', 'skip_reason'] as const

/** Admins propose and decide. */
const web: Grants = {
  member_imports: columnsOf('member_imports', {
    insert: ['name', 'sha256', 'proposed_by'],
    update: [...DECISION, 'finished_at'],
  }),
  member_import_rows: columnsOf('member_import_rows', {
    insert: ['import_no', 'line', 'depth', ...CELLS, 'referral_code'],
    update: ['depth', ...CELLS, 'state', 'failure', ...SKIPPED],
  }),
  member_import_corrections: columnsOf('member_import_corrections', {
    insert: ['import_no', 'line', ...CELLS, 'proposed_by'],
    update: [...DECISION, 'sponsor'],
  }),
  alerts: columnsOf('alerts', {
    insert: ['name', 'limit_value'],
    update: ['enabled', 'limit_value', ...PENDING],
  }),
}

/** The ledger ends the proposals of operators who lose their rights, and makes rows members. */
const ledger: Grants = {
  member_imports: columnsOf('member_imports', { update: DECISION }),
  member_import_rows: columnsOf('member_import_rows', { update: ['state', 'member_no'] }),
  member_import_corrections: columnsOf('member_import_corrections', { update: DECISION }),
  alerts: columnsOf('alerts', { update: PENDING }),
}

/** Mail processes discard what nobody decided in time, and delete names. */
const mail: Grants = {
  member_imports: columnsOf('member_imports', { update: DECISION }),
  member_import_rows: columnsOf('member_import_rows', { update: [...NAMES, 'skip_reason'] }),
  member_import_corrections: columnsOf('member_import_corrections', { update: NAMES }),
}

/** Workers import the rows, return outdated plans, and also do the work of mail processes. */
const worker: Grants = {
  catalog_drafts: columnsOf('catalog_drafts', { update: RETURN }),
  member_imports: columnsOf('member_imports', { update: [...DECISION, 'finished_at'] }),
  member_import_rows: columnsOf('member_import_rows', {
    update: [...NAMES, 'skip_reason', 'state', 'failure', 'referral_code', 'invited_at'],
  }),
  member_import_corrections: columnsOf('member_import_corrections', { update: NAMES }),
  alerts: columnsOf('alerts', {
    insert: ['name', 'limit_value'],
    update: ['value', 'crossed_since', 'emailed_at', 'checked_at'],
  }),
}

export const PROPOSALS = { web, ledger, mail, worker }
