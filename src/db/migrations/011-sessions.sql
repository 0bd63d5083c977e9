-- One session for each sign-in. Access tokens name it, and it is looked up on every request.
create table sessions (
  no bigint generated always as identity primary key,
  member_no integer not null,
  device text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  stepped_up_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_by_member on sessions (member_no, no) where ended_at is null;

-- A session's refresh tokens, by hash. rotated_at: exchanged for the next one; shown again after
-- the grace, it ends the session.
create table refresh_tokens (
  hash bytea primary key,
  session_no bigint not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_no);

-- Counted requests by limit, caller and window. Lost in a crash, which only forgives.
create unlogged table rate_limits (
  name text not null,
  caller text not null,
  window_start bigint not null,
  count integer not null,
  primary key (name, caller, window_start)
);
create index rate_limits_by_window on rate_limits (window_start);
