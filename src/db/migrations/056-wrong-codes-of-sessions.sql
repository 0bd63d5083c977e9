-- A right code takes back the wrong ones of its own session, and no others. The previous version
-- ignores these columns.

alter table sessions add column if not exists wrong_codes integer not null default 0;
comment on column sessions.wrong_codes is
  'Wrong codes of the second factor in this session since its last right one.';

alter table operator_sessions add column if not exists wrong_codes integer not null default 0;
comment on column operator_sessions.wrong_codes is
  'Wrong codes of the second factor in this session since its last right one.';
