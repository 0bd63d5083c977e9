-- Deposits, withdrawals and adjustments as the ledger sees them. Only src/server/book writes them,
-- except withdrawal_notes.

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
  rate_e8 bigint not null,          -- USD per whole coin × 10^8 at the block's time
  block_number bigint not null,
  block_at timestamptz not null,
  -- too_small: worth less than the lowest fee and a cent ($0.11) at its block's rate
  state text not null
    check (state in ('credited', 'unattributed', 'accepted', 'too_small', 'dust')),
  request_no integer,               -- the request that it met, or failed to meet
  credited_micros bigint,
  fee_micros bigint,
  -- Why an operator has to review it; null when it is accepted automatically after some time.
  held text check (held in ('contract', 'usdt_price', 'late_rate')),
  seen_at timestamptz not null,
  settled_at timestamptz,
  unique (network, txid, asset, log_index)
);
comment on table transfers is
  'Transfers from final blocks to members'' deposit addresses, as booked.';
create index transfers_by_member on transfers (member_no, no);
create index transfers_by_txid on transfers (txid);
create index transfers_open on transfers (no) where state = 'unattributed';
create index transfers_due on transfers (block_at, no)
  where state = 'unattributed' and held is null;
create index transfers_unsettled on transfers (no)
  where state in ('unattributed', 'too_small', 'dust');
create index transfers_missed on transfers (request_no) where state = 'unattributed';
create index transfers_waiting on transfers (member_no) where state = 'unattributed';
call keep('transfers', 'no', 'network', 'txid', 'asset', 'log_index', 'member_no', 'from_address',
  'to_address', 'amount', 'rate_e8', 'block_number', 'block_at', 'seen_at', 'request_no', 'held');
create trigger transfers_ended after update on transfers for each row
  when (old.state in ('credited', 'accepted', 'too_small', 'dust'))
  execute function refuse_ended();

create table deposit_requests (
  no integer primary key,
  public_id text not null unique,
  member_no integer not null,
  asset smallint not null check (asset in (1, 2)),
  amount_micros bigint not null,    -- what the member asked for
  fee_micros bigint not null,
  crypto_units bigint not null,     -- what the member has to send
  rate_e8 bigint not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'credited', 'expired', 'replaced')),
  transfer_no integer,              -- the transfer that met it, or was accepted for it
  credited_micros bigint,
  closed_at timestamptz
);
comment on table deposit_requests is 'Deposits that members announced, each with its rate lock.';
create index deposit_requests_by_member on deposit_requests (member_no, no);
create index deposit_requests_by_state on deposit_requests (state, no);
create unique index deposit_requests_open on deposit_requests (member_no, asset)
  where state = 'open';
create unique index deposit_requests_transfer on deposit_requests (transfer_no);
call keep('deposit_requests', 'no', 'public_id', 'member_no', 'asset', 'amount_micros',
  'fee_micros', 'crypto_units', 'rate_e8', 'opened_at', 'expires_at');
create trigger deposit_requests_ended after update on deposit_requests for each row
  when (old.state = 'credited')
  execute function refuse_ended();

create table withdrawals (
  no integer primary key,
  member_no integer not null,
  amount_micros bigint not null,
  fee_micros bigint not null,
  pay_asset smallint not null default 1 check (pay_asset in (1, 2)),  -- what the member asked for
  network_fee_micros bigint not null default 0
    check (network_fee_micros >= 0 and network_fee_micros < amount_micros),
  address text not null,
  state text not null check (state in
    ('pending', 'approved', 'sent', 'confirmed', 'rejected', 'cancelled')),
  revision integer not null,
  attempt integer not null,
  hold_until timestamptz not null,
  reason text not null default '',
  failure text not null default '',     -- why the previous attempt failed on chain
  asset smallint,                       -- of the payout
  units bigint,
  rate_e8 bigint,
  txid text,
  approved_by text not null default '', -- operators whose approvals count now, by comma
  requested_at timestamptz not null,
  processed_at timestamptz
);
comment on table withdrawals is 'Withdrawals from request to payout.';
create index withdrawals_by_member on withdrawals (member_no, no);
create index withdrawals_by_state on withdrawals (state, no);
create index withdrawals_by_address on withdrawals (address, no);
create index withdrawals_by_txid on withdrawals (txid) where txid is not null;
create index withdrawals_open on withdrawals (no) where state in ('pending', 'approved', 'sent');
call keep('withdrawals', 'no', 'member_no', 'amount_micros', 'fee_micros', 'pay_asset',
  'network_fee_micros', 'address', 'hold_until', 'requested_at');
-- One statement may take a row over several steps, so only the ends are fixed. Every change raises
-- the revision, except the first of two approvals.
create trigger withdrawals_ended after update on withdrawals for each row
  when (old.state in ('confirmed', 'rejected', 'cancelled') or new.revision < old.revision
    or new.attempt < old.attempt
    or (new.revision = old.revision
      and (new.state, new.attempt, new.asset, new.units, new.rate_e8, new.txid, new.processed_at)
        is distinct from
        (old.state, old.attempt, old.asset, old.units, old.rate_e8, old.txid, old.processed_at)))
  execute function refuse_ended();

create table withdrawal_approvals (
  withdrawal_no integer not null,
  revision integer not null,
  operator text not null,
  micros bigint not null check (micros > 0),
  at timestamptz not null,
  -- The command that approved. One command can't count as two approvals.
  seq bigint not null constraint withdrawal_approvals_seq unique,
  primary key (withdrawal_no, revision, operator)
);
comment on table withdrawal_approvals is 'Which operator approved which revision of a withdrawal.';
create index withdrawal_approvals_by_age on withdrawal_approvals (at);
create index withdrawal_approvals_by_operator on withdrawal_approvals (operator, at);

create table withdrawal_notes (
  withdrawal_no integer primary key,
  note text not null
);
comment on table withdrawal_notes is 'The note a member added to a withdrawal. For display only.';

create table adjustments (
  no integer primary key,
  member_no integer not null,
  micros bigint not null,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  -- Within the limit that one operator may decide alone. The author is then the approver, at once.
  alone boolean not null default false,
  rejected_by text,
  rejected_at timestamptz,
  reject_reason text not null default '',
  constraint adjustments_second_operator check (alone or approved_by <> proposed_by),
  constraint adjustments_alone_at_once check (not alone or
    (approved_by = proposed_by and approved_at = proposed_at and approved_by is not null)),
  constraint adjustments_one_end check (approved_by is null or rejected_by is null)
);
comment on table adjustments is 'Corrections of a wallet by operators, under four-eyes approval.';
create index adjustments_open on adjustments (no) where approved_by is null and rejected_by is null;
create index adjustments_alone on adjustments (proposed_at) where alone;
create index adjustments_by_time on adjustments using brin (proposed_at);
call keep('adjustments', 'no', 'member_no', 'micros', 'reason', 'proposed_by', 'proposed_at',
  'alone');
create trigger adjustments_ended after update on adjustments for each row
  when (old.approved_by is not null or old.rejected_by is not null)
  execute function refuse_ended();
