-- The database refuses, from anyone, what the rules never do. The rights of the server's role
-- follow from these triggers (src/db/runtime-role.ts).

do $$
declare
  name text;
begin
  -- Rows that are added and never changed.
  foreach name in array array['audit_entries', 'emailed_audit_heads', 'batches', 'catalogs',
      'chain_transactions', 'chain_transfers', 'commands', 'deposit_addresses',
      'difference_reviews', 'readiness_records', 'history_losses', 'journals', 'legal_texts',
      'member_notes', 'outside_moves', 'postings', 'profiles', 'retired_wallets', 'seats',
      'text_acceptances', 'withdrawal_approvals'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
  end loop;

  -- Rows that change with their state and stay for good: a transfer that is gone could be credited
  -- again.
  foreach name in array array['access_changes', 'adjustments', 'deposit_requests', 'members',
      'profiles', 'transfers', 'unexplained_transfers', 'withdrawals'] loop
    execute format('create trigger %I before delete or truncate on %I
      for each statement execute function refuse_change()', name || '_no_delete', name);
  end loop;
  foreach name in array array['custody_moves', 'payouts'] loop
    execute format('create trigger %I before delete on %I
      for each row execute function refuse_change()', name || '_no_delete', name);
  end loop;

  foreach name in array array['audit_entries', 'emailed_audit_heads', 'batches', 'catalogs',
      'chain_transactions', 'chain_transfers', 'commands', 'difference_reviews', 'history_losses',
      'journals', 'outside_moves', 'own_wallets', 'payouts', 'postings', 'retired_wallets', 'seats',
      'withdrawal_approvals'] loop
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;
