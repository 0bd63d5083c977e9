-- The database refuses, from anyone, what the rules never do. The rights of the server's role
-- follow from these triggers (src/db/runtime-role.ts).

do $$
declare
  append_only constant text[] := array['audit_entries', 'backup_checks', 'batches', 'catalogs',
    'chain_transactions', 'chain_transfers', 'commands', 'deposit_addresses', 'difference_reviews',
    'emailed_audit_heads', 'history_losses', 'journals', 'legal_texts', 'member_notes',
    'outside_moves', 'postings', 'profiles', 'readiness_records', 'retired_wallets',
    'rule_versions', 'seats',
    'text_acceptances', 'withdrawal_approvals'];
  -- Rows change with their state and stay for good: a transfer that is gone could be credited
  -- again.
  kept constant text[] := array['access_changes', 'adjustments', 'custody_moves',
    'deposit_requests', 'members', 'payouts', 'transfers', 'unexplained_transfers', 'withdrawals'];
  name text;
begin
  foreach name in array append_only loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
  end loop;
  foreach name in array kept loop
    execute format('create trigger %I before delete or truncate on %I
      for each statement execute function refuse_change()', name || '_no_delete', name);
  end loop;
  -- Our wallets are retired one by one.
  foreach name in array append_only || array['own_wallets'] loop
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

-- Vacuum. Rows of append-only tables never change, so they are frozen when vacuum first sees them,
-- which it does after a twentieth of new rows. Tables whose rows change all the time are vacuumed
-- before dead rows pile up.
do $$
declare name text;
begin
  foreach name in array array['audit_entries', 'batches', 'chain_transactions', 'chain_transfers',
    'commands', 'journals', 'postings', 'profiles', 'seats'] loop
    execute format('alter table %I set (autovacuum_freeze_min_age = 0,
      autovacuum_vacuum_insert_scale_factor = 0.05)', name);
  end loop;
  foreach name in array array['emails', 'idempotency', 'members', 'refresh_tokens', 'sessions'] loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02)', name);
  end loop;
end $$;
alter table accounts set (autovacuum_vacuum_scale_factor = 0.01);
