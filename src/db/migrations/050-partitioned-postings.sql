-- Rows of a partition are written through `postings`, whose trigger checks and settles them. A
-- statement that names the partition itself would bypass that.
create function refuse_direct_insert() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition: % refused', tg_table_name, tg_op using errcode = 'TF001';
end $$;

-- What each partition of postings needs besides what it inherits.
create procedure guard_partition(part text) language plpgsql as $$
begin
  execute format('create trigger %I before insert on %I for each statement
    execute function refuse_direct_insert()', part || '_no_insert', part);
  execute format('create trigger %I before truncate on %I for each statement
    execute function refuse_change()', part || '_no_truncate', part);
  execute format('alter table %I set (autovacuum_freeze_min_age = 0,
    autovacuum_vacuum_insert_scale_factor = 0.05)', part);
end $$;

-- Swaps the names. Processes of the previous version find the new table by its name.
do $$
declare
  bound text;
  grant_to record;
begin
  lock table postings in access exclusive mode;
  select substring(pg_get_constraintdef(oid) from '\d+') into bound
    from pg_constraint where conname = 'postings_first_partition';
  alter table postings rename to postings_0;
  alter table postings_0 rename constraint postings_pkey to postings_0_pkey;
  alter index postings_by_account rename to postings_0_by_account;
  drop trigger postings_settle on postings_0;
  drop trigger postings_append_only on postings_0;
  drop trigger postings_no_truncate on postings_0;

  create table postings (
    like postings_0 including comments including constraints,
    primary key (journal_no, line)
  ) partition by range (journal_no);
  alter table postings drop constraint postings_first_partition;
  create index postings_by_account on postings (account_no, journal_no);
  execute format('alter table postings attach partition postings_0
    for values from (minvalue) to (%s)', bound);
  alter table postings_0 drop constraint postings_first_partition;
  create trigger postings_append_only before update or delete on postings
    for each row execute function refuse_change();
  create trigger postings_no_truncate before truncate on postings
    for each statement execute function refuse_change();
  create trigger postings_settle after insert on postings
    referencing new table as added for each statement execute function settle_postings();
  call guard_partition('postings_0');

  for grant_to in
    select case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role,
      a.privilege_type as privilege
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'postings_0'::regclass and a.grantee <> c.relowner
  loop
    execute format('grant %s on postings to %s', grant_to.privilege, grant_to.role);
    execute format('revoke all on postings_0 from %s', grant_to.role);
  end loop;
end $$;
comment on table postings is
  'The lines of journal entries. They add up to zero per journal and asset.';

-- Adds partitions until there is one that is still empty, and returns where the last one ends. The
-- ledger writer calls this long before it needs the next one. Nobody waits for it: neither reads
-- nor inserts conflict with its lock. It goes by postings, which never lie beyond the partitions: a
-- wrong number of a journal far ahead would add partitions without end.
create function extend_postings() returns bigint language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  size constant bigint := 4194304;
  last_no bigint;
  bound bigint;
  part text;
  is_locked boolean := false;
begin
  loop
    select coalesce(max(journal_no), 0) into last_no from postings;
    select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''?(\d+)')::bigint)
      into bound from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'postings'::regclass;
    exit when bound > last_no + size;
    if is_locked then
      part := 'postings_' || bound / size;
      execute format('create table %I (like postings including constraints)', part);
      call guard_partition(part);
      execute format('alter table postings attach partition %I for values from (%s) to (%s)', part,
        bound, bound + size);
    else
      -- Someone else may have added one while we waited. Not of partitions, where it would wait for
      -- a vacuum, or for an index that is being rebuilt.
      lock table only postings in share update exclusive mode;
      is_locked := true;
    end if;
  end loop;
  return bound;
end $$;

-- Autovacuum keeps the statistics of each partition, but never those of the whole table, which the
-- planner uses for joins. Reads one sample of all partitions once there are twice as many rows as it
-- knew.
create function analyze_postings() returns boolean language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if (select sum(part.reltuples) < 2 * greatest(whole.reltuples, 1000)
      from pg_class whole join pg_inherits on inhparent = whole.oid
        join pg_class part on part.oid = inhrelid
      where whole.oid = 'postings'::regclass group by whole.reltuples) then
    return false;
  end if;
  analyze only postings;
  return true;
end $$;
revoke execute on function extend_postings, analyze_postings from public;
revoke execute on procedure guard_partition from public;
