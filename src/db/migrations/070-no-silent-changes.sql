-- What a stolen password of a process's role could change without a trace, or keep from others
-- (decision 197). The owner of the tables may repair them by hand.

-- For how long payouts wait after an address changed. Only the processes that pay may change it,
-- and they store their own setting when they start.
create table payout_hold (
  is_only boolean primary key default true check (is_only),
  seconds integer not null check (seconds >= 0)
);
comment on table payout_hold is
  'For how long payouts wait after an address changed: WITHDRAWAL_HOLD_HOURS of the worker.';
insert into payout_hold (seconds) values (0);

-- A hold lasts, and a new address begins one. The time is that of the clock, because a transaction
-- may have begun long ago.
create function hold_payouts() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) then return new; end if;
  if old.member_no <> new.member_no then
    raise exception 'a member keeps their account' using errcode = 'TF001';
  end if;
  if old.hold_until > now() and (new.hold_until >= old.hold_until) is not true then
    raise exception 'payouts of member % are held', old.member_no using errcode = 'TF001';
  end if;
  if (old.wallet_address, old.email) is distinct from (new.wallet_address, new.email) then
    new.hold_until := greatest(new.hold_until, clock_timestamp()
      + make_interval(secs => (select seconds from payout_hold)));
  end if;
  return new;
end $$;
create trigger identities_hold before update of member_no, wallet_address, email, hold_until
  on identities for each row execute function hold_payouts();

-- A new address is in the member's activity, and we email the address on file. An email to the
-- reserved domain reaches nobody: only the company's account has one.
create function require_notice() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) or old.email like '%.invalid' then return null; end if;
  if not exists (
    select from security_events where member_no = new.member_no
      and xmin = pg_current_xact_id()::xid
      and kind in ('wallet_changed', 'email_changed', 'disputed')
      and at between clock_timestamp() - interval '1 minute' and clock_timestamp()
  ) or not exists (
    -- The conditions of an index.
    select from emails where (kind in ('money', 'news')) is false
      and reverse(lower(recipient)) collate "C" = reverse(lower(old.email)) collate "C"
      and sent_at is null and failed_at is null and attempts = 0 and next_at <= now()
      and xmin = pg_current_xact_id()::xid and kind in ('security', 'recovery')
  ) then
    raise exception 'member % is not told about this change', new.member_no
      using errcode = 'TF008';
  end if;
  return null;
end $$;
create constraint trigger identities_told after update of wallet_address, email on identities
  deferrable initially deferred for each row
  when ((old.wallet_address, old.email) is distinct from (new.wallet_address, new.email))
  execute function require_notice();

-- A link to dispute an event works until it expires, unless something in the member's activity used
-- it up.
create function keep_link() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) then return coalesce(new, old); end if;
  if old.expires_at > now() and (tg_op = 'DELETE' or new.expires_at < old.expires_at) then
    raise exception 'a link to dispute an event has not expired' using errcode = 'TF001';
  end if;
  return coalesce(new, old);
end $$;
create trigger dispute_links_kept before delete or update of expires_at on dispute_links
  for each row execute function keep_link();

create function require_event() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not owns_table(tg_relid) and not exists (
    select from security_events where member_no = old.member_no
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'nothing used up this link' using errcode = 'TF008';
  end if;
  return null;
end $$;
create constraint trigger dispute_links_used after update of used_at on dispute_links
  deferrable initially deferred for each row when (old.used_at is distinct from new.used_at)
  execute function require_event();

-- The part of the product that the current role is for; null for other roles.
create function own_part() returns text language sql stable
set search_path = public, pg_temp
as $$ select part from runtime_roles where role = current_user $$;

-- Whether this transaction wrote an entry, even if others about the same followed.
create function has_entry(about text, by_operator text, what text, id text) returns boolean
language sql set search_path = public, pg_temp as $$
  select exists (select from audit_entries where object = about and operator = by_operator
    and action = what and after->>'id' = id and xmin = pg_current_xact_id()::xid)
$$;

-- A request for a change of rights, and each decision, needs its operator's entry. Workers only
-- reject what nobody decided in seven days.
create function require_access_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'operator ' || new.username;
begin
  if owns_table(tg_relid) then return null; end if;
  if (case
      when tg_op = 'INSERT' then new.approved is null and new.requested_at = now()
        and has_entry(about, new.requested_by, 'request access change', new.no::text)
      when new.approved then own_part() in ('web', 'ledger', 'all')
        and has_entry(about, new.decided_by, 'approve access change', new.no::text)
      else (own_part() in ('web', 'ledger', 'all')
          or old.requested_at < now() - interval '7 days')
        and has_entry(about, new.decided_by, 'reject access change', new.no::text)
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger access_changes_requested after insert on access_changes
  deferrable initially deferred for each row execute function require_access_entry();
create constraint trigger access_changes_decided after update on access_changes
  deferrable initially deferred for each row when (old.approved is distinct from new.approved)
  execute function require_access_entry();

-- As before, and each end of a proposal needs an entry, too. A draft is published only by the
-- ledger, with the entry of the new version.
create or replace function require_draft_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'catalog draft ' || new.no;
  entry audit_entries;
  published audit_entries;
  is_as_before boolean;
begin
  if owns_table(tg_relid) then return null; end if;
  entry := own_entry(about);
  if tg_op = 'INSERT' then
    if (new.state = 'draft' and entry.action = 'add catalog draft'
        and entry.operator = new.created_by and new.changed_by = new.created_by) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if new.state = 'published' then published := own_entry('catalog ' || new.version); end if;
  is_as_before := (old.no, old.base_version, old.note, old.plans, old.created_by, old.changed_by)
    is not distinct from
    (new.no, new.base_version, new.note, new.plans, new.created_by, new.changed_by);
  if (case old.state || ' ' || new.state
      when 'draft draft' then
        entry.action = 'change catalog draft' and entry.operator = new.changed_by
          and new.revision > old.revision
      when 'draft proposed' then
        is_as_before and entry.action = 'propose catalog draft'
          and entry.operator = new.proposed_by and new.revision = old.revision
      when 'proposed approved' then
        is_as_before and entry.action = 'approve catalog draft'
          and entry.operator = new.approved_by and new.approved_by <> new.changed_by
          and (old.revision, old.proposed_by, old.starts_at)
            = (new.revision, new.proposed_by, new.starts_at)
      when 'approved published' then
        is_as_before and (old.revision, old.proposed_by, old.approved_by, old.starts_at)
          = (new.revision, new.proposed_by, new.approved_by, new.starts_at)
        and own_part() in ('ledger', 'all') and published.action = 'publish catalog'
        and published.operator = new.approved_by and published.after->>'draft' = new.no::text
      when 'proposed draft' then is_as_before and new.revision > old.revision
        and entry.action in ('return catalog draft', 'reopen catalog draft')
      when 'approved draft' then is_as_before and new.revision > old.revision
        and entry.action in ('return catalog draft', 'reopen catalog draft')
      when 'draft discarded' then is_as_before and entry.action = 'discard catalog draft'
      when 'proposed discarded' then is_as_before and entry.action = 'discard catalog draft'
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;

-- A process reports itself, and at the time that it is.
create function is_of_part(part text, process text) returns boolean language sql immutable
as $$ select part in ('all', process)
  or (part in ('worker', 'chain') and process in ('worker', 'chain', 'mail')) $$;

create function report_process() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  part text := own_part();
begin
  if part is null or owns_table(tg_relid) then return coalesce(new, old); end if;
  if tg_op <> 'INSERT' and not is_of_part(part, old.role)
    and (tg_op = 'UPDATE'
      or old.seen_at between now() - interval '1 day' and now() + interval '1 hour') then
    raise exception 'the process is one of another role' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'INSERT' then
    if not is_of_part(part, new.role) then new.role := part; end if;
    new.started_at := now();
  elsif (old.id, old.role, old.version, old.schema_version, old.rules_version, old.host,
      old.started_at) is distinct from (new.id, new.role, new.version, new.schema_version,
      new.rules_version, new.host, new.started_at) then
    raise exception 'a process only reports that it runs' using errcode = 'TF001';
  end if;
  new.seen_at := now();
  return new;
end $$;
create trigger processes_reported before insert or update or delete on processes
  for each row execute function report_process();
