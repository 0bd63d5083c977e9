-- Outgoing webhooks: events for the company's other systems, and their deliveries.

create table webhook_endpoints (
  no integer generated always as identity primary key,
  url text not null,
  description text not null default '',
  -- The types of events it gets.
  events text[] not null,
  enabled boolean not null default true,
  -- Only events after this command are for it.
  from_seq bigint not null,
  -- Sealed with AUTH_SECRET, as we must sign with them.
  secret bytea not null,
  -- The secret before, which signs as well for a day.
  previous_secret bytea,
  previous_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- The first failure since the last success.
  failing_since timestamptz,
  disabled_at timestamptz,
  -- The operator who disabled it; null if we did, because it kept failing.
  disabled_by text
);
comment on table webhook_endpoints is 'URLs of the company''s other systems that get our events.';

create table webhook_cursor (
  is_only boolean primary key default true check (is_only),
  -- The last command, member, and profile that events were made of, and the last event's number.
  seq bigint not null default 0,
  member_no integer not null default 0,
  profile_no integer not null default 0,
  event_no bigint not null default 0
);
comment on table webhook_cursor is 'How far webhook events follow the command log.';
insert into webhook_cursor default values;

create table webhook_events (
  no bigint primary key,
  public_id text not null unique,
  kind text not null,
  -- 0 if it is about nobody.
  member_no integer not null,
  -- What receivers get, byte for byte.
  body text not null,
  created_at timestamptz not null default now()
);
comment on table webhook_events is 'Events that some endpoint gets, as they are sent.';

create table webhook_deliveries (
  endpoint_no integer not null,
  event_no bigint not null,
  member_no integer not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Null while an earlier event of this member has not reached this endpoint.
  next_at timestamptz,
  -- The process that sends it now has until then.
  leased_until timestamptz,
  retry_until timestamptz not null,
  last_at timestamptz,
  ended_at timestamptz,
  -- The last answer: its status, and the beginning of its body.
  status smallint,
  answer text not null default '',
  failure text not null default '',
  created_at timestamptz not null default now(),
  primary key (event_no, endpoint_no)
) with (autovacuum_vacuum_scale_factor = 0.02);
comment on table webhook_deliveries is 'Which endpoint got which event, or when we try again.';
create index webhook_deliveries_due on webhook_deliveries (endpoint_no, next_at, event_no)
  where state = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_no, leased_until)
  where leased_until is not null;
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_no, member_no, event_no)
  where state = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_no, event_no)
  where state = 'failed';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_no, event_no);
