-- What admins do about imported rows that failed, and the views of lists that operators keep.

-- A row that nobody wants to import anymore. It stays failed for versions that don't know this.
alter table member_import_rows add column skipped_by text;
alter table member_import_rows add column skipped_at timestamptz;
alter table member_import_rows add column skip_reason text;

create table member_import_corrections (
  no integer generated always as identity primary key,
  import_no integer not null,
  line integer not null,
  username text not null,
  email text not null,
  sponsor text,                             -- as in member_import_rows
  sponsor_no integer,
  plans smallint not null check (plans between 0 and 31),
  side smallint check (side in (0, 1)),
  language text not null check (language in ('en', 'es')),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'discarded')),
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_by text,
  decided_at timestamptz,
  foreign key (import_no, line) references member_import_rows,
  check ((sponsor is null) <> (sponsor_no is null)),
  check ((state = 'proposed') = (decided_by is null)),
  check (state <> 'approved' or decided_by <> proposed_by)
);
comment on table member_import_corrections is
  'New values for rows that failed: one admin proposes, another approves.';
create unique index member_import_corrections_open on member_import_corrections (import_no, line)
  where state = 'proposed';
create index member_import_corrections_named on member_import_corrections
  (import_no, lower(username));

create table operator_views (
  no integer generated always as identity primary key,
  operator text not null,
  list text not null,                       -- the call behind it
  name text not null,
  search text not null,                     -- filters and order, as in the page's address
  is_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
comment on table operator_views is 'Filters of lists that operators keep under a name.';
create unique index operator_views_names on operator_views (operator, list, lower(name));
create unique index operator_views_default on operator_views (operator, list) where is_default;
