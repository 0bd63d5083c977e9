-- The secret before the previous one, for as long as it still signs. The previous version doesn't
-- read it, and signs with the other two.

alter table webhook_endpoints
  add column older_secret bytea,
  add column older_until timestamptz;
