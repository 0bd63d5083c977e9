-- The first password of an operator who is added or reset comes in two halves, one shown to who
-- asks, one to who approves. The first waits here, sealed, and goes with the decision whatever it
-- is. What was asked for before there were halves has none, and has to be asked for again.
with closed as (
  update access_changes set approved = false, decided_by = 'new version', decided_at = now()
  where approved is null and kind in ('add', 'reset') returning no, kind, username)
insert into audit_entries (operator, action, object, after, reason, request_id)
select 'new version', 'reject access change', 'operator ' || username,
  jsonb_build_object('id', no::text, 'kind', kind),
  'The password comes in two halves now: ask again.', 'new version' from closed order by no;

alter table access_changes add column sealed_half bytea;
alter table access_changes add constraint access_changes_sealed_half
  check ((sealed_half is not null) = (approved is null and kind in ('add', 'reset')));
