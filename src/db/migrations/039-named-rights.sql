-- The entry must be one about rights, and name the new role. A thief could write a harmless one, such
-- as of a sign-in, which nobody would read twice.
create or replace function require_audit_entry() returns trigger language plpgsql
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
      select xmin = pg_current_xact_id()::xid
        and action in ('add operator', 'reset operator', 'disable operator', 'approve access change')
        and (old.role is not distinct from new.role
          or after->>'role' is not distinct from new.role)
      from audit_entries where object = 'operator ' || changed order by no desc limit 1
    ) is not true then
      raise exception 'no audit entry about the change of operator %', changed
        using errcode = 'TF008';
    end if;
  end loop;
  return null;
end $$;
