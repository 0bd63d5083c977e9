-- An adjustment that is not approved is rejected, by anybody, with a reason.
alter table adjustments add column rejected_by text;
alter table adjustments add column rejected_at timestamptz;
alter table adjustments add column reject_reason text not null default '';
alter table adjustments add constraint adjustments_one_end
  check (approved_by is null or rejected_by is null);
drop index adjustments_open;
create index adjustments_open on adjustments (no) where approved_by is null and rejected_by is null;
