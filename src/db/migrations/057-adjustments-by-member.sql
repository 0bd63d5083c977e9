-- no transaction
-- A member's adjustments, for the activity.

create index concurrently if not exists adjustments_by_member on adjustments (member_no, no)
  where approved_by is not null;
