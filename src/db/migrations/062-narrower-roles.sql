-- Limits of the database roles of processes (decision 190).

-- What needs two operators changes only together with their entries in the audit log. A thief with
-- a process's password could otherwise approve in their names, and leave no trace.

-- The newest audit entry about something, if this transaction wrote it.
create function own_entry(about text) returns audit_entries language plpgsql
set search_path = public, pg_temp as $$
declare
  newest audit_entries;
begin
  -- Writers of the audit log take turns, so if we wrote one, it is the newest.
  select * into newest from audit_entries where object = about
    and xmin = pg_current_xact_id()::xid
    and no = (select max(no) from audit_entries where object = about);
  return newest;
end $$;

-- Whether the current role may repair tables by hand. It could also remove the triggers.
create function owns_table(relation oid) returns boolean language sql stable
set search_path = public, pg_temp
as $$ select pg_has_role(relowner, 'member') from pg_class where oid = relation $$;

create function refuse_unaudited(about text) returns void language plpgsql
set search_path = public, pg_temp as $$
begin
  raise exception 'no audit entry about this change of %', about using errcode = 'TF008';
end $$;

-- A draft changes only while nobody has proposed it. Each step needs an entry of the operator whom
-- the row names, in a transaction of its own.
create function require_draft_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'catalog draft ' || new.no;
  entry audit_entries;
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
      when 'proposed draft' then is_as_before and new.revision > old.revision
      when 'approved draft' then is_as_before and new.revision > old.revision
      when 'draft discarded' then is_as_before
      when 'proposed discarded' then is_as_before
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger catalog_drafts_audited after insert or update on catalog_drafts
  deferrable initially deferred for each row execute function require_draft_entry();

-- An import, with as many rows as its proposer's entry says.
create function require_import_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'import ' || new.no;
  entry audit_entries;
  proposed audit_entries;
begin
  if owns_table(tg_relid) then return null; end if;
  entry := own_entry(about);
  if tg_op = 'INSERT' then
    if (new.state = 'proposed' and entry.action = 'propose import'
        and entry.operator = new.proposed_by
        and entry.after->>'sha256' = new.sha256) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if (old.no, old.name, old.sha256, old.proposed_by)
      is distinct from (new.no, new.name, new.sha256, new.proposed_by) then
    perform refuse_unaudited(about);
  end if;
  if old.state = 'proposed' and new.state = 'approved' then
    select * into proposed from audit_entries
      where object = about and action = 'propose import' order by no limit 1;
    if (entry.action = 'approve import' and entry.operator = new.decided_by
        and proposed.operator = new.proposed_by
        and (proposed.after->>'rows')::int
          = (select count(*) from member_import_rows where import_no = new.no)) is not true then
      perform refuse_unaudited(about);
    end if;
  elsif (old.state, new.state) not in (('proposed', 'discarded'), ('approved', 'finished'),
      ('finished', 'approved')) and (old.state, old.decided_by)
      is distinct from (new.state, new.decided_by) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger member_imports_audited after insert or update on member_imports
  deferrable initially deferred for each row execute function require_import_entry();

-- Rows come with a proposal. The lock makes an approval wait for us, and then count our rows.
create function require_proposed_import() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  import record;
begin
  if owns_table(tg_relid) then return null; end if;
  for import in select no, state from member_imports
      where no in (select import_no from added) order by no for share loop
    if import.state <> 'proposed' then perform refuse_unaudited('import ' || import.no); end if;
  end loop;
  return null;
end $$;
create trigger member_import_rows_proposed after insert on member_import_rows
  referencing new table as added for each statement execute function require_proposed_import();

-- What a row says about its member follows from the file, or from a correction that this
-- transaction approved: its own, or that of its sponsor's name. Names are deleted after an import
-- has ended.
create function require_correction() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) then return null; end if;
  if new.username = '' and new.email = '' and (old.import_no, old.line, old.sponsor_no, old.plans,
      old.side) is not distinct from (new.import_no, new.line, new.sponsor_no, new.plans, new.side)
    and exists (select from member_imports
      where no = new.import_no and state in ('finished', 'discarded')) then
    return null;
  end if;
  if not exists (
    select from member_import_corrections c
    where c.import_no = old.import_no and c.state = 'approved'
      and c.xmin = pg_current_xact_id()::xid
      and (old.import_no, old.line) = (new.import_no, new.line)
      and case when (old.username, old.email, old.sponsor_no, old.plans, old.side)
          is not distinct from (new.username, new.email, new.sponsor_no, new.plans, new.side)
        then c.line = new.line or lower(c.username) = lower(new.sponsor)
        else (c.line, c.username, c.email, c.sponsor, c.sponsor_no, c.plans, c.side)
          is not distinct from
          (new.line, new.username, new.email, new.sponsor, new.sponsor_no, new.plans, new.side) end
  ) then
    perform refuse_unaudited('import ' || old.import_no);
  end if;
  return null;
end $$;
create constraint trigger member_import_rows_corrected after update on member_import_rows
  deferrable initially deferred for each row
  when ((old.import_no, old.line, old.username, old.email, old.sponsor, old.sponsor_no, old.plans,
      old.side) is distinct from (new.import_no, new.line, new.username, new.email, new.sponsor,
      new.sponsor_no, new.plans, new.side))
  execute function require_correction();

create function require_correction_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'import ' || new.import_no;
  entry audit_entries;
begin
  if owns_table(tg_relid) then return null; end if;
  entry := own_entry(about);
  if tg_op = 'INSERT' then
    if (new.state = 'proposed' and entry.action = 'propose import correction'
        and entry.operator = new.proposed_by
        and entry.after->>'row' = new.line::text) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  -- Another correction may rename its sponsor, and names are deleted later.
  if (old.no, old.import_no, old.line, old.sponsor_no, old.plans, old.side, old.proposed_by)
      is distinct from
      (new.no, new.import_no, new.line, new.sponsor_no, new.plans, new.side, new.proposed_by)
    or ((old.username, old.email) is distinct from (new.username, new.email)
      and (new.username, new.email) <> ('', '')) then
    perform refuse_unaudited(about);
  end if;
  if old.state <> new.state and not (old.state = 'proposed' and (new.state = 'discarded'
      or (entry.action = 'approve import correction' and entry.operator = new.decided_by
        and entry.after->>'row' = new.line::text) is true)) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger member_import_corrections_audited
  after insert or update on member_import_corrections
  deferrable initially deferred for each row execute function require_correction_entry();

-- Alerts about missing money need two operators to be disabled or get another limit, and others
-- one. A limit that is always crossed silences an alert, too. Alerts begin enabled, with the
-- product's limits.
create function require_alert_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'alert ' || new.name;
  entry audit_entries;
  is_guarded boolean := new.name in ('solvency', 'custody_differences');
begin
  if owns_table(tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    if not new.enabled or new.pending_by is not null
      or (new.name = 'solvency' and new.limit_value <> 10000)
      or (new.name = 'custody_differences' and new.limit_value <> 0) then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  entry := own_entry(about);
  if old.name <> new.name then perform refuse_unaudited(about); end if;
  if (old.enabled, old.limit_value) <> (new.enabled, new.limit_value) then
    if entry.action is distinct from 'change alert' then perform refuse_unaudited(about); end if;
    if is_guarded and (old.limit_value <> new.limit_value or not new.enabled)
      and (entry.operator <> old.pending_by and (old.pending_enabled, old.pending_limit)
        = (new.enabled, new.limit_value)) is not true then
      perform refuse_unaudited(about);
    end if;
  end if;
  if new.pending_by is not null and (old.pending_by, old.pending_enabled, old.pending_limit)
      is distinct from (new.pending_by, new.pending_enabled, new.pending_limit)
    and (entry.action = 'ask to change alert' and entry.operator = new.pending_by) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger alerts_audited
  after insert or update of name, enabled, limit_value, pending_enabled, pending_limit, pending_by
  on alerts deferrable initially deferred for each row execute function require_alert_entry();

-- Only the process that watches knows whether an alert is raised, and whom it has told.
create function require_watcher() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if exists (select from runtime_roles where role = current_user and part = 'web') then
    raise exception 'only a worker writes what alerts found'
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger alerts_watched after update of value, crossed_since, emailed_at, checked_at on alerts
  for each statement execute function require_watcher();

-- A minute counts as uptime only while it lasts.
create function require_current_minute() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not owns_table(tg_relid) and new.minute not between
      date_trunc('minute', statement_timestamp() - interval '10 seconds') and statement_timestamp()
  then
    raise exception 'minute % is over, or hasn''t begun', new.minute using errcode = 'TF001';
  end if;
  return new;
end $$;
create trigger service_minutes_current before insert or update on service_minutes
  for each row execute function require_current_minute();

-- The locks of jobs that run in one process at a time. Every role may take an advisory lock, and so
-- could keep all jobs from running. Only roles of workers may lock these views.
do $$
declare
  job text;
begin
  foreach job in array array['rate_feed', 'chain_watcher', 'imports', 'payouts', 'reconciler',
    'watcher', 'transparency', 'deposit_addresses', 'disputed_withdrawals', 'closings'] loop
    execute format('create view %I as select true as singleton', 'job_' || job);
    execute format('comment on view %I is %L', 'job_' || job,
      'The session that locks it runs the job ' || replace(job, '_', ' ') || '.');
  end loop;
end $$;

-- What exports, imports, and discards files for the offline signer locks, so that no payout is
-- stored meanwhile. With an advisory lock, any role could keep all payouts from being stored.
create view signing_files as select true as singleton;
comment on view signing_files is 'Locked alone while a file for the offline signer changes.';

-- Locks it until the transaction ends. False if it doesn't wait, and the lock isn't free. Processes
-- of the previous version have an advisory lock, which counts if their role may lock the view.
create function lock_signing_files(alone boolean, waits boolean) returns boolean language plpgsql
set search_path = public, pg_temp as $$
declare
  old_lock bigint := hashtextextended('signing batches', 0);
begin
  if alone then
    lock table signing_files in exclusive mode;
  elsif waits then
    lock table signing_files in share mode;
  else
    lock table signing_files in share mode nowait;
  end if;
  if (case when alone then pg_try_advisory_xact_lock(old_lock)
      else pg_try_advisory_xact_lock_shared(old_lock) end)
    or (select bool_and(not has_table_privilege(a.usesysid, 'signing_files'::regclass, 'update'))
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and a.datname = current_database()
        and l.database = a.datid and l.objsubid = 1
        and (l.classid::bigint << 32) | l.objid::bigint = old_lock) then
    return true;
  end if;
  if not waits then return false; end if;
  if alone then
    perform pg_advisory_xact_lock(old_lock);
  else
    perform pg_advisory_xact_lock_shared(old_lock);
  end if;
  return true;
exception when lock_not_available then
  if waits then raise; end if;
  return false;
end $$;
