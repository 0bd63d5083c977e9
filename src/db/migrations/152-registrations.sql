-- A registration before its mailbox is verified: its name is reserved, and nothing else exists yet.

create table registrations (
  no bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  referral_code text not null,
  sponsor_no integer not null,
  accepted jsonb not null,                  -- the legal texts that were accepted, by version
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '48 hours',
  member_no integer                         -- the member that it became
);
create unique index registrations_username on registrations (lower(username));
create index registrations_by_email on registrations (lower(email), no);
create index registrations_by_end on registrations (expires_at);

-- A link is a member's, or that of a registration which is no member yet.
alter table mail_tokens
  alter column member_no drop not null,
  add column registration_no bigint,
  add check ((member_no is null) <> (registration_no is null));
