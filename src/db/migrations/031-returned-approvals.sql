-- Approvals that no longer count against an operator's daily limit, because nothing was ever sent.

create table withdrawal_approval_returns (
  withdrawal_no integer not null,
  revision integer not null,
  operator text not null,
  micros bigint not null check (micros > 0),
  at timestamptz not null,
  seq bigint not null,
  primary key (withdrawal_no, revision, operator),
  foreign key (withdrawal_no, revision, operator) references withdrawal_approvals
);
comment on table withdrawal_approval_returns is
  'Approvals that no longer count against the daily limit, as nothing was sent. Each counts back once.';
create trigger withdrawal_approval_returns_append_only
  before update or delete on withdrawal_approval_returns
  for each row execute function refuse_change();
create trigger withdrawal_approval_returns_no_truncate
  before truncate on withdrawal_approval_returns
  for each statement execute function refuse_change();
