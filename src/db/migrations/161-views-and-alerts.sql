-- A view as a member belongs to the operator's session that opened it, and ends with it. Views
-- from before this last a quarter of an hour and have no session: they end now.
alter table member_views add column operator_session bigint;

-- Muting an alert about money takes two admins: what one has asked for waits here for another.
alter table alerts add column pending_enabled boolean;
alter table alerts add column pending_limit bigint;
alter table alerts add column pending_by text;
alter table alerts add column pending_at timestamptz;
alter table alerts add constraint alerts_pending_whole check (
  num_nulls(pending_enabled, pending_limit, pending_by, pending_at) in (0, 4));
