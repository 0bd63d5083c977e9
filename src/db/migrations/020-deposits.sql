-- Deposits: addresses by member, how far the chain has been read, what is on its way.
-- asset: 1 TRX, 2 USDT, as in migration 001. Amounts are millionths of the coin.

-- Index 0 stays free: it is the fingerprint by which operators know their extended public key.
create sequence deposit_address_indexes as integer minvalue 1;

-- A member's address is for life: payments may arrive years later. Never changed, never reused.
create table deposit_addresses (
  member_no integer primary key,
  address_index integer not null unique,
  address text not null unique,
  created_at timestamptz not null default now()
);
create trigger deposit_addresses_append_only before update or delete on deposit_addresses
  for each row execute function refuse_change();

-- The house's own wallets: money that arrives from outside is the house's, not a member's.
create table own_wallets (
  address text primary key,
  role text not null check (role in ('payout', 'cold')),
  added_at timestamptz not null default now()
);

-- The last solidified block whose transfers are recorded, and the newest block seen at all.
create table chain_cursors (
  network text primary key,
  solid_number bigint not null,
  solid_id text not null,
  solid_at timestamptz not null,
  head_number bigint not null,
  checked_at timestamptz not null default now()
);

-- Transfers of solidified blocks that the book has still to be told of: a row is written with the
-- cursor that passes its block, and goes with the command that books it.
create table arrivals (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0),
  block_number bigint not null,
  block_at timestamptz not null,
  -- False for TRX sent by a contract, which meets no request by rule.
  attributable boolean not null,
  recorded_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);
create index arrivals_in_order on arrivals (block_number, txid);

-- Coins that reached a wallet of the house from outside, booked once.
create table treasury_receipts (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  to_address text not null,
  amount bigint not null,
  booked_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);

-- What the unsolidified part of the chain shows. For display alone: forks change it at will.
create unlogged table sightings (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  member_no integer not null,
  amount bigint not null,
  -- Null while the transaction waits for a block.
  block_number bigint,
  seen_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);
create index sightings_by_member on sightings (member_no);
