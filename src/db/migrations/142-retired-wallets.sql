-- A wallet leaves own_wallets only with the record of who retired it and why, in one transaction.
drop trigger if exists own_wallets_no_delete on own_wallets;
create function leave_wallets() returns trigger language plpgsql as $$
begin
  if not exists (select from retired_wallets
      where address = old.address and retired_at = transaction_timestamp()) then
    raise exception 'wallet % is not retired', old.address using errcode = 'TF001';
  end if;
  return old;
end $$;
create trigger own_wallets_retire before delete on own_wallets
  for each row execute function leave_wallets();
create or replace trigger own_wallets_no_truncate before truncate on own_wallets
  for each statement execute function refuse_change();
