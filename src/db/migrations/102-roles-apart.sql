-- The web process and the worker sign in as roles of their own (src/db/runtime-grants.ts). Which
-- part each role was given rights for.
create table runtime_roles (
  role text primary key,
  part text not null check (part in ('web', 'worker', 'all')),
  since timestamptz not null default now()
);

-- A wallet that an operator retires leaves the list. The web's role can't delete it.
drop trigger own_wallets_no_delete on own_wallets;

drop trigger transfers_ended on transfers;
create trigger transfers_ended before update on transfers for each row
  when (old.state in ('credited', 'accepted', 'too_small', 'dust'))
  execute function refuse_ended();

-- The web's role can't write payouts, yet operators record there what they paid from a wallet of
-- their own. This adds such a row, without bytes that could be broadcast, and only for a command
-- that says the same.
create function record_outside_payout(
  paid_withdrawal integer, paid_txid text, paid_from text, last_valid timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sent jsonb;
begin
  select input into sent from commands
    where kind = 'send_withdrawal' and input->>'withdrawal' = paid_withdrawal::text
      and input->>'txid' = paid_txid and input->>'paidBy' = 'operator'
    order by seq desc limit 1;
  if not found then
    raise exception 'no command says that withdrawal % was paid with %', paid_withdrawal, paid_txid
      using errcode = 'TF006';
  end if;
  insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state, broadcast_at)
    values (paid_withdrawal, (sent->>'attempt')::int, case sent->>'coin' when 'TRX' then 1 else 2 end,
      (sent->>'sentUnits')::bigint, paid_from, sent->>'address', paid_txid,
      null, last_valid, 'stored', now());
end $$;
revoke execute on function record_outside_payout from public;
