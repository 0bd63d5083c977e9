-- How many deliveries to an endpoint may begin now, so that several processes together keep to the
-- limit. The previous version doesn't call it.

create or replace function webhook_room(endpoint integer, at_once integer, forget_lapsed boolean)
returns integer language plpgsql as $$
begin
  -- Held until the leases are committed. A process that doesn't get it looks again soon.
  if not pg_try_advisory_xact_lock(7960367, endpoint) then return 0; end if;
  -- A statement of its own, because it has to see what was committed before we got the lock.
  return greatest(0, at_once - (
    select count(*) from webhook_deliveries
    where endpoint_no = endpoint
      and leased_until > case when forget_lapsed then now() else '-infinity' end));
end $$;
