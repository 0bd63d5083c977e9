-- no transaction
-- Monitoring asks for the oldest unsent email, and for one that was tried, as often as the outbox is
-- long.

create index concurrently if not exists emails_unsent on emails (created_at)
  where sent_at is null and failed_at is null;
create index concurrently if not exists emails_tried on emails (created_at)
  where sent_at is null and failed_at is null and attempts > 0;
