-- A piece of any text in the audit log, by trigrams: reading a million entries through for one word
-- would take seconds. The extension comes with PostgreSQL, and a database's owner may create it.
create extension if not exists pg_trgm;

create function audit_text(operator text, action text, object text, reason text, before jsonb,
    after jsonb) returns text language sql immutable parallel safe as $$
  select lower(operator || ' ' || action || ' ' || object || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;
create index audit_entries_by_text on audit_entries
  using gin (audit_text(operator, action, object, reason, before, after) gin_trgm_ops);

-- Members by what their wallets hold, as it was a moment ago. An index on balances themselves would
-- make every posting write it as well; this list is made anew when somebody asks for it.
create table largest_wallets (
  place integer primary key,
  member_no integer not null,
  taken_at timestamptz not null default now()
);
