-- The console shows how many profiles and seats each plan has, and what happened on each day. The
-- rows behind these figures never change, so each is counted once, up to a mark.

create table plan_counts (
  plan smallint primary key,
  profiles integer not null,   -- of members, not of the house
  imported integer not null,   -- how many of these came with an import
  seats integer not null       -- including the house's root
);
comment on table plan_counts is 'The profiles and seats of each plan up to the mark.';

create table day_counts (
  day date not null,           -- in UTC
  -- joins, activations, board N (completed boards of plan N), account N (what the house's account
  -- N received)
  what text not null,
  amount bigint not null,
  primary key (day, what)
) with (fillfactor = 80);
comment on table day_counts is 'What happened on each day, of the rows up to the mark.';

create table counts_mark (
  is_only boolean primary key default true check (is_only),
  member_no integer not null,
  profile_no integer not null,
  ordinal integer not null,
  journal_no bigint not null
);
comment on table counts_mark is
  'The last member, profile, seat, and journal that plan_counts and day_counts include.';
insert into counts_mark (member_no, profile_no, ordinal, journal_no) values (0, 0, 0, 0);
