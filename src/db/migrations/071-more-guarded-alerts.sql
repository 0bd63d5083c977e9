-- Reserves below our debts, pauses of payouts, edited rows, and frozen addresses also mean that money
-- is missing, or may be. Like solvency, each has a limit that it begins with, and needs two operators
-- to be disabled or get another one.

create or replace function require_alert_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'alert ' || new.name;
  entry audit_entries;
  first_limit bigint := case
    when new.name in ('solvency', 'reserves') then 10000
    when new.name in ('custody_differences', 'payout_rests', 'edited_rows', 'frozen_addresses')
      then 0
  end;
begin
  if owns_table(tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    if not new.enabled or new.pending_by is not null or new.limit_value <> first_limit then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  entry := own_entry(about);
  if old.name <> new.name then perform refuse_unaudited(about); end if;
  if (old.enabled, old.limit_value) <> (new.enabled, new.limit_value) then
    if entry.action is distinct from 'change alert' then perform refuse_unaudited(about); end if;
    if first_limit is not null and (old.limit_value <> new.limit_value or not new.enabled)
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
