-- States once how to find a journal, and when the planner needs new statistics of postings.

-- The first journal of a time or later, or of a later command; one more than all of them if there is
-- none. One of the two is null. Journals are in the order of both, and few numbers are missing, so
-- this looks at some twenty of them. An index of ranges (`journals_by_seq`, `journals_by_day`) would
-- read every journal since the last vacuum.
create function first_journal(since timestamptz, command bigint) returns bigint
language plpgsql stable parallel safe as $$
declare
  low bigint := 1;
  high bigint := coalesce((select no + 1 from journals order by no desc limit 1), 1);
  middle bigint;
  found journals;
begin
  while low < high loop
    middle := (low + high) / 2;
    select * into found from journals where no >= middle order by no limit 1;
    if found.at < since or found.seq <= command then
      low := found.no + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

create or replace function journal_since(since timestamptz) returns bigint
language sql stable parallel safe as $$ select first_journal(since, null) $$;

create or replace function journal_after(command bigint) returns bigint
language sql stable parallel safe as $$ select first_journal(null, command) $$;

-- Whether there are twice as many rows as the planner knows. Autovacuum keeps the statistics of
-- each partition, but never those of the whole table, which the planner uses for joins.
create function postings_have_doubled() returns boolean language sql stable as $$
  select sum(part.reltuples) >= 2 * greatest(whole.reltuples, 1000)
  from pg_class whole join pg_inherits on inhparent = whole.oid
    join pg_class part on part.oid = inhrelid
  where whole.oid = 'postings'::regclass group by whole.reltuples
$$;

-- Reads one sample of all partitions, if there are enough new rows.
create or replace function analyze_postings() returns boolean language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if not postings_have_doubled() then
    return false;
  end if;
  analyze only postings;
  return true;
end $$;
