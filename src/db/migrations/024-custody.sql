-- Custody: what each of our addresses holds on chain against what the ledger says, and the moves of
-- coins between our own addresses. asset: 1 TRX, 2 USDT; amounts in millionths.

-- The last comparison of each address. `suspect` differed once, `differs` twice in a row.
create table address_checks (
  address text primary key,
  checked_at timestamptz not null,
  chain_trx bigint not null,
  chain_usdt bigint not null,
  ledger_trx bigint not null,
  ledger_usdt bigint not null,
  state text not null check (state in ('agrees', 'suspect', 'differs')),
  differs_since timestamptz
);
create index address_checks_by_age on address_checks (checked_at);
create index address_checks_differing on address_checks (address) where state <> 'agrees';

-- Transfers from one of our addresses to another: sweeps of deposit addresses, and the TRX that a
-- deposit address needs before it can send. Stored with their signed bytes before any node hears of
-- them, like payouts; they move no member's money and only their fee is booked.
create table custody_moves (
  no bigint generated always as identity primary key,
  kind text not null check (kind in ('sweep', 'top_up')),
  asset smallint not null check (asset in (1, 2)),
  units bigint not null check (units > 0),
  from_address text not null,
  to_address text not null,
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  signed_hex text not null,
  expires_at timestamptz not null,
  state text not null check (state in ('stored', 'confirmed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  broadcast_at timestamptz,
  broadcasts integer not null default 0,
  last_answer text not null default '',
  settled_at timestamptz,
  fee_sun bigint
);
create index custody_moves_open on custody_moves (no) where state = 'stored';
-- One move at a time from an address, so that a second one never spends what the first one has.
create unique index custody_moves_alone on custody_moves (from_address, asset)
  where state = 'stored' and kind = 'sweep';
create trigger custody_moves_no_delete before delete on custody_moves
  for each row execute function refuse_change();

-- Files given to a signer without network, as they were given: what comes back is compared.
create table signing_batches (
  batch text primary key,
  kind text not null check (kind in ('payouts', 'sweeps', 'top_ups')),
  orders text not null,
  -- The rate at which the amounts were made; null where no member is paid.
  rate_e8 bigint,
  exported_at timestamptz not null default now(),
  imported_at timestamptz
);

-- What an address received and paid, for its comparison.
create index treasury_receipts_by_wallet on treasury_receipts (to_address);
create index payouts_by_payer on payouts (from_address);
create index custody_moves_by_payer on custody_moves (from_address);
create index custody_moves_by_receiver on custody_moves (to_address);
