-- Recording lost history took an advisory lock, which any role could hold, and with it keep the
-- ledger from ever continuing. Only who may call this function takes the lock now. A process that
-- freezes before its COMMIT holds it for two seconds at most.

create function record_loss(
  known bigint, batch uuid, remaining bigint, noticed_by text, checked_at timestamptz, why text)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('lock_timeout', '2000', true),
    set_config('statement_timeout', '5000', true),
    set_config('idle_in_transaction_session_timeout', '2000', true);
  -- The leader and its standbys notice within milliseconds. Each must see what the first records.
  lock table history_losses in share row exclusive mode;
  if exists (select from history_losses where at > checked_at) then return; end if;
  insert into history_losses (known_seq, known_batch, found_seq, process)
    values (known, batch, remaining, noticed_by);
  insert into payout_pauses (reason, detail) values ('history_lost', why)
    on conflict (reason) do nothing;
end $$;
revoke execute on function record_loss from public;
