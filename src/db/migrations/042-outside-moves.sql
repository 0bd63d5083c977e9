-- What left a wallet of the house without a payout and was explained by an operator: coins that
-- went to strangers are booked as taken out by the house, those that reached another address of
-- ours only change their place. asset: 1 TRX, 2 USDT; amounts in millionths.
create table outside_moves (
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  units bigint not null check (units > 0),
  from_address text not null,
  to_address text not null,
  to_own boolean not null,
  booked_at timestamptz not null default now(),
  primary key (txid, asset, log_index)
);
create index outside_moves_by_payer on outside_moves (from_address);
create index outside_moves_by_receiver on outside_moves (to_address);
create trigger outside_moves_append_only before update or delete on outside_moves
  for each row execute function refuse_change();
create trigger outside_moves_no_truncate before truncate on outside_moves
  for each statement execute function refuse_change();

-- What the transaction burnt, once it is booked.
alter table unexplained_transfers add column fee_sun bigint check (fee_sun >= 0);
