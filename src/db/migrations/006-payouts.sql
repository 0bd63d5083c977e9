-- Payouts and custody: our wallets, signed transactions, and coins moved between our addresses.

create table own_wallets (
  address text primary key,
  role text not null check (role in ('payout', 'cold')),
  added_at timestamptz not null default now(),
  -- The wallet's own record is complete above this block: where the scan was when the wallet
  -- became ours. Null when there was no scan yet.
  followed_from bigint
);
comment on table own_wallets is
  'The company''s wallets. Money that reaches them from outside belongs to the company.';

create function follow_wallet() returns trigger language plpgsql as $$
begin
  -- The lock keeps the cursor where it is until this wallet can be seen by the scan.
  perform from chain_cursors for update;
  new.followed_from := (select max(final_number) from chain_cursors);
  return new;
end $$;
create trigger own_wallets_follow before insert on own_wallets
  for each row execute function follow_wallet();
call keep('own_wallets', 'address', 'role');

create table retired_wallets (
  no bigint generated always as identity primary key,
  address text not null,
  role text not null,
  added_at timestamptz not null,
  retired_at timestamptz not null default now(),
  retired_by text not null,
  reason text not null
);
comment on table retired_wallets is
  'Wallets that used to be ours. What they send now is a payment like any other.';

-- A wallet leaves own_wallets only with the record of who retired it, in one transaction.
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

create table payouts (
  no bigint generated always as identity primary key,
  withdrawal_no integer not null,
  attempt integer not null,
  asset smallint not null check (asset in (1, 2)),
  units bigint not null check (units > 0),
  from_address text not null,
  to_address text not null,
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  signed_hex text,                          -- null when an operator paid from a wallet of their own
  expires_at timestamptz,
  -- The most the transaction may burn, kept free in the wallet until it is settled.
  fee_limit_sun bigint not null default 0 check (fee_limit_sun >= 0),
  state text not null check (state in ('stored', 'confirmed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  broadcast_at timestamptz,
  broadcasts integer not null default 0,
  last_answer text not null default '',
  settled_at timestamptz,
  fee_sun bigint,
  by_record boolean not null default true,  -- settled by our record of the chain, not by its id
  unique (withdrawal_no, attempt)
);
comment on table payouts is
  'The outbox between an approval and the chain: one row per signed transaction, written with the '
  'command that sends it, before any node gets it. Only these bytes are ever broadcast.';
create index payouts_open on payouts (no) where state = 'stored';
create index payouts_by_state on payouts (state, no);
create index payouts_by_payer on payouts (from_address);

-- Signed bytes are evidence: they and what they pay stay as they were stored.
create function keep_payout() returns trigger language plpgsql as $$
begin
  if (old.withdrawal_no, old.attempt, old.asset, old.units, old.from_address, old.to_address,
      old.txid, old.signed_hex, old.expires_at, old.fee_limit_sun)
     is distinct from
     (new.withdrawal_no, new.attempt, new.asset, new.units, new.from_address, new.to_address,
      new.txid, new.signed_hex, new.expires_at, new.fee_limit_sun) then
    raise exception 'payout % is stored already', old.no using errcode = 'TF001';
  end if;
  return new;
end $$;
create trigger payouts_keep before update on payouts
  for each row execute function keep_payout();
call keep('payouts', 'no', 'fee_limit_sun', 'created_at');
create trigger payouts_ended before update on payouts for each row
  when (old.state <> 'stored' and (old.state, old.fee_sun, old.settled_at)
    is distinct from (new.state, new.fee_sun, new.settled_at))
  execute function refuse_ended();

-- The web role can't write payouts, yet operators record there what they paid from a wallet of
-- their own. This adds such a row, without bytes that could be broadcast, and only when a command
-- says the same.
create function record_outside_payout(
  paid_withdrawal integer, paid_txid text, paid_from text, last_valid timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sent jsonb;
begin
  select input into sent from commands
    where kind = 'send_withdrawal' and input->>'withdrawal' = paid_withdrawal::text
      and input->>'txid' = paid_txid and input->>'paidBy' = 'operator'
    order by seq desc limit 1;
  if not found then
    raise exception 'no command says that withdrawal % was paid with %', paid_withdrawal, paid_txid
      using errcode = 'TF006';
  end if;
  insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state, broadcast_at)
    values (paid_withdrawal, (sent->>'attempt')::int,
      case sent->>'coin' when 'TRX' then 1 else 2 end, (sent->>'sentUnits')::bigint, paid_from,
      sent->>'address', paid_txid, null, last_valid, 'stored', now());
end $$;
revoke execute on function record_outside_payout from public;

create table payout_pauses (
  reason text primary key check (reason in (
    'low_balance', 'unexplained_transfer', 'chain', 'rate', 'float_limit', 'history_lost',
    'custody',        -- the payout wallet holds less than the ledger says
    'usdt',           -- no payout in USDT works, or USDT is not worth a dollar
    'network',        -- the nodes, the token or the deposit key aren't this installation's
    'behind',         -- the record of the chain doesn't reach far enough to sign anything
    'missing_coins'   -- the wallet holds less than the ledger allows before a round of signing
  )),
  detail text not null,
  since timestamptz not null default now()
);
comment on table payout_pauses is
  'Why payouts are paused. The worker lifts what it can see has passed, an operator the rest.';

create table blocked_payouts (
  withdrawal_no integer primary key,
  detail text not null,
  since timestamptz not null default now()
);
comment on table blocked_payouts is
  'Approved withdrawals that can''t be paid as they are, for operators to review one by one.';

create table payout_fence (
  singleton boolean primary key default true check (singleton),
  database_identity text not null,
  since timestamptz not null default now()
);
comment on table payout_fence is
  'Which database payouts last ran on. A restored or promoted one is another.';

create table unexplained_transfers (
  txid text primary key,
  address text not null,
  detail text not null,
  found_at timestamptz not null default now(),
  explained_by text,
  explanation text,
  fee_sun bigint check (fee_sun >= 0),      -- what the transaction burned, once it is booked
  block_number bigint
);
comment on table unexplained_transfers is
  'Outgoing transfers of our wallets that no payout explains.';
create index unexplained_transfers_by_wallet on unexplained_transfers (address, block_number)
  where fee_sun is not null;
call keep('unexplained_transfers', 'txid', 'address', 'detail', 'found_at');
create trigger unexplained_transfers_ended before update on unexplained_transfers for each row
  when (old.explained_by is not null)
  execute function refuse_ended();

create table outside_moves (
  txid text not null,
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  units bigint not null check (units > 0),
  from_address text not null,
  to_address text not null,
  to_own boolean not null,
  booked_at timestamptz not null default now(),
  block_number bigint,
  primary key (txid, asset, log_index)
);
comment on table outside_moves is
  'Coins that left one of our wallets without a payout, after an operator explained it. What went '
  'to strangers is booked as taken out by the company; what reached another of our addresses only '
  'changed its place.';
create index outside_moves_by_payer on outside_moves (from_address, block_number);
create index outside_moves_by_receiver on outside_moves (to_address, block_number);

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
  fee_sun bigint,
  by_record boolean not null default true
);
comment on table custody_moves is
  'Transfers between our own addresses: sweeps of deposit addresses, and the TRX that a deposit '
  'address needs to send. Stored with their signed bytes like payouts; only the fee is booked.';
create index custody_moves_open on custody_moves (no) where state = 'stored';
create index custody_moves_by_payer on custody_moves (from_address);
create index custody_moves_by_receiver on custody_moves (to_address);
-- One sweep at a time from an address, so that a second one never spends what the first one has.
create unique index custody_moves_alone on custody_moves (from_address, asset)
  where state = 'stored' and kind = 'sweep';
call keep('custody_moves', 'no', 'kind', 'asset', 'units', 'from_address', 'to_address', 'txid',
  'signed_hex', 'expires_at', 'created_at');
create trigger custody_moves_ended before update on custody_moves for each row
  when (old.state <> 'stored' and (old.state, old.fee_sun, old.settled_at)
    is distinct from (new.state, new.fee_sun, new.settled_at))
  execute function refuse_ended();

create table sweep_quarantine (
  address text not null,
  asset smallint not null check (asset in (1, 2)),
  reason text not null,
  since timestamptz not null default now(),
  primary key (address, asset)
);
comment on table sweep_quarantine is
  'Deposit addresses whose sweep the network would refuse. Left out of sweeps and top-ups until '
  'an operator tries them again.';

create table frozen_addresses (
  address text primary key,
  found_at timestamptz not null default now()
);
comment on table frozen_addresses is
  'Our addresses that the issuer of USDT has frozen. Checked once a day.';

create table signing_batches (
  batch text primary key,
  kind text not null check (kind in ('payouts', 'sweeps', 'top_ups')),
  orders text not null,
  rate_e8 bigint,                           -- null where no member is paid
  exported_at timestamptz not null default now(),
  imported_at timestamptz,
  expires_at timestamptz not null default now() + interval '1 day',
  withdrawals integer[] not null default '{}',
  discarded_at timestamptz
);
comment on table signing_batches is
  'Files for the offline signer, as exported: what comes back is compared. A withdrawal is in one '
  'live file at a time.';
create index signing_batches_live on signing_batches (expires_at)
  where imported_at is null and discarded_at is null;
