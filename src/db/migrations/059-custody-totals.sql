-- What all of our addresses hold on chain, kept by triggers. Open consoles ask for it all the time,
-- and adding up an address for each member takes longer the more members there are.

create table custody_totals (
  is_only boolean primary key default true check (is_only),
  chain_trx bigint not null,
  chain_usdt bigint not null
);
comment on table custody_totals is 'The sums of what address_checks says that we hold on chain.';

-- Each trigger has its own names for the rows, so each has a function that adds them up.
create function add_to_custody_totals(trx numeric, usdt numeric) returns void language sql
  set search_path = public, pg_temp as $$
  update custody_totals set chain_trx = chain_trx + trx::bigint,
    chain_usdt = chain_usdt + usdt::bigint
  where trx <> 0 or usdt <> 0
$$;
create function total_new_checks() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform add_to_custody_totals(sum(chain_trx), sum(chain_usdt)) from present;
  return null;
end $$;
create function total_changed_checks() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform add_to_custody_totals(sum(trx), sum(usdt)) from (
    select chain_trx::numeric, chain_usdt::numeric from present
    union all select -chain_trx::numeric, -chain_usdt::numeric from former) each (trx, usdt);
  return null;
end $$;
create function total_removed_checks() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform add_to_custody_totals(-sum(chain_trx), -sum(chain_usdt)) from former;
  return null;
end $$;
revoke execute on function add_to_custody_totals, total_new_checks, total_changed_checks,
  total_removed_checks from public;

create trigger address_checks_new after insert on address_checks
  referencing new table as present
  for each statement execute function total_new_checks();
create trigger address_checks_changed after update on address_checks
  referencing old table as former new table as present
  for each statement execute function total_changed_checks();
create trigger address_checks_removed after delete on address_checks
  referencing old table as former
  for each statement execute function total_removed_checks();

-- The triggers keep others from writing until the migration ends.
insert into custody_totals (chain_trx, chain_usdt)
  select coalesce(sum(chain_trx), 0), coalesce(sum(chain_usdt), 0) from address_checks;
