create table contact_messages (
  no bigint generated always as identity primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  received_at timestamptz not null default now(),
  answer text,
  answered_by text,
  answered_at timestamptz
);
create index contact_messages_open on contact_messages (no) where answered_at is null;

create table operators (
  username text primary key check (username = lower(username)),
  role text not null check (role in ('support', 'finance', 'admin')),
  password_hash text not null,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table operator_sessions (
  hash bytea primary key,
  operator text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_by_operator on operator_sessions (operator) where ended_at is null;

-- Who changed what, with what was there before and after.
create table audit_entries (
  no bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text
);
create index audit_entries_by_operator on audit_entries (operator, no);
create trigger audit_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();
