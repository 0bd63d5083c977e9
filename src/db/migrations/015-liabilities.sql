-- What we owe members, as a tree over the balances at each day's cut. Members check that they are
-- in it. src/server/transparency/liabilities writes these tables.

create table liability_days (
  no integer generated always as identity primary key,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  secret bytea not null check (length(secret) = 32), -- every leaf's salt follows from it
  size integer,                    -- how many leaves the tree has; null until it is complete
  root bytea check (length(root) = 32),
  built_at timestamptz not null default clock_timestamp()
);
comment on table liability_days is
  'The trees of what we owe members, one for each attempt at a sheet. The sealed sheet names a root.';
create index liability_days_root on liability_days (root);

create table liability_tiles (
  tree_no integer not null references liability_days on delete cascade,
  level smallint not null check (level between 0 and 3),
  no integer not null check (no >= 0),
  body bytea not null,
  primary key (tree_no, level, no)
);
comment on table liability_tiles is
  'The nodes of a tree of liabilities, 256 to a tile: leaves at level 0, in an order of their own.';

create table liability_index (
  tree_no integer not null references liability_days on delete cascade,
  block_no integer not null check (block_no >= 0),
  body bytea not null,
  primary key (tree_no, block_no)
);
comment on table liability_index is 'Where the leaves of 256 members are in a tree of liabilities.';

-- Hashes don't get smaller, so there is no use in trying.
alter table liability_tiles alter column body set storage external;
alter table liability_index alter column body set storage external;

create table proof_reports (
  no bigint generated always as identity primary key,
  member_no integer not null,
  day text not null,               -- of the sheet whose proof failed
  failure text not null,
  evidence text not null,
  reported_at timestamptz not null default clock_timestamp()
);
comment on table proof_reports is
  'Proofs that failed in a member''s browser, with the evidence. The status page counts them.';
