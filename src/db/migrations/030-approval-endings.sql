-- Operators who got a new password, and whose approvals the ledger has still to withdraw. The reset
-- adds the row. The command that withdraws the approvals deletes it.

create table approval_endings (
  no integer generated always as identity primary key,
  operator text not null,
  ended_by text not null,                   -- who reset the operator
  request_id text not null,
  reason text not null,
  at timestamptz not null default now()
);
comment on table approval_endings is
  'Operators who got a new password, until the ledger withdraws their approvals.';
