-- Reconciliation as of a block: what moved coins is known with its block, so that a balance read at
-- a block is held against the ledger as of that block. Payouts and moves have theirs in the record
-- of the chain (chain_transactions). Null: booked before blocks were kept.
alter table treasury_receipts add column block_number bigint;
alter table outside_moves add column block_number bigint;
alter table unexplained_transfers add column block_number bigint;

-- `waiting` differs while a payout or move of the address is under way, which may explain it: it
-- is decided, for the same block, when that has ended.
alter table address_checks drop constraint address_checks_state_check;
update address_checks set state = 'waiting' where state = 'suspect';
alter table address_checks add constraint address_checks_state_check
  check (state in ('agrees', 'waiting', 'differs'));
alter table address_checks add column block_number bigint;
drop index address_checks_suspect;
create index address_checks_waiting on address_checks (checked_at) where state = 'waiting';

-- Addresses that nodes can't answer about while they answer about others. Each is tried again by
-- itself, at ever longer intervals.
create table address_retries (
  address text primary key,
  failures integer not null,
  retry_at timestamptz not null,
  reason text not null,
  since timestamptz not null default now()
);
create index address_retries_due on address_retries (retry_at);

-- Passes over all deposit addresses in the order of their index; one is open at a time.
create table address_passes (
  no bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  last_index integer not null default 0,
  compared integer not null default 0,
  differing integer not null default 0
);
create unique index address_passes_open on address_passes ((true)) where finished_at is null;
