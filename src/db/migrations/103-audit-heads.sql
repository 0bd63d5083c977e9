-- The head of the audit log on each day, as it was mailed. Whoever keeps the email can prove later
-- that the log was rewritten.
create table audit_heads_told (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  no bigint not null,
  hash bytea not null
);
create trigger audit_heads_told_append_only before update or delete on audit_heads_told
  for each row execute function refuse_change();
create trigger audit_heads_told_no_truncate before truncate on audit_heads_told
  for each statement execute function refuse_change();
create index audit_entries_by_hash on audit_entries (hash);
