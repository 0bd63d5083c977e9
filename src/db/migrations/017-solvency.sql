-- What backs our debts: signed reserve wallets, a tree over the deposit addresses that hold coins,
-- and the transaction that anchors each day on the chain.

create table reserve_statements (
  no integer generated always as identity primary key,
  address text not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  text text not null,              -- what the wallet's key signed (TIP-191)
  signature text not null check (signature ~ '^[0-9a-f]{130}$'),
  added_by text not null,
  added_at timestamptz not null default clock_timestamp()
);
comment on table reserve_statements is 'Signed statements that a reserve wallet is ours.';
create index reserve_statements_by_address on reserve_statements (address, day desc);

create table reserve_trees (
  no integer generated always as identity primary key,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  secret bytea not null check (length(secret) = 32), -- every leaf's salt follows from it
  root bytea check (length(root) = 32),              -- null until the tree is complete
  built_at timestamptz not null default clock_timestamp()
);
comment on table reserve_trees is
  'The trees over deposit addresses with coins, one for each attempt at a sheet.';

create table reserve_leaves (
  tree_no integer not null references reserve_trees on delete cascade,
  no integer not null check (no >= 0),
  address text not null,
  trx bigint not null check (trx >= 0),
  usdt bigint not null check (usdt >= 0),
  primary key (tree_no, no)
);
comment on table reserve_leaves is 'What deposit addresses held at the cut, in the order of a tree.';

create table reserve_samples (
  day text primary key,
  block_number bigint not null,    -- the block whose id draws the sample
  block_id text not null check (block_id ~ '^[0-9a-f]{64}$'),
  body text not null,
  drawn_at timestamptz not null default clock_timestamp()
);
comment on table reserve_samples is
  'Addresses of a sealed day that a later block drew. Auditors look them up on the chain.';

create table anchors (
  no integer generated always as identity primary key,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  size bigint not null,            -- of the checkpoint that it anchors
  memo text not null,
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  signed_hex text not null,
  expires_at timestamptz not null,
  state text not null default 'stored' check (state in ('stored', 'confirmed', 'failed', 'expired')),
  block_number bigint,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
comment on table anchors is
  'Transactions whose memo holds a day''s checkpoint. Stored before they are sent.';
create unique index anchors_once on anchors (day) where state in ('stored', 'confirmed');

do $$
declare name text;
begin
  foreach name in array array['reserve_statements', 'reserve_samples'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;
