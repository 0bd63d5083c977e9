-- Files for the offline signer: until when their transactions live, which withdrawals they pay,
-- and whether an operator gave one up. A withdrawal is in one live file at a time.
alter table signing_batches
  add column expires_at timestamptz not null default now() + interval '1 day',
  add column withdrawals integer[] not null default '{}',
  add column discarded_at timestamptz;
create index signing_batches_live on signing_batches (expires_at)
  where imported_at is null and discarded_at is null;

-- Wallets that were ours once. They leave own_wallets, so that what they send is a payment again.
create table retired_wallets (
  no bigint generated always as identity primary key,
  address text not null,
  role text not null,
  added_at timestamptz not null,
  retired_at timestamptz not null default now(),
  retired_by text not null,
  reason text not null
);
create trigger retired_wallets_append_only before update or delete on retired_wallets
  for each row execute function refuse_change();
create trigger retired_wallets_no_truncate before truncate on retired_wallets
  for each statement execute function refuse_change();

-- Incoming transfers that were not booked because one of our own addresses sent them. Kept, so
-- that one from an address that was taken for ours by mistake can be booked after all.
create table own_arrivals (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0),
  block_number bigint not null,
  block_at timestamptz not null,
  attributable boolean not null,
  kept_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);
create index own_arrivals_by_sender on own_arrivals (from_address);

-- Deposit addresses whose sweep the network would refuse (a blacklisted address): left out of
-- sweeps and top-ups, with the reason, until an operator tries them again.
create table sweep_quarantine (
  address text not null,
  asset smallint not null check (asset in (1, 2)),
  reason text not null,
  since timestamptz not null default now(),
  primary key (address, asset)
);

-- The richest addresses by coin, for sweeps.
create index address_checks_by_usdt on address_checks (chain_usdt desc, address)
  where state = 'agrees' and chain_usdt > 1;
create index address_checks_by_trx on address_checks (chain_trx desc, address)
  where state = 'agrees' and chain_trx > 0;
