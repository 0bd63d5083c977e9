-- What the rules never do, the database refuses by itself, whoever asks.

-- Versions of the catalogue are added, never edited: profiles keep the one they began with.
create trigger catalogues_append_only before update or delete on catalogues
  for each row execute function refuse_change();
create trigger catalogues_no_truncate before truncate on catalogues
  for each statement execute function refuse_change();

-- Who approved what is evidence.
create trigger withdrawal_approvals_append_only before update or delete on withdrawal_approvals
  for each row execute function refuse_change();
create trigger withdrawal_approvals_no_truncate before truncate on withdrawal_approvals
  for each statement execute function refuse_change();

-- These rows change with their state, and stay for good: a transfer that is gone could be credited
-- again.
create trigger members_no_delete before delete or truncate on members
  for each statement execute function refuse_change();
create trigger profiles_no_delete before delete or truncate on profiles
  for each statement execute function refuse_change();
create trigger transfers_no_delete before delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger deposit_requests_no_delete before delete or truncate on deposit_requests
  for each statement execute function refuse_change();
create trigger withdrawals_no_delete before delete or truncate on withdrawals
  for each statement execute function refuse_change();
create trigger adjustments_no_delete before delete or truncate on adjustments
  for each statement execute function refuse_change();

-- A plan has one tree.
create unique index seats_one_root on seats (plan) where parent_no is null;

-- A balance is never a field that someone sets. Within the trigger on postings the depth is 1.
create function refuse_set_balance() returns trigger language plpgsql as $$
begin
  raise exception 'balances follow from postings alone: % refused', tg_op using errcode = 'TF004';
end $$;
create trigger accounts_follow_postings before insert or update or delete or truncate on accounts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_set_balance();
