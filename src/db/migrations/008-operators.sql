-- Operators: access, the audit log, notes, the plan catalog's drafts, monitoring, readiness.

create table runtime_roles (
  role text primary key,
  part text not null check (part in ('web', 'ledger', 'chain', 'mail', 'worker', 'all')),
  since timestamptz not null default now()
);
comment on table runtime_roles is
  'For which part of the product a database role was given rights (src/db/runtime-role.ts).';

create table processes (
  id uuid primary key,
  role text not null,
  version text not null,
  -- The newest expanding migration that the process knows.
  schema_version integer not null,
  -- The newest version of the rules that it knows.
  rules_version integer not null default 1,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table processes is
  'Running processes. Each reports every ten seconds, and removes its row when it stops.';

create table schema_floor (
  is_only boolean primary key default true check (is_only),
  version integer not null
);
comment on table schema_floor is
  'The oldest schema version whose processes still work here. Contracting migrations raise it.';
insert into schema_floor (version) values (0);

create table operators (
  username text primary key check (username = lower(username)),
  role text not null check (role in ('support', 'finance', 'admin')),
  password_hash text not null,
  -- Others know an operator's first password. For a week it can be exchanged for a new one.
  must_change_password boolean not null default true,
  password_set_at timestamptz not null default now(),
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  totp_failures integer not null default 0,
  totp_locked_until timestamptz,
  totp_failure_told date,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
comment on table operators is 'People who work in the console, and their role.';

create table api_keys (
  no integer generated always as identity primary key,
  name text not null,
  role text not null check (role in ('support', 'finance', 'admin')),
  hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
-- The name is in the audit log, so no two keys ever have the same, also in another case.
create unique index api_keys_name on api_keys (lower(name));
comment on table api_keys is 'Keys with which programs of the staff call the console''s API.';

create table operator_sessions (
  no bigint generated always as identity unique,
  hash bytea primary key,
  operator text not null,
  device text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  stepped_up_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table operator_sessions is 'One row per sign-in of an operator.';
create index operator_sessions_by_operator on operator_sessions (operator) where ended_at is null;

create table access_changes (
  no bigint generated always as identity primary key,
  kind text not null check (kind in ('add', 'role', 'reset', 'disable')),
  username text not null check (username = lower(username)),
  role text check (role in ('support', 'finance', 'admin')),
  reason text not null,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  approved boolean,
  decided_by text,
  decided_at timestamptz,
  -- The first password of a new or reset operator comes in two halves, one shown to the admin who
  -- asks, one to the admin who approves. The first is kept here, sealed, until the decision.
  sealed_half bytea,
  check ((approved is null) = (decided_by is null)),
  check ((approved is null) = (decided_at is null)),
  check (not (approved and (decided_by = requested_by or decided_by = username))),
  check ((role is null) = (kind in ('reset', 'disable'))),
  constraint access_changes_sealed_half
    check ((sealed_half is not null) = (approved is null and kind in ('add', 'reset')))
);
comment on table access_changes is
  'Access requests: one admin asks, another decides. A decision is final.';
create unique index access_changes_open on access_changes (username) where approved is null;

create function keep_access_change() returns trigger language plpgsql as $$
begin
  if old.approved is not null or (old.kind, old.username, old.role, old.reason, old.requested_by,
      old.requested_at) is distinct from (new.kind, new.username, new.role, new.reason,
      new.requested_by, new.requested_at) then
    raise exception 'access change % is as it is', old.no using errcode = 'TF001';
  end if;
  return new;
end $$;
create trigger access_changes_keep before update on access_changes
  for each row execute function keep_access_change();

create table audit_head (
  one boolean primary key default true check (one),
  no bigint not null,
  hash bytea not null
);
comment on table audit_head is
  'The end of the audit log''s chain. Its lock gives writers an order, without gaps.';
insert into audit_head (no, hash) values (0, '');
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function refuse_change();

create table audit_entries (
  no bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  hash bytea not null
);
comment on table audit_entries is
  'Who changed what, with the values before and after. Each row''s hash covers the row and the '
  'hash before it, so a row that was changed, removed or inserted shows.';

-- Lengths come before the texts, so that no two rows read the same.
create function audit_hash(before bytea, e audit_entries) returns bytea
  language sql stable as $$
  select sha256(before || convert_to(string_agg(
      coalesce(octet_length(part)::text, '-') || ':' || coalesce(part, ''), ',' order by place),
      'UTF8'))
  from unnest(array[e.no::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    e.operator, e.action, e.object, e.before::text, e.after::text, e.reason, e.request_id])
    with ordinality as parts (part, place)
$$;

-- An entry can't choose its own number, time or hash, and nothing else moves the head.
create function chain_audit_entry() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.no := head.no + 1;
  new.at := clock_timestamp();
  new.hash := audit_hash(head.hash, new);
  update audit_head set no = new.no, hash = new.hash;
  return new;
end $$;
create trigger audit_chain before insert on audit_entries
  for each row execute function chain_audit_entry();

create function audit_text(operator text, action text, object text, reason text, before jsonb,
    after jsonb) returns text language sql immutable parallel safe as $$
  select lower(operator || ' ' || action || ' ' || object || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;
create index audit_entries_by_operator on audit_entries (operator, no);
create index audit_entries_by_action on audit_entries (action, no);
create index audit_entries_by_object on audit_entries (object, no);
create index audit_entries_by_age on audit_entries (at);
create index audit_entries_by_hash on audit_entries (hash);
-- Trigrams: reading a million entries through for one word would take seconds.
create index audit_entries_by_text on audit_entries
  using gin (audit_text(operator, action, object, reason, before, after) gin_trgm_ops);

create table emailed_audit_heads (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  no bigint not null,
  hash bytea not null
);
comment on table emailed_audit_heads is
  'The end of the audit log on each day, as emailed. Anyone who keeps the email can prove later '
  'that the log was rewritten.';

create table operator_claims (
  queue text not null check (queue in ('withdrawals', 'unattributed', 'messages')),
  item bigint not null,
  operator text not null,
  claimed_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (queue, item)
);
comment on table operator_claims is
  'Who is working on an item of a queue. Claims expire, so nobody has to release them.';

create table member_notes (
  no bigint generated always as identity primary key,
  member_no integer not null,
  operator text not null,
  note text not null,
  at timestamptz not null default now()
);
comment on table member_notes is 'What staff note about a member.';
create index member_notes_by_member on member_notes (member_no, no);

create table member_views (
  no bigint generated always as identity primary key,
  member_no integer not null,
  operator text not null,
  reason text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  operator_session bigint
);
comment on table member_views is
  'When staff viewed the product as a member. A view ends with the session that opened it.';

create table largest_wallets (
  rank integer primary key,
  member_no integer not null,
  taken_at timestamptz not null default now()
);
comment on table largest_wallets is
  'Members by balance, as of a moment ago. An index on balances would slow down every posting; '
  'this list is rebuilt when someone asks for it.';

create table catalog_drafts (
  no bigint generated always as identity primary key,
  base_version integer not null,
  note text not null,
  plans jsonb not null,
  revision integer not null default 1,
  state text not null default 'draft' check (state in
    ('draft', 'proposed', 'approved', 'published', 'discarded')),
  created_by text not null,
  created_at timestamptz not null default now(),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  proposed_by text,
  proposed_at timestamptz,
  starts_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  version integer,
  check (approved_by <> proposed_by),
  check (state not in ('approved', 'published') or approved_by is not null),
  check (state not in ('proposed', 'approved', 'published')
    or (proposed_by is not null and starts_at is not null)),
  check ((state = 'published') = (version is not null))
);
comment on table catalog_drafts is
  'Drafts of the plan catalog: one operator writes, another approves, published on their date.';
create index catalog_drafts_due on catalog_drafts (starts_at) where state = 'approved';

create table what_ifs (
  draft_no bigint not null,
  revision integer not null,
  until_seq bigint not null,                -- the last command to replay
  state text not null check (state in ('running', 'done', 'failed')),
  done_seq bigint not null default 0,
  answer jsonb,
  failure text not null default '',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (draft_no, revision)
);
comment on table what_ifs is
  'What would have happened under a draft: one simulation per revision.';

create table solvency_snapshots (
  at timestamptz primary key,
  owed_micros bigint not null,
  trx_units bigint not null,
  usdt_units bigint not null,
  value_micros bigint                       -- null while TRX had no rate
);
comment on table solvency_snapshots is
  'What we owed and held, every ten minutes; after 90 days, one row an hour.';

create table alerts (
  name text primary key,
  enabled boolean not null default true,
  limit_value bigint not null,              -- in the unit that the alert's text names
  value bigint,
  crossed_since timestamptz,
  emailed_at timestamptz,
  checked_at timestamptz,
  -- Muting an alert about money takes two admins: what one asked for waits here for the other.
  pending_enabled boolean,
  pending_limit bigint,
  pending_by text,
  pending_at timestamptz,
  constraint alerts_pending_whole check (
    num_nulls(pending_enabled, pending_limit, pending_by, pending_at) in (0, 4))
);
comment on table alerts is 'Alerts by email: their limits, and whether they are crossed now.';

create table readiness_records (
  no bigint generated always as identity primary key,
  item text not null,
  evidence text not null,
  done boolean not null,
  recorded_by text not null,
  recorded_at timestamptz not null default now()
);
comment on table readiness_records is
  'Evidence for the items of the readiness checklist. The newest row of an item counts.';
create index readiness_records_by_item on readiness_records (item, no);

create table backup_checks (
  no bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('seen', 'drill')),
  backup_at timestamptz,
  seq bigint,
  batch uuid,
  live_seq bigint,
  differences integer,
  problem text,
  took_seconds integer not null
);
comment on table backup_checks is
  'How old the newest backup was (seen), and what a restored one held (drill). No problem: success.';
create index backup_checks_succeeded on backup_checks (no)
  where kind = 'drill' and problem is null;
