-- Emails about activations follow from the command log, as webhook events do, so that commands
-- don't wait for them.

create table activation_email_cursor (
  is_only boolean primary key default true check (is_only),
  -- The last command and the last profile that emails were made of.
  seq bigint not null,
  profile_no integer not null
);
comment on table activation_email_cursor is
  'How far emails about activations follow the command log.';
insert into activation_email_cursor (seq, profile_no)
select coalesce((select max(seq) from commands), 0), coalesce((select max(no) from profiles), 0);

-- The previous version's batches queued these emails themselves.
alter table batches add column queued_emails boolean not null default true;

-- The first journal of a later command, or one more than all of them. Journals are in the order of
-- their commands, and few numbers are missing, so this looks at some twenty of them. An index of
-- ranges (`journals_by_seq`) would read every journal since the last vacuum.
create function journal_after(command bigint) returns bigint
language plpgsql stable parallel safe as $$
declare
  low bigint := 1;
  high bigint := coalesce((select no + 1 from journals order by no desc limit 1), 1);
  middle bigint;
  found_no bigint;
  found_seq bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    select no, seq into found_no, found_seq from journals where no >= middle order by no limit 1;
    if found_seq <= command then
      low := found_no + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
