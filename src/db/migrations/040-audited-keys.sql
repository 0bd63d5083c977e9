-- An API key has a role, too. So it needs an audit entry like an operator's rights, and never gets
-- another role or secret, or more time.

create function require_key_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  -- The owner of the tables may repair them by hand, and could remove this trigger anyway.
  if (select pg_has_role(relowner, 'member') from pg_class where oid = tg_relid) then
    return null;
  end if;
  if (
    select xmin = pg_current_xact_id()::xid and action = 'add API key'
      and after->>'role' is not distinct from new.role
    from audit_entries where object = 'key ' || new.name order by no desc limit 1
  ) is not true then
    raise exception 'no audit entry about the API key %', new.name using errcode = 'TF008';
  end if;
  return null;
end $$;

create constraint trigger api_keys_audited after insert on api_keys
  deferrable initially deferred
  for each row execute function require_key_entry();
call keep('api_keys', 'no', 'name', 'role', 'hash', 'created_by', 'created_at');
create trigger api_keys_end after update on api_keys for each row
  when ((old.revoked_at is not null and new.revoked_at is null)
    or new.expires_at > old.expires_at)
  execute function refuse_ended();
