-- no transaction
-- Finds the next email of another mailbox or domain, however many are due to one. In the reversed
-- address, a domain is a prefix.

create index concurrently if not exists emails_by_mailbox
  on emails ((kind in ('money', 'news')), (reverse(lower(recipient)) collate "C"), next_at)
  where sent_at is null and failed_at is null;
