-- From the chain to a deposit: addresses, scanned blocks, incoming transfers, and rates.

create table deposit_addresses (
  member_no integer primary key,
  -- Index 0 stays free: operators recognize their extended public key by it.
  address_index integer not null unique,
  address text not null unique,
  created_at timestamptz not null default now()
);
comment on table deposit_addresses is
  'A member''s deposit address, for life: payments may arrive years later. The web''s role only '
  'reads it: a foreign address here would be credited for coins that we never get.';

create table deposit_address_requests (
  member_no integer primary key,
  asked_at timestamptz not null default now()
);
comment on table deposit_address_requests is
  'Members for whom a web process needs a deposit address. The worker derives it, and deletes the '
  'row.';

create table deposit_address_mark (
  singleton boolean primary key default true check (singleton),
  last_index integer not null check (last_index >= 0)
);
comment on table deposit_address_mark is
  'The highest index given to a deposit address. It never falls behind the clock (seconds since '
  '2026), so that a restored database gives out higher ones than it did before.';
insert into deposit_address_mark (last_index) values (0);
create trigger deposit_address_mark_rises before update on deposit_address_mark for each row
  when (new.last_index < old.last_index) execute function refuse_change();

create table unchecked_addresses (
  address text primary key,
  given_at timestamptz not null default now(),
  was_used boolean not null default false
);
comment on table unchecked_addresses is
  'Deposit addresses given out while the chain could not be asked about them. A row goes when the '
  'chain does not know the address; one that was in use stays for operators to review.';

create table installation_pins (
  name text primary key check (name in ('genesis', 'usdt_contract', 'deposit_key')),
  value text not null,
  pinned_at timestamptz not null default now()
);
comment on table installation_pins is
  'What this database belongs to since its first start in production: the network (id of block 0), '
  'the USDT contract, and the SHA-256 of the deposit key. A start with another value stops.';

create table chain_cursors (
  network text primary key,
  final_number bigint not null,
  final_id text not null,
  final_at timestamptz not null,
  head_number bigint not null,
  checked_at timestamptz not null default now(),
  record_from bigint not null,              -- the record of the chain is complete above this block
  watched_by uuid,                          -- the worker that scans now
  watched_until timestamptz                 -- until when it may go without a sign of life
);
comment on table chain_cursors is
  'The last final block whose transfers are recorded, and the newest block seen at all.';

create table chain_transactions (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  network text not null,
  block_number bigint not null,
  block_at timestamptz not null,
  owner_address text,                       -- null for a kind of transaction that we don't know
  kind text not null,
  -- What a plain transfer of TRX or USDT asked to pay.
  asset smallint check (asset in (1, 2)),
  to_address text,
  amount bigint,
  fee_sun bigint not null check (fee_sun >= 0),
  result text not null,                     -- SUCCESS, or what the chain says instead
  recorded_at timestamptz not null default now(),
  primary key (txid, network)
);
comment on table chain_transactions is
  'Our own record of the chain: every final transaction that one of our addresses sent, that moved '
  'coins from one, or that a payout or custody move waits for. The scan writes it in the commit '
  'that moves its cursor, so it has no gaps behind the cursor.';
create index chain_transactions_by_owner on chain_transactions (owner_address, block_number);
-- A balance as of a block is the total minus what came in later blocks.
create index chain_transactions_by_block on chain_transactions (block_number);

create table chain_transfers (
  txid text not null,
  network text not null,
  asset smallint not null check (asset in (1, 2)),
  kind text not null check (kind in ('transfer', 'internal')),
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0),
  block_number bigint not null,
  primary key (txid, network, asset, kind, log_index),
  foreign key (txid, network) references chain_transactions
);
comment on table chain_transfers is
  'What those transactions moved: transfers of TRX, USDT logs, and TRX sent by contracts.';

create table incoming_transfers (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0),
  block_number bigint not null,
  block_at timestamptz not null,
  attributable boolean not null,            -- false for TRX sent by a contract: meets no request
  recorded_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);
comment on table incoming_transfers is
  'Transfers from final blocks that are not booked yet. A row is written with the cursor that '
  'passes its block, and goes with the command that books it.';
create index incoming_transfers_in_order on incoming_transfers (block_number, txid);
create index incoming_transfers_by_receiver on incoming_transfers (to_address);

create table own_incoming_transfers (
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
comment on table own_incoming_transfers is
  'Incoming transfers that were not booked because one of our own addresses sent them. If that '
  'address was listed as ours by mistake, they can be booked after all.';
create index own_incoming_transfers_by_sender on own_incoming_transfers (from_address);

create table pending_transfers (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  member_no integer not null,
  amount bigint not null,
  block_number bigint,                      -- null while the transaction waits for a block
  seen_at timestamptz not null default now(),
  primary key (network, txid, asset, log_index)
);
comment on table pending_transfers is
  'Transfers seen in blocks that are not final yet. For display only: forks change them.';
create index pending_transfers_by_member on pending_transfers (member_no);

create table treasury_receipts (
  network text not null,
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  to_address text not null,
  amount bigint not null,
  booked_at timestamptz not null default now(),
  block_number bigint,
  primary key (network, txid, asset, log_index)
);
comment on table treasury_receipts is
  'Coins that reached one of the company''s own wallets from outside, booked once.';
create index treasury_receipts_by_wallet on treasury_receipts (to_address, block_number);

-- Rates are USD × 10^8 for one whole coin.
create table live_rates (
  asset smallint primary key check (asset = 1),
  rate_e8 bigint not null check (rate_e8 > 0),
  as_of timestamptz not null,
  sources text not null                     -- those that agreed, by comma
);
comment on table live_rates is 'The TRX rate in force.';

create table rate_history (
  minute timestamptz primary key,
  rate_e8 bigint not null check (rate_e8 > 0),
  as_of timestamptz not null,
  sources text not null
);
comment on table rate_history is 'The TRX rate of each past minute.';

create table rate_holds (
  since timestamptz primary key,
  rate_e8 bigint not null check (rate_e8 > 0),
  ended_at timestamptz
);
comment on table rate_holds is
  'Times when a jump of the TRX rate was held back: from the last good rate until a new one was '
  'accepted. No rate applies in between.';
create unique index rate_holds_alone on rate_holds ((true)) where ended_at is null;

create table rate_sources (
  name text primary key,
  rate_e8 bigint,
  asked_at timestamptz not null,
  trouble text not null default ''
);
comment on table rate_sources is 'What each rate source last answered, for operators.';

create table usdt_prices (
  minute timestamptz primary key,
  price_e8 bigint not null check (price_e8 > 0),
  as_of timestamptz not null,
  sources text not null,
  accepted boolean not null                 -- false while a jump waits to be confirmed
);
comment on table usdt_prices is
  'The USDT price of each minute. USDT deposits are open while the newest one is accepted, fresh, '
  'and near a dollar.';
