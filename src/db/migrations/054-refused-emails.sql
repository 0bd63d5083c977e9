-- The tries of an outage must not count once the server refuses an email for now. The previous
-- version ignores this column.

alter table emails add column if not exists refusals integer not null default 0;
comment on column emails.refusals is
  'How often the server refused this email while it took others, or had it and didn''t answer.';
