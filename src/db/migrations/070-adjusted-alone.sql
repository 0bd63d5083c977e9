-- An adjustment within what one operator decides alone has its author as its approver, at once.
-- How much that is, and of whom, the rules say; which rows they are never changes afterwards.
alter table adjustments add column alone boolean not null default false;
alter table adjustments drop constraint adjustments_check;
alter table adjustments add constraint adjustments_second_operator
  check (alone or approved_by <> proposed_by);
alter table adjustments add constraint adjustments_alone_at_once check (not alone or
  (approved_by = proposed_by and approved_at = proposed_at and approved_by is not null));
create trigger adjustments_alone_stays before update on adjustments
  for each row when (old.alone is distinct from new.alone) execute function refuse_change();
create index adjustments_alone on adjustments (proposed_at) where alone;
