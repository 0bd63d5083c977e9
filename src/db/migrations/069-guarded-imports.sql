-- What an import, a correction, and a guarded alert need before they change (decision 196).

-- Whether the current role belongs to one of these parts, or to all. Functions that triggers call
-- for each row are in PL/pgSQL, which plans their statements once.
create function is_part(variadic parts text[]) returns boolean language plpgsql stable
set search_path = public, pg_temp as $$
begin
  return exists (select from runtime_roles
    where role = current_user and (part = any (parts) or part = 'all'));
end $$;

-- The audit entries about something that this transaction wrote. Writers of the audit log take
-- turns, so ours are the newest.
create function own_entries(about text) returns setof audit_entries language plpgsql stable
set search_path = public, pg_temp as $$
declare
  entry audit_entries;
  later bigint := 9223372036854775807;
begin
  loop
    select * into entry from audit_entries where xmin = pg_current_xact_id()::xid
      and no = (select max(no) from audit_entries where object = about and no < later);
    exit when not found;
    return next entry;
    later := entry.no;
  end loop;
end $$;

-- Whether this transaction wrote a row that it sees, also in a savepoint, which has an id of its
-- own. A row that we see and whose transaction is in progress is ours. Only for recent rows,
-- because the ids of rows repeat after four billion transactions.
create function wrote(row_xmin xid) returns boolean language sql
set search_path = public, pg_temp as $$
  select pg_xact_status(
    (own - (((own - row_xmin::text::bigint + 2147483648) & 4294967295) - 2147483648))::text::xid8
  ) = 'in progress'
  from (select pg_current_xact_id()::text::bigint) current (own)
$$;

-- Whether the operator asked for this in an earlier transaction, by their newest entry about it.
create function was_asked_before(about text, did text, who text, what jsonb default '{}')
returns boolean language sql set search_path = public, pg_temp as $$
  select coalesce((
    select case when at > transaction_timestamp() - interval '1 day' then not wrote(xmin) else true
      end
    from audit_entries where object = about and action = did and operator = who
      and coalesce(after, '{}') @> what order by no desc limit 1), false)
$$;

-- A mail process records only what it does itself, in no operator's name.
create function limit_entries() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if exists (select from runtime_roles where role = current_user and part = 'mail')
    and (new.operator, new.action) not in (('time limit', 'discard import'),
      ('time limit', 'reject access change'), ('webhooks', 'disable webhook')) then
    raise exception 'a mail process records no action %', new.action
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
-- Its name puts it before audit_chain, which locks the end of the log.
create trigger audit_by_role before insert on audit_entries
  for each row execute function limit_entries();

-- An import's proposal is recorded once, with the import. Its approval compares the rows with it.
create function require_new_import() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) then return null; end if;
  if not exists (select from member_imports where new.object = 'import ' || no
      and state = 'proposed' and proposed_by = new.operator and sha256 = new.after->>'sha256')
    or exists (select from audit_entries
      where object = new.object and action = new.action and no < new.no) then
    raise exception '% isn''t a new import of %', new.object, new.operator using errcode = 'TF008';
  end if;
  return null;
end $$;
create trigger audit_entries_of_imports after insert on audit_entries for each row
  when (new.action = 'propose import') execute function require_new_import();

-- A draft is approved only after the transaction that proposed it.
create function require_earlier_draft() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'catalog draft ' || new.no;
begin
  if owns_table(tg_relid) then return null; end if;
  if not is_part('web')
    or not was_asked_before(about, 'propose catalog draft', new.proposed_by) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger catalog_drafts_proposed_before after update on catalog_drafts
  deferrable initially deferred for each row
  when (old.state = 'proposed' and new.state = 'approved')
  execute function require_earlier_draft();

-- The same for a change of rights.
create function require_earlier_request() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'operator ' || new.username;
begin
  if not owns_table(tg_relid) and not was_asked_before(about, 'request access change',
      new.requested_by, jsonb_build_object('id', new.no::text)) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger access_changes_requested_before after update on access_changes
  deferrable initially deferred for each row when (old.approved is null and new.approved)
  execute function require_earlier_request();

-- An import, with as many rows as its proposer's entry says. The columns change only with the
-- state.
create or replace function require_import_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'import ' || new.no;
  entry audit_entries;
  is_as_decided boolean;
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
  if old is not distinct from new then return null; end if;
  if (old.no, old.name, old.sha256, old.proposed_by, old.proposed_at)
      is distinct from (new.no, new.name, new.sha256, new.proposed_by, new.proposed_at) then
    perform refuse_unaudited(about);
  end if;
  is_as_decided := (old.decided_by, old.decided_at) is not distinct from
    (new.decided_by, new.decided_at);
  if (case old.state || ' ' || new.state
      when 'proposed approved' then
        is_part('web') and entry.action = 'approve import' and entry.operator = new.decided_by
          and was_asked_before(about, 'propose import', new.proposed_by)
          and (select (after->>'rows')::int from audit_entries
            where object = about and action = 'propose import' order by no desc limit 1)
            = (select count(*) from member_import_rows where import_no = new.no)
      when 'proposed discarded' then
        exists (select from own_entries(about)
          where action = 'discard import' and operator = new.decided_by)
      when 'approved finished' then is_as_decided and is_part('worker', 'chain')
      when 'finished approved' then
        is_as_decided and is_part('web') and exists (select from own_entries(about)
          where action in ('retry import rows', 'approve import correction'))
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;

-- Whether this transaction approved a correction. Renaming a sponsor also changes corrections that
-- were approved before, but not when.
create function is_approved_now(c member_import_corrections, c_xmin xid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select c.state = 'approved' and c_xmin = pg_current_xact_id()::xid
    and c.decided_at = transaction_timestamp()
$$;

-- Whether this transaction corrected the name of a sponsor, so that nobody has the old one.
create function is_renamed(of integer, old_name text, new_name text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from member_import_corrections c where c.import_no = of
      and lower(c.username) = lower(new_name) and is_approved_now(c, c.xmin))
    and not exists (select from member_import_rows
      where import_no = of and lower(username) = lower(old_name))
$$;

-- Whether names may be deleted: by processes that do this, once the import has ended.
create function may_erase(of integer) returns boolean language sql stable
set search_path = public, pg_temp as $$
  select is_part('mail', 'worker', 'chain') and exists (select from member_imports
    where no = of and state in ('finished', 'discarded'))
$$;

-- What a row says about its member follows from the file, or from a correction that this
-- transaction approved: its own, or that of its sponsor's name.
create or replace function require_correction() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if owns_table(tg_relid) then return null; end if;
  if (old.import_no, old.line) = (new.import_no, new.line) then
    if (old.depth, old.sponsor_no, old.plans, old.side, old.language) is not distinct from
        (new.depth, new.sponsor_no, new.plans, new.side, new.language) then
      if new.username = '' and new.email = ''
        and new.sponsor is not distinct from (case when old.sponsor is not null then '' end)
        and may_erase(new.import_no) then
        return null;
      end if;
      if (old.username, old.email) = (new.username, new.email)
        and is_renamed(new.import_no, old.sponsor, new.sponsor) then
        return null;
      end if;
    end if;
    if exists (select from member_import_corrections c
      where c.import_no = new.import_no and c.line = new.line and is_approved_now(c, c.xmin)
        and (c.username, c.email, c.sponsor, c.sponsor_no, c.plans, c.side, c.language)
          is not distinct from (new.username, new.email, new.sponsor, new.sponsor_no, new.plans,
            new.side, new.language)
        and new.depth = case when c.sponsor_no is null then old.depth else 0 end) then
      return null;
    end if;
  end if;
  perform refuse_unaudited('import ' || old.import_no);
  return null;
end $$;
-- Columns that member_import_rows_corrected leaves out.
create constraint trigger member_import_rows_corrected_too after update on member_import_rows
  deferrable initially deferred for each row
  when ((old.depth, old.language) is distinct from (new.depth, new.language))
  execute function require_correction();

-- Workers import rows that wait. A row that failed waits again only once an admin retries or
-- corrects it, or the row above it, and is skipped only with an entry.
create function require_row_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'import ' || new.import_no;
begin
  if owns_table(tg_relid) then return null; end if;
  if (old.member_no is not distinct from new.member_no and case old.state || ' ' || new.state
      when 'waiting failed' then
        is_part('worker', 'chain') and num_nonnulls(new.skipped_by, new.skipped_at,
          new.skip_reason) = 0
      when 'failed waiting' then
        is_part('web') and new.username <> ''
        and num_nonnulls(new.skipped_by, new.skipped_at, new.skip_reason) = 0
        and (exists (select from own_entries(about) where action = 'retry import rows'
            and (after->>'rows' like '% rows'
              or new.line::text = any (string_to_array(after->>'rows', ', '))))
          or exists (select from member_import_corrections c where c.import_no = new.import_no
            and c.line = new.line and is_approved_now(c, c.xmin))
          or (old.failure = 'import_sponsor_failed' and old.skipped_at is null
            and exists (select from own_entries(about)
              where action in ('retry import rows', 'approve import correction'))))
      when 'failed failed' then
        old.failure = new.failure and case when old.skipped_at is null
          then exists (select from own_entries(about) where action = 'skip import rows'
            and operator = new.skipped_by and reason = new.skip_reason
            and (after->>'rows' like '% rows'
              or new.line::text = any (string_to_array(after->>'rows', ', '))))
          else (old.skipped_by, old.skipped_at) is not distinct from
              (new.skipped_by, new.skipped_at)
            and new.skip_reason = '' and may_erase(new.import_no) end
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger member_import_rows_audited after update on member_import_rows
  deferrable initially deferred for each row
  when ((old.state, old.member_no, old.failure, old.skipped_by, old.skipped_at, old.skip_reason)
      is distinct from (new.state, new.member_no, new.failure, new.skipped_by, new.skipped_at,
      new.skip_reason) and not (old.state = 'waiting' and new.state = 'done'))
  execute function require_row_entry();

create or replace function require_correction_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'import ' || new.import_no;
  entry audit_entries;
  its_row jsonb := jsonb_build_object('row', new.line);
begin
  if owns_table(tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    entry := own_entry(about);
    if (new.state = 'proposed' and entry.action = 'propose import correction'
        and entry.operator = new.proposed_by and new.username <> ''
        and entry.after @> its_row) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if (old.no, old.import_no, old.line, old.sponsor_no, old.plans, old.side, old.language,
      old.proposed_by, old.proposed_at) is distinct from (new.no, new.import_no, new.line,
      new.sponsor_no, new.plans, new.side, new.language, new.proposed_by, new.proposed_at) then
    perform refuse_unaudited(about);
  end if;
  -- Another correction may rename its sponsor, and names are deleted later.
  if (old.username, old.email, old.sponsor) is distinct from (new.username, new.email, new.sponsor)
    and ((old.username, old.email) = (new.username, new.email)
        and is_renamed(new.import_no, old.sponsor, new.sponsor)
      or new.username = '' and new.email = ''
        and new.sponsor is not distinct from (case when old.sponsor is not null then '' end)
        and may_erase(new.import_no)) is not true then
    perform refuse_unaudited(about);
  end if;
  if (case old.state || ' ' || new.state
      when 'proposed approved' then
        is_part('web') and new.username <> '' and new.decided_at = transaction_timestamp()
          and was_asked_before(about, 'propose import correction', new.proposed_by, its_row)
          and exists (select from own_entries(about) where action = 'approve import correction'
            and operator = new.decided_by and after @> its_row)
      when 'proposed discarded' then
        exists (select from own_entries(about) where action = 'discard import correction'
          and operator = new.decided_by and after @> its_row)
      else (old.state, old.decided_by, old.decided_at) is not distinct from
        (new.state, new.decided_by, new.decided_at)
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;

-- As in migration 062, but the second operator's change is in a later transaction than the first
-- one's request, and an old request can't be made a recent one.
create or replace function require_alert_entry() returns trigger language plpgsql
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
        = (new.enabled, new.limit_value)
        and was_asked_before(about, 'ask to change alert', old.pending_by)) is not true then
      perform refuse_unaudited(about);
    end if;
  end if;
  if new.pending_by is not null
    and (old.pending_by, old.pending_enabled, old.pending_limit, old.pending_at) is distinct from
      (new.pending_by, new.pending_enabled, new.pending_limit, new.pending_at)
    and (entry.action = 'ask to change alert' and entry.operator = new.pending_by) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger alerts_asked after update of pending_at on alerts
  deferrable initially deferred for each row execute function require_alert_entry();
