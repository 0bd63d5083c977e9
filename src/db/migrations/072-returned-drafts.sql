-- A worker returns proposals of plans that can't be published. It takes no other step.
create function require_worker_return() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := 'catalog draft ' || new.no;
  entry audit_entries;
begin
  if owns_table(tg_relid) or not is_part('worker', 'chain') or is_part('all') then return null; end if;
  entry := own_entry(about);
  if (old.state in ('proposed', 'approved') and new.state = 'draft'
      and entry.action = 'return catalog draft' and entry.operator = 'publication') is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $$;
create constraint trigger catalog_drafts_returned after update on catalog_drafts
  deferrable initially deferred for each row execute function require_worker_return();
