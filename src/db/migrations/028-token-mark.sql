-- Finding tokens of ended sessions took a scan of all tokens, including those of open sessions.

create table token_mark (
  is_only boolean primary key default true check (is_only),
  ended_at timestamptz not null
);
comment on table token_mark is
  'The worker has deleted the refresh tokens of sessions that ended at this time or before.';
insert into token_mark (ended_at) values ('-infinity');
