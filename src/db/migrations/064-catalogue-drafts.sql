-- Catalogues on their way: written by one, approved by another, published at their time.
create table catalogue_drafts (
  no bigint generated always as identity primary key,
  base_version integer not null,
  note text not null,
  plans jsonb not null,
  revision integer not null default 1,
  state text not null default 'draft' check (state in
    ('draft', 'proposed', 'approved', 'published', 'discarded')),
  created_by text not null,
  created_at timestamptz not null default now(),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  proposed_by text,
  proposed_at timestamptz,
  starts_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  version integer,
  check (approved_by <> proposed_by),
  check (state not in ('approved', 'published') or approved_by is not null),
  check (state not in ('proposed', 'approved', 'published')
    or (proposed_by is not null and starts_at is not null)),
  check ((state = 'published') = (version is not null))
);
create index catalogue_drafts_due on catalogue_drafts (starts_at) where state = 'approved';

-- What would have been under a draft: one answer for each revision of it.
create table what_ifs (
  draft_no bigint not null,
  revision integer not null,
  -- The last command that was replayed, or is to be.
  until_seq bigint not null,
  state text not null check (state in ('running', 'done', 'failed')),
  done_seq bigint not null default 0,
  answer jsonb,
  failure text not null default '',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (draft_no, revision)
);
