-- When a webhook's endpoint failed last, to within an hour: a streak of failures ends with a day in
-- which nothing failed.

alter table webhook_endpoints add column failed_at timestamptz;
