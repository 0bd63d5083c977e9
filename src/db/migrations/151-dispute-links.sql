-- The "This wasn't me" link of a security email. Only the hash is kept.

create table dispute_links (
  hash bytea primary key,
  member_no integer not null,
  kind text not null,
  mailbox text not null,                    -- where the email went: the account goes back to it
  before text,                              -- the email or wallet address that was replaced
  happened_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz
);
create index dispute_links_by_member on dispute_links (member_no, happened_at);
create index dispute_links_by_end on dispute_links (expires_at);
-- A replaced email address is nobody else's while its owner can still take it back.
create index dispute_links_by_email on dispute_links (lower(before))
  where kind = 'email_changed' and used_at is null;
