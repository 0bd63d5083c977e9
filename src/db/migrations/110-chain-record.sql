-- Our own record of the chain: every final transaction that one of our wallets or deposit addresses
-- sent, that moved coins from one, or whose id a payout or a custody move waits for. The scan of
-- final blocks writes it in the commit that moves its cursor, so it has no gaps behind the cursor.
-- asset: 1 TRX, 2 USDT; amounts in millionths.
create table chain_transactions (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  network text not null,
  block_number bigint not null,
  block_at timestamptz not null,
  -- Null where the transaction is of a form that nobody here knows.
  owner_address text,
  kind text not null,
  -- What it asked to pay, where it is a plain transfer of TRX or USDT.
  asset smallint check (asset in (1, 2)),
  to_address text,
  amount bigint,
  fee_sun bigint not null check (fee_sun >= 0),
  -- SUCCESS or what the chain says instead.
  result text not null,
  recorded_at timestamptz not null default now(),
  primary key (txid, network)
);
create index chain_transactions_by_owner on chain_transactions (owner_address, block_number);

-- What those transactions moved: transfers of TRX, logs of USDT, and TRX sent by contracts.
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

create trigger chain_transactions_append_only before update or delete on chain_transactions
  for each row execute function refuse_change();
create trigger chain_transactions_no_truncate before truncate on chain_transactions
  for each statement execute function refuse_change();
create trigger chain_transfers_append_only before update or delete on chain_transfers
  for each row execute function refuse_change();
create trigger chain_transfers_no_truncate before truncate on chain_transfers
  for each statement execute function refuse_change();

-- The record is complete for blocks above this one.
alter table chain_cursors add column record_from bigint;
update chain_cursors set record_from = solid_number;
alter table chain_cursors alter column record_from set not null;

-- A wallet's own record is complete for blocks above this one: where the cursor stood when it became
-- ours. Null where there was no cursor yet.
alter table own_wallets add column followed_from bigint;
update own_wallets set followed_from = (select max(solid_number) from chain_cursors);

create function follow_wallet() returns trigger language plpgsql as $$
begin
  -- The lock keeps the cursor where it is until this wallet can be seen by the scan.
  perform from chain_cursors for update;
  new.followed_from := (select max(solid_number) from chain_cursors);
  return new;
end $$;
create trigger own_wallets_follow before insert on own_wallets
  for each row execute function follow_wallet();
alter table own_wallets drop column checked_until;

-- Which database this was when payouts last looked: a restored or promoted one is another.
create table payout_fence (
  singleton boolean primary key default true check (singleton),
  database_identity text not null,
  since timestamptz not null default now()
);

-- Which reasons there are is said by the code that raises and lifts them.
alter table payout_pauses drop constraint payout_pauses_reason_check;
alter table payout_pauses add constraint payout_pauses_reason_check
  check (reason ~ '^[a-z_]{3,40}$');
