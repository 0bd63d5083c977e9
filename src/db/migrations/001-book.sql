-- The book: the command log, the network and the ledger. Only src/server/book writes these tables.
--
-- Numbers (member, profile, journal, …) are dense integers that the book hands out, from 1.
-- Amounts are integers of the asset's smallest unit: USD in micro-dollars, TRX and USDT in millionths.
-- asset: 0 USD, 1 TRX, 2 USDT. plan: 0 Bronze … 4 Diamond. side: 0 left, 1 right.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'TF001';
end $$;

-- One row for every accepted command, in the one order that the whole state is a function of.
create table commands (
  seq bigint primary key,
  at timestamptz not null,
  kind text not null,
  by text not null,
  input jsonb not null
);

-- One row for every committed batch: after a lost answer the writer looks here whether it committed.
create table batches (
  first_seq bigint primary key,
  last_seq bigint not null,
  writer uuid not null,
  at timestamptz not null default now()
);

-- The answers of keyed requests. A row is written with the effects of its command.
create table idempotency (
  scope text not null,
  key text not null,
  input_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_by_age on idempotency using brin (created_at);

create table catalogues (
  version integer primary key,
  published_at timestamptz not null,
  published_by text not null,
  plans jsonb not null
);

create table members (
  no integer primary key,
  sponsor_no integer,
  joined_at timestamptz not null,
  suspended boolean not null default false,
  auto_upgrade boolean not null default true,
  check ((no = 1) = (sponsor_no is null)),
  check (sponsor_no < no)
);
create index members_by_sponsor on members (sponsor_no, no);

create table profiles (
  no integer primary key,
  member_no integer not null,
  plan smallint not null check (plan between 0 and 4),
  catalogue_version integer not null,
  origin smallint not null check (origin between 0 and 2),  -- 0 join, 1 upgrade, 2 re-entry
  origin_no integer,                                        -- the profile whose board made it
  public_id text not null unique,
  created_at timestamptz not null
);
create index profiles_by_member on profiles (member_no, no);

-- A seat exists exactly when its profile is active. ordinal counts activations over all plans.
-- jump_no leads to an ancestor so that any ancestor is found in about 2 log2(depth) steps:
-- seat A stands above seat B exactly when the ancestor of B at A's depth is A.
create table seats (
  profile_no integer primary key,
  ordinal integer not null,
  plan smallint not null,
  parent_no integer,
  side smallint check (side in (0, 1)),
  depth integer not null,
  jump_no integer not null,
  taken_at timestamptz not null,
  check ((parent_no is null) = (side is null)),
  unique (parent_no, side)
);
create index seats_by_ordinal on seats using brin (ordinal);
create trigger seats_append_only before update or delete on seats
  for each row execute function refuse_change();
create trigger seats_no_truncate before truncate on seats
  for each statement execute function refuse_change();

-- Ledger. Accounts below 1000 are the house's and custody's (src/domain/account.ts names them);
-- a member's wallet is 1000 + 2 × number, the money held for withdrawals 1001 + 2 × number.
-- Balances are kept by the trigger on postings alone.
create table accounts (
  no bigint primary key,
  asset smallint not null check (asset between 0 and 2),
  balance bigint not null,
  check (no < 1000 or (balance >= 0 and asset = 0))
) with (fillfactor = 60);

create table journals (
  no bigint primary key,
  seq bigint not null,
  kind smallint not null,
  subject bigint not null,
  at timestamptz not null,
  unique (kind, subject)  -- the journal's idempotency key: one business event is booked once
);
create index journals_by_seq on journals using brin (seq);

create table postings (
  journal_no bigint not null,
  account_no bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  line smallint not null,
  asset smallint not null,
  purpose smallint not null,
  primary key (journal_no, line),
  check (account_no < 1000 or balance_after >= 0)
);
create index postings_by_account on postings (account_no, journal_no);

create trigger postings_append_only before update or delete on postings
  for each row execute function refuse_change();
create trigger postings_no_truncate before truncate on postings
  for each statement execute function refuse_change();
create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_change();
create trigger journals_no_truncate before truncate on journals
  for each statement execute function refuse_change();
create trigger commands_append_only before update or delete on commands
  for each row execute function refuse_change();
create trigger commands_no_truncate before truncate on commands
  for each statement execute function refuse_change();

-- A journal comes in one statement and adds up to zero for each asset; balances follow from it;
-- a balance_after that does not follow from the balance before means a stale writer: refused.
create function settle_postings() returns trigger language plpgsql as $$
declare
  bad record;
begin
  select journal_no, asset, sum(amount) as total into bad from added
    group by journal_no, asset having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'journal % is not balanced: asset % adds up to %', bad.journal_no, bad.asset,
      bad.total using errcode = 'TF002';
  end if;

  merge into accounts a
    using (select account_no, min(asset) as asset, sum(amount)::bigint as total
           from added group by account_no) d
    on a.no = d.account_no
    when matched then update set balance = a.balance + d.total
    when not matched then insert (no, asset, balance) values (d.account_no, d.asset, d.total);

  select account_no, balance, balance_after into bad
    from (select distinct on (account_no) account_no, asset, balance_after from added
          order by account_no, journal_no desc, line desc) last
    join accounts on accounts.no = last.account_no
    where accounts.balance <> last.balance_after or accounts.asset <> last.asset limit 1;
  if found then
    raise exception 'account %: balance is % and not % as posted', bad.account_no, bad.balance,
      bad.balance_after using errcode = 'TF003';
  end if;
  return null;
end $$;
create trigger postings_settle after insert on postings
  referencing new table as added for each statement execute function settle_postings();

-- What came in on chain to members' addresses, from solidified blocks only.
create table transfers (
  no integer primary key,
  network text not null,
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  asset smallint not null check (asset in (1, 2)),
  log_index integer not null,
  member_no integer not null,
  from_address text,
  to_address text not null,
  amount bigint not null check (amount > 0),
  rate_e8 bigint not null,          -- USD per whole coin × 10^8, of the block's time
  block_number bigint not null,
  block_at timestamptz not null,
  state text not null check (state in ('credited', 'unattributed', 'accepted', 'dust')),
  request_no integer,               -- the request it met, or failed to meet (mismatch)
  credited_micros bigint,
  fee_micros bigint,
  seen_at timestamptz not null,
  settled_at timestamptz,
  unique (network, txid, asset, log_index)
);
create index transfers_by_member on transfers (member_no, no);
create index transfers_open on transfers (no) where state = 'unattributed';

create table deposit_requests (
  no integer primary key,
  public_id text not null unique,
  member_no integer not null,
  asset smallint not null check (asset in (1, 2)),
  amount_micros bigint not null,    -- what the member asked for
  fee_micros bigint not null,
  crypto_units bigint not null,     -- what is to be paid
  rate_e8 bigint not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'credited', 'expired', 'replaced')),
  transfer_no integer,              -- the transfer that met it, or was accepted for it
  credited_micros bigint,
  closed_at timestamptz
);
create index deposit_requests_by_member on deposit_requests (member_no, no);
create unique index deposit_requests_open on deposit_requests (member_no, asset)
  where state = 'open';
create unique index deposit_requests_transfer on deposit_requests (transfer_no);

create table withdrawals (
  no integer primary key,
  member_no integer not null,
  amount_micros bigint not null,
  fee_micros bigint not null,
  address text not null,
  state text not null check (state in
    ('pending', 'approved', 'sent', 'confirmed', 'rejected', 'cancelled')),
  revision integer not null,
  attempt integer not null,
  hold_until timestamptz not null,
  reason text not null default '',
  failure text not null default '',  -- why the attempt before this one failed on chain
  asset smallint,                    -- of the payout: 1 TRX, 2 USDT
  units bigint,
  rate_e8 bigint,
  txid text,
  requested_at timestamptz not null,
  processed_at timestamptz
);
create index withdrawals_by_member on withdrawals (member_no, no);
create index withdrawals_open on withdrawals (no) where state in ('pending', 'approved', 'sent');

create table withdrawal_approvals (
  withdrawal_no integer not null,
  revision integer not null,
  operator text not null,
  micros bigint not null,
  at timestamptz not null,
  primary key (withdrawal_no, revision, operator)
);
create index withdrawal_approvals_by_age on withdrawal_approvals (at);

create table adjustments (
  no integer primary key,
  member_no integer not null,
  micros bigint not null,
  reason text not null,
  proposed_by text not null,
  approved_by text,
  proposed_at timestamptz not null,
  approved_at timestamptz,
  check (approved_by <> proposed_by)
);
create index adjustments_open on adjustments (no) where approved_by is null;
