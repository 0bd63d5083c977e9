-- The rights of operators change only together with an entry in the audit log. A thief with a
-- process's password can write a false entry, but can't leave it out, nor remove it later.

-- The path keeps a temporary table of the same name out.
create function require_audit_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  changed text;
begin
  -- The owner of the tables may repair them by hand, and could remove this trigger anyway.
  if (select pg_has_role(relowner, 'member') from pg_class where oid = tg_relid) then
    return null;
  end if;
  foreach changed in array array_remove(array[old.username, new.username], null) loop
    -- Writers of the audit log take turns, so the newest entry about the operator is ours.
    if (
      select xmin = pg_current_xact_id()::xid from audit_entries
      where object = 'operator ' || changed order by no desc limit 1
    ) is not true then
      raise exception 'no audit entry about the change of operator %', changed
        using errcode = 'TF008';
    end if;
  end loop;
  return null;
end $$;

create constraint trigger operators_audited
  after insert or delete or update of username, role, disabled_at on operators
  deferrable initially deferred
  for each row execute function require_audit_entry();
