-- Operators' sessions by number, when they were last proved, and changes of rights by two people.
alter table operator_sessions add column no bigint generated always as identity unique;
alter table operator_sessions add column device text not null default '';
alter table operator_sessions add column address text not null default '';
alter table operator_sessions add column stepped_up_at timestamptz not null default now();

-- What one admin asks for and another one decides. A decision is final; nobody approves their own.
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
  check ((approved is null) = (decided_by is null)),
  check ((approved is null) = (decided_at is null)),
  check (not (approved and (decided_by = requested_by or decided_by = username))),
  check ((role is null) = (kind in ('reset', 'disable')))
);
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
create trigger access_changes_no_delete before delete or truncate on access_changes
  for each statement execute function refuse_change();

-- Who is working on an item of a queue. It lapses by itself: nobody has to remember to let go.
create table operator_claims (
  queue text not null check (queue in ('withdrawals', 'unattributed', 'messages')),
  item bigint not null,
  operator text not null,
  claimed_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (queue, item)
);
