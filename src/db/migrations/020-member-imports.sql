-- Members whom a company brings along. One admin proposes a file, another approves it, and
-- src/server/imports makes members of its rows, each by a command to the ledger.

create table member_imports (
  no integer generated always as identity primary key,
  name text not null,                       -- of the file
  sha256 text not null,                     -- of its bytes
  state text not null default 'proposed' check (state in
    ('proposed', 'approved', 'finished', 'discarded')),
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_by text,                          -- who approved or discarded it
  decided_at timestamptz,
  finished_at timestamptz,
  check (state not in ('approved', 'finished') or decided_by <> proposed_by),
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'finished') = (finished_at is not null))
);
comment on table member_imports is 'Files of members to import: one admin proposes, another approves.';
create index member_imports_open on member_imports (no) where state = 'approved';

create table member_import_rows (
  import_no integer not null references member_imports,
  line integer not null,                    -- in the file, whose header is line 1
  depth integer not null,                   -- below a sponsor who isn't in the file: 0, and so on
  username text not null,
  email text not null,
  sponsor text,                             -- a username in the file; null for sponsor_no
  sponsor_no integer,
  plans smallint not null check (plans between 0 and 31), -- a bit for each, Bronze first
  side smallint check (side in (0, 1)),
  language text not null check (language in ('en', 'es')),
  referral_code text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  member_no integer unique,                 -- written in the commit that made the member
  failure text,                             -- the code of why it failed
  invited_at timestamptz,
  primary key (import_no, line),
  check ((sponsor is null) <> (sponsor_no is null)),
  check ((state = 'done') = (member_no is not null)),
  check ((state = 'failed') = (failure is not null))
);
comment on table member_import_rows is 'The members of an import, and the state of each row.';
create index member_import_rows_waiting on member_import_rows (import_no, depth, line)
  where state = 'waiting';
create index member_import_rows_by_name on member_import_rows (import_no, lower(username));
create index member_import_rows_uninvited on member_import_rows (import_no, line)
  where state = 'done' and invited_at is null;
