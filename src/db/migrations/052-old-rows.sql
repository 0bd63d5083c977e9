-- no transaction
-- Lists of few rows among many read all later rows if the few are old.

create index concurrently if not exists adjustments_rejected on adjustments (no)
  where rejected_by is not null;
create index concurrently if not exists member_views_by_member on member_views (member_no, no);
create index concurrently if not exists contact_messages_by_sender
  on contact_messages (lower(email), no);
-- Nearly all profiles have the first plan, so most inserts don't write into this index.
create index concurrently if not exists profiles_by_later_plan on profiles (plan, no)
  where plan > 0;
