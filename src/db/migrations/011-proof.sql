-- What outsiders can check: a public log of the commands, its signed checkpoints, and a sheet for
-- each day whose hash is sealed in the log. src/server/transparency writes these tables, except
-- day_sheets.

create table day_sheets (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  seq bigint not null unique,      -- the command that sealed it
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null
);
comment on table day_sheets is 'The sealed sheet of each UTC day. A day without a row has no sheet.';

-- The worker stores the bytes before it seals their hash, so a sealed hash always has its bytes.
create table sheet_bodies (
  sha256 text primary key check (sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  day text not null,
  name text not null,              -- 'sheet', or the part of it
  body text not null,
  stored_at timestamptz not null default clock_timestamp()
);
comment on table sheet_bodies is
  'The exact bytes of sheets and their parts, by hash. Those of attempts that were never sealed '
  'stay, too.';

-- Hashes of the tree as C2SP tlog-tiles has them: 256 to a tile. Level 0 holds the leaves, and leaf
-- number n is command n + 1.
create table log_tiles (
  level smallint not null check (level between 0 and 7),
  no bigint not null check (no >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, no)
);
comment on table log_tiles is 'The Merkle tree of the public log. A tile only ever grows.';

create function refuse_other_tile() returns trigger language plpgsql as $$
begin
  raise exception 'tile %/% only grows', old.level, old.no using errcode = 'TF001';
end $$;
create trigger log_tiles_grow before update on log_tiles
  for each row when (new.level <> old.level or new.no <> old.no
    or length(new.hashes) < length(old.hashes)
    or substr(new.hashes, 1, length(old.hashes)) <> old.hashes)
  execute function refuse_other_tile();
create trigger log_tiles_no_delete before delete or truncate on log_tiles
  for each statement execute function refuse_change();

create table log_checkpoints (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  note text not null,              -- the signed note, as it is served
  signed_at timestamptz not null default clock_timestamp()
);
comment on table log_checkpoints is 'Every checkpoint of the public log that we signed.';

create function refuse_smaller_log() returns trigger language plpgsql as $$
begin
  if exists (select from log_checkpoints where size > new.size) then
    raise exception 'a larger log than % is signed already', new.size using errcode = 'TF001';
  end if;
  return new;
end $$;
create trigger log_checkpoints_rise before insert on log_checkpoints
  for each row execute function refuse_smaller_log();

-- What hides personal data in the log. Deleting a member's key makes their hashes meaningless.
create table log_member_keys (
  member_no integer primary key,
  key bytea not null check (length(key) = 32)
);
comment on table log_member_keys is
  'The key behind the hashes of a member''s addresses and texts in the public log.';

create table log_keys (
  name text primary key,           -- 'operators', or the month of line salts, such as 2026-11
  key bytea not null check (length(key) = 32)
);
comment on table log_keys is
  'The keys behind operators'' pseudonyms and each month''s salts in the public log.';

create table log_signers (
  verifier text primary key,       -- name+id+key, as C2SP signed-note has it
  since timestamptz not null default clock_timestamp()
);
comment on table log_signers is 'The public keys that have signed checkpoints of the log.';

-- A new beginning, after commands that a checkpoint says are lost for good. Two admins decide.
create table log_epoch_proposals (
  no integer generated always as identity primary key,
  lost text not null,              -- the last checkpoint that we signed, as a note
  why text not null,
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp()
);
comment on table log_epoch_proposals is 'Proposals to begin the public log again.';

create table log_epochs (
  no integer primary key check (no > 1),
  proposal_no integer not null unique references log_epoch_proposals,
  note text not null,              -- the signed statement that says why
  proposed_by text not null,
  approved_by text not null check (approved_by <> proposed_by),
  begun_at timestamptz not null default clock_timestamp()
);
comment on table log_epochs is 'Later beginnings of the public log, each under a name of its own.';

create table log_rest (
  is_only boolean primary key default true check (is_only),
  why text,                        -- null while the log works
  since timestamptz not null default clock_timestamp()
);
comment on table log_rest is
  'Why no checkpoint is signed: the database has lost or changed what one says.';
insert into log_rest (why) values (null);

do $$
declare name text;
begin
  foreach name in array array['day_sheets', 'sheet_bodies', 'log_checkpoints', 'log_keys',
    'log_signers', 'log_epoch_proposals', 'log_epochs'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;
