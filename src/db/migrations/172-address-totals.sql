-- What each address should hold by moves, payouts, receipts and fees: running totals, so that a
-- comparison with the chain costs the same however much has been paid. Triggers keep them in the
-- transaction that writes the rows they sum. Members' payments (transfers) and what isn't booked
-- yet (arrivals) are few for one address, and are summed where they are asked for.
create table address_totals (
  address text not null,
  asset smallint not null check (asset in (1, 2)),
  units bigint not null,
  primary key (address, asset)
);

-- What a row of one of these tables adds to addresses; nothing for the row that an insert replaces.
create function address_entries(source text, r jsonb)
returns table (address text, asset smallint, amount bigint) language sql immutable as $$
  select * from (
    select r->>'to_address', (r->>'asset')::smallint, (r->>'amount')::bigint
      where source = 'treasury_receipts'
    union all select r->>'to_address', (r->>'asset')::smallint, (r->>'units')::bigint
      where source = 'custody_moves' and r->>'state' = 'confirmed'
        or source = 'outside_moves' and (r->>'to_own')::boolean
    union all select r->>'from_address', (r->>'asset')::smallint, -(r->>'units')::bigint
      where source in ('custody_moves', 'payouts') and r->>'state' = 'confirmed'
        or source = 'outside_moves'
    union all select coalesce(r->>'from_address', r->>'address'), 1::smallint,
        -(r->>'fee_sun')::bigint
      where source in ('custody_moves', 'payouts', 'unexplained_transfers')
  ) e (address, asset, amount) where amount <> 0
$$;

create function keep_address_totals() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  -- In the order of addresses, so that two transactions wait for each other in one direction.
  insert into address_totals (address, asset, units)
    select e.address, e.asset, sum(e.amount)::bigint from (
      select * from address_entries(tg_table_name, to_jsonb(new))
      union all select address, asset, -amount
        from address_entries(tg_table_name, to_jsonb(old))) e
    group by e.address, e.asset having sum(e.amount) <> 0 order by e.address, e.asset
    on conflict (address, asset) do update set units = address_totals.units + excluded.units;
  return null;
end $$;

create trigger payouts_total after insert or update or delete on payouts
  for each row execute function keep_address_totals();
create trigger custody_moves_total after insert or update or delete on custody_moves
  for each row execute function keep_address_totals();
create trigger treasury_receipts_total after insert or update or delete on treasury_receipts
  for each row execute function keep_address_totals();
create trigger outside_moves_total after insert or update or delete on outside_moves
  for each row execute function keep_address_totals();
create trigger unexplained_transfers_total
  after insert or update or delete on unexplained_transfers
  for each row execute function keep_address_totals();

insert into address_totals (address, asset, units)
  select e.address, e.asset, sum(e.amount)::bigint from (
    select f.* from payouts s, address_entries('payouts', to_jsonb(s)) f
    union all select f.* from custody_moves s, address_entries('custody_moves', to_jsonb(s)) f
    union all select f.*
      from treasury_receipts s, address_entries('treasury_receipts', to_jsonb(s)) f
    union all select f.* from outside_moves s, address_entries('outside_moves', to_jsonb(s)) f
    union all select f.*
      from unexplained_transfers s, address_entries('unexplained_transfers', to_jsonb(s)) f) e
  group by e.address, e.asset;

-- A balance as of a block is the total less what came in later blocks: found by these.
create index chain_transactions_by_block on chain_transactions (block_number);
drop index treasury_receipts_by_wallet;
create index treasury_receipts_by_wallet on treasury_receipts (to_address, block_number);
drop index outside_moves_by_payer;
create index outside_moves_by_payer on outside_moves (from_address, block_number);
drop index outside_moves_by_receiver;
create index outside_moves_by_receiver on outside_moves (to_address, block_number);
create index unexplained_transfers_by_wallet on unexplained_transfers (address, block_number)
  where fee_sun is not null;
create index arrivals_by_receiver on arrivals (to_address);
