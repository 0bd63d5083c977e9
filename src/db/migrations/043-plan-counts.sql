-- The console shows the number of profiles and seats of each plan. Neither changes once it is
-- there, so each is counted once.

create table plan_counts (
  plan smallint primary key,
  profiles integer not null,   -- of members, not of the house
  imported integer not null,   -- how many of these came with an import
  seats integer not null       -- including the house's root
);
comment on table plan_counts is 'The profiles and seats of each plan up to the mark.';

create table plan_counts_mark (
  is_only boolean primary key default true check (is_only),
  profile_no integer not null,
  ordinal integer not null
);
comment on table plan_counts_mark is 'The last profile and the last seat that plan_counts includes.';
insert into plan_counts_mark (profile_no, ordinal) values (0, 0);
