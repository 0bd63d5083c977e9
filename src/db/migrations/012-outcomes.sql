-- How boards fared: derived from seats in their order, up to the mark, and made again from them.

create table board_open (
  plan smallint not null,
  quarter text not null,                   -- in which its seat was taken (UTC): 2026-Q1
  level smallint not null check (level between 0 and 5),
  since date not null,
  open integer not null,
  primary key (plan, quarter, level, since)
) with (fillfactor = 80);
comment on table board_open is
  'Boards that aren''t complete, by the day (UTC) on which they had as many positions taken as the '
  'level says. A board counts at its level and at each below.';

create table board_ages (
  plan smallint not null,
  quarter text not null,
  level smallint not null check (level between 0 and 5),
  age_days integer not null check (age_days >= 0),
  completed integer not null,
  primary key (plan, quarter, level, age_days)
) with (fillfactor = 80);
comment on table board_ages is
  'Complete boards, by how many days after each level they were complete.';

create table board_mark (
  is_only boolean primary key default true check (is_only),
  ordinal integer not null
);
comment on table board_mark is 'The last seat that board_open and board_ages include.';
insert into board_mark (ordinal) values (0);
