-- Members who closed their account, or asked to: the second step is a link sent by email.

create table account_closings (
  member_no integer primary key,
  token_hash bytea,                         -- of the link in the email; null once it was used
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,          -- of the link
  closed_at timestamptz,
  check (token_hash is not null or closed_at is not null)
);
comment on table account_closings is
  'Members who closed their account, or asked to. Support deletes the row to reopen it.';
