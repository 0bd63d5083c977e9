-- Payouts: the outbox between an approval and the chain. asset: 1 TRX, 2 USDT.

-- What the member noted when asking; shown, never obeyed.
create table withdrawal_notes (
  withdrawal_no integer primary key,
  note text not null
);

-- One row for each signed transaction, written with the command that says it is sent, before any
-- node hears of it. Only these bytes are ever broadcast for it.
create table payouts (
  no bigint generated always as identity primary key,
  withdrawal_no integer not null,
  attempt integer not null,
  asset smallint not null check (asset in (1, 2)),
  units bigint not null check (units > 0),
  from_address text not null,
  to_address text not null,
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  -- Null for a payout that an operator made outside and only recorded here.
  signed_hex text,
  expires_at timestamptz,
  state text not null check (state in ('stored', 'confirmed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  broadcast_at timestamptz,
  broadcasts integer not null default 0,
  last_answer text not null default '',
  settled_at timestamptz,
  fee_sun bigint,
  unique (withdrawal_no, attempt)
);
create index payouts_open on payouts (no) where state = 'stored';

-- Signed bytes are evidence: they and what they pay stay as they were stored.
create function keep_payout() returns trigger language plpgsql as $$
begin
  if (old.withdrawal_no, old.attempt, old.asset, old.units, old.from_address, old.to_address,
      old.txid, old.signed_hex, old.expires_at)
     is distinct from
     (new.withdrawal_no, new.attempt, new.asset, new.units, new.from_address, new.to_address,
      new.txid, new.signed_hex, new.expires_at) then
    raise exception 'payout % is stored already', old.no using errcode = 'TF001';
  end if;
  return new;
end $$;
create trigger payouts_keep before update on payouts
  for each row execute function keep_payout();
create trigger payouts_no_delete before delete on payouts
  for each row execute function refuse_change();

-- Why payouts rest. A row is an alarm: the worker lifts what it can see has passed, an operator
-- the rest.
create table payout_pauses (
  reason text primary key check (reason in ('low_balance', 'unexplained_transfer', 'chain', 'rate')),
  detail text not null,
  since timestamptz not null default now()
);

-- Outgoing transfers of the payout address that no payout explains.
create table unexplained_transfers (
  txid text primary key,
  address text not null,
  detail text not null,
  found_at timestamptz not null default now(),
  explained_by text,
  explanation text
);
