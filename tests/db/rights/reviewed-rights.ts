/** What each role may write: `i` inserts, `u` updates, `d` deletes; or only the columns named. */
type Reviewed = { reason: string; tables: Record<string, string> }

const FAILED = 'u(disabled_at disabled_by enabled failed_at failing_since)'
const DECIDED = 'u(approved decided_at decided_by sealed_half)'
const QUEUED = 'i(content kind next_at recipient subject text)'
const SENT = `${QUEUED}u(attempts content failed_at failure next_at refusals sent_at text)d`

// Each group has the reason why its rights are right, and what guards them. Everything else is
// read only. Tests compare this with the database (`role-rights`). Taking a right away needs a
// migration, so that processes of the previous version start without it (decision 101).
export const reviewedRights: readonly Reviewed[] = [
  {
    reason:
      'History that commands write. Triggers refuse to change or delete it ' +
      '(`refuse_change`, `keep_columns`, `refuse_ended`).',
    tables: {
      adjustments: 'ledger iu',
      batches: 'ledger i',
      catalogs: 'ledger i',
      commands: 'ledger i',
      day_sheets: 'ledger i',
      deposit_requests: 'ledger iu',
      history_losses: 'ledger i',
      journals: 'ledger i',
      members: 'ledger iu',
      postings: 'ledger i',
      profiles: 'ledger i',
      rule_versions: 'ledger i',
      seats: 'ledger i',
      transfers: 'ledger iu',
      withdrawal_approval_returns: 'ledger i',
      withdrawal_approvals: 'ledger i',
      withdrawals: 'ledger iu',
    },
  },
  {
    reason:
      'Notes that members added to withdrawals, for display only. Hooks of the ' +
      'ledger write them.',
    tables: {
      withdrawal_notes: 'ledger iu',
    },
  },
  {
    reason:
      'Locks of the ledger, and which process leads. The epoch only rises ' +
      '(`refuse_old_epoch`).',
    tables: {
      batch_lock: 'ledger iu',
      leader_lock: 'ledger iu',
      leadership: 'ledger iu',
      ledger_leader: 'ledger iu',
    },
  },
  {
    reason: 'Views that are only locked: updating them fails.',
    tables: {
      job_chain_watcher: 'worker u',
      job_closings: 'worker u',
      job_deposit_addresses: 'worker u',
      job_disputed_withdrawals: 'worker u',
      job_imports: 'worker u',
      job_payouts: 'worker u',
      job_rate_feed: 'worker u',
      job_reconciler: 'worker u',
      job_transparency: 'worker u',
      job_watcher: 'worker u',
      signing_files: 'ledger u, worker u',
    },
  },
  {
    reason:
      'What two operators decide. Each step needs its entry, and each role has its ' +
      'own columns (`require_*_entry`, `require_correction`; decisions 190, 196).',
    tables: {
      alerts:
        'web i(limit_value name)u(enabled limit_value pending_at pending_by ' +
        'pending_enabled pending_limit), ledger u(pending_at pending_by ' +
        'pending_enabled pending_limit), worker i(limit_value name)u(checked_at ' +
        'crossed_since emailed_at value)',
      member_import_corrections:
        'web i(email import_no language line plans proposed_by side sponsor sponsor_no ' +
        'username)u(decided_at decided_by sponsor state), ledger u(decided_at ' +
        'decided_by state), worker u(email sponsor username), mail u(email sponsor ' +
        'username)',
      member_import_rows:
        'web i(depth email import_no language line plans referral_code side sponsor ' +
        'sponsor_no username)u(depth email failure language plans side skip_reason ' +
        'skipped_at skipped_by sponsor sponsor_no state username), ledger u(member_no ' +
        'state), worker u(email failure invited_at referral_code skip_reason sponsor ' +
        'state username), mail u(email skip_reason sponsor username)',
      member_imports:
        'web i(name proposed_by sha256)u(decided_at decided_by finished_at state), ' +
        'ledger u(decided_at decided_by state), worker u(decided_at decided_by ' +
        'finished_at state), mail u(decided_at decided_by state)',
    },
  },
  {
    reason:
      'The same for drafts of plans and changes of rights, some with columns of ' +
      'their own. The triggers ask for the part where it matters (decision 197).',
    tables: {
      access_changes:
        `web i(kind reason requested_by role sealed_half username)${DECIDED}, ` +
        `ledger ${DECIDED}, worker ${DECIDED}, mail ${DECIDED}`,
      catalog_drafts:
        'web iu, ledger iu, ' +
        'worker u(approved_at approved_by proposed_at proposed_by revision starts_at state)',
    },
  },
  {
    reason:
      'Nobody changes entries (`refuse_change`). A mail process writes only what it ' +
      'does itself (`limit_entries`).',
    tables: {
      audit_entries: 'web i, ledger i, worker i, mail i',
    },
  },
  {
    reason:
      'Operators and keys need an entry in the audit log (`require_audit_entry`, ' +
      '`require_key_entry`). The ledger ends what operators lose with their rights.',
    tables: {
      api_keys: 'web iu, ledger u(revoked_at revoked_by)',
      operators: 'web iu, ledger u(disabled_at role)',
    },
  },
  {
    reason:
      "Members' accounts. A new address begins a hold and tells the member " +
      '(`hold_payouts`, `require_notice`). Hooks of the ledger create accounts.',
    tables: {
      identities: 'web u, ledger iu',
    },
  },
  {
    reason: "For how long payouts wait. Only a worker's start changes it.",
    tables: {
      payout_hold: 'worker iu',
    },
  },
  {
    reason:
      "Emails and the member's activity. A web process only adds, so it silences " +
      'nothing (decision 197).',
    tables: {
      emails: `web ${QUEUED}, ledger ${QUEUED}, worker ${SENT}, mail ${SENT}`,
      security_events: 'web i(kind member_no), ledger iud, worker iud, mail d',
    },
  },
  {
    reason:
      'Links to dispute a change. Deleted only once expired, and used up only with ' +
      'an event (`keep_link`, `require_event`).',
    tables: {
      dispute_links:
        'web i(before before_since hash kind mailbox member_no used_at)u(expires_at used_at), ' +
        'ledger iud, worker d, mail d',
    },
  },
  {
    reason:
      'Sign-in data. A web process sees passwords as they are typed, so these rights ' +
      'add nothing. Workers and mail processes delete what expires.',
    tables: {
      devices: 'web iud, ledger iud, worker iud',
      email_tokens: 'web iud, ledger u(used_at)d, worker d, mail d',
      operator_sessions: 'web iu, ledger u(ended_at), worker d, mail d',
      passkey_challenges: 'web iud, worker d, mail d',
      passkeys: 'web iud',
      rate_limits: 'web iud, ledger iud, worker iud',
      recovery_codes: 'web iud, ledger iud',
      refresh_tokens: 'web iud, worker d, mail d',
      registrations: 'web iud, ledger iud, worker d, mail d',
      sessions: 'web iu, ledger u(ended_at), worker d, mail d',
      verification_resends: 'web iud, ledger iud, worker d, mail d',
    },
  },
  {
    reason:
      'A web process asks for these; another one answers and deletes the row. The ' +
      'ledger ends approvals.',
    tables: {
      approval_endings: 'web i, ledger iud',
      deposit_address_requests: 'web i, worker d',
    },
  },
  {
    reason:
      'Stored responses. The ledger creates the row with the command, and the process ' +
      'that renders the first answer stores it.',
    tables: {
      idempotency: 'web u, ledger i, worker ud, mail d',
    },
  },
  {
    reason:
      'What staff note, claim, and declare. History stays (`refuse_change`), and ' +
      'claims and views decide nothing.',
    tables: {
      account_closings: 'web iud, ledger iud',
      contact_messages: 'web iu, ledger iud, worker iud, mail d',
      incident_updates: 'web i',
      incidents: 'web i',
      legal_texts: 'web i',
      legal_translations: 'web i',
      member_notes: 'web i',
      member_views: 'web iu',
      operator_claims: 'web iud, ledger iud, worker iud, mail d',
      operator_views: 'web iud',
      proof_reports: 'web iu, worker d, mail d',
      readiness_records: 'web i, ledger i',
      text_acceptances: 'web i, ledger i',
      what_ifs: 'web iu, ledger iu, worker iu',
    },
  },
  {
    reason:
      "Facts about a restore or uptime. A web process can record some that didn't " +
      'happen (docs/security.md).',
    tables: {
      backup_checks: 'web i, ledger i, worker i',
      service_minutes: 'web iu, worker iud, mail d',
    },
  },
  {
    reason: 'A process reports itself, in its own role and at this time (`report_process`).',
    tables: {
      processes: 'web iud, ledger iud, worker iud, mail iud',
    },
  },
  {
    reason: "What the installation is pinned to. Only a worker's start changes it.",
    tables: {
      installation_pins: 'web i, ledger i, worker iu, mail i',
    },
  },
  {
    reason:
      "Only workers know where members' coins go, and what the chain holds. Hooks of " +
      'the ledger write some with the command that books a transfer.',
    tables: {
      address_checks: 'worker iu',
      chain_cursors: 'worker iu',
      chain_transactions: 'worker i',
      chain_transfers: 'worker i',
      deposit_address_mark: 'worker u',
      deposit_addresses: 'worker i',
      difference_reviews: 'ledger i, worker i',
      frozen_addresses: 'ledger iud, worker iud',
      incoming_transfers: 'ledger d, worker iud',
      outside_moves: 'ledger i, worker i',
      own_incoming_transfers: 'ledger iud, worker iud',
      own_wallets: 'worker iud',
      reconciliation_cursor: 'worker iu',
      reconciliation_passes: 'worker iu',
      reconciliation_queue: 'ledger iud, worker iud',
      reconciliation_retries: 'ledger iud, worker iud',
      retired_wallets: 'worker i',
      sweep_quarantine: 'ledger iud, worker iud',
      treasury_receipts: 'ledger iu, worker iu',
      unchecked_addresses: 'ledger iud, worker iud',
      unexplained_transfers: 'ledger iu, worker iu',
    },
  },
  {
    reason:
      'Payouts and moves of coins. Their bytes never change (`keep_payout`, ' +
      "`keep_columns`). The ledger writes a payout's row with its command.",
    tables: {
      blocked_payouts: 'ledger iud, worker iud',
      custody_moves: 'ledger iu, worker iu',
      payout_fence: 'worker iu',
      payout_pauses: 'ledger i, worker iud',
      payouts: 'ledger iu, worker iu',
      signing_batches: 'worker iu',
    },
  },
  {
    reason: 'Prices. The leader compares them with its own limits.',
    tables: {
      live_rates: 'worker iu',
      rate_history: 'worker iud, mail d',
      rate_holds: 'worker iu',
      rate_sources: 'worker iu',
      usdt_prices: 'worker iud, mail d',
    },
  },
  {
    reason: 'For display only. They are rebuilt.',
    tables: {
      largest_wallets: 'web iud, ledger iud, worker iud',
      pending_transfers: 'web iud, ledger iud, worker iud',
    },
  },
  {
    reason:
      'The public log and proofs of what we hold and owe. What is signed never ' +
      'changes (`refuse_change`, `refuse_smaller_log`, `refuse_other_tile`).',
    tables: {
      anchors: 'worker iu',
      emailed_audit_heads: 'worker i',
      liability_days: 'worker iud, mail d',
      liability_index: 'worker iu',
      liability_tiles: 'worker iu',
      log_checkpoints: 'worker i',
      log_cosignatures: 'worker i',
      log_epoch_proposals: 'worker i',
      log_epochs: 'worker i',
      log_keys: 'worker i',
      log_member_keys: 'worker iu',
      log_rest: 'worker iu',
      log_signers: 'worker i',
      log_tiles: 'worker iu',
      reserve_leaves: 'worker iu',
      reserve_readings: 'worker i',
      reserve_samples: 'worker i',
      reserve_statements: 'worker i',
      reserve_trees: 'worker iud, mail d',
      sheet_bodies: 'worker i',
      solvency_snapshots: 'worker iud, mail d',
    },
  },
  {
    reason:
      'Counts and figures that follow from history, and how far they follow it. A ' +
      'mail process counts, too.',
    tables: {
      activation_email_cursor: 'worker iu, mail u',
      board_ages: 'worker iu, mail iu',
      board_mark: 'worker iu, mail u',
      board_open: 'worker iu, mail iu',
      counts_mark: 'worker iu, mail u',
      day_counts: 'worker iu, mail iu',
      income_mark: 'worker iu',
      member_results: 'worker iu',
      plan_counts: 'worker iu, mail iu',
      plan_results: 'worker iu',
      reward_days: 'worker iu, mail iu',
      reward_days_mark: 'worker iu, mail u',
      token_mark: 'worker iu, mail u',
    },
  },
  {
    reason:
      'Webhooks. Web processes write endpoints and replays, and mail processes send ' +
      'and disable them.',
    tables: {
      webhook_cursor: 'web iu, worker iu, mail u',
      webhook_deliveries: 'web iu, worker iud, mail iud',
      webhook_endpoints: `web iud, worker ${FAILED}, mail ${FAILED}`,
      webhook_events: 'web iu, worker iud, mail id',
    },
  },
]
