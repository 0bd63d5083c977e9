-- What members really earned: derived from postings in their order, up to the mark, and made again
-- from them. Amounts are micro-dollars.

create table member_results (
  member_no integer primary key,
  first_paid_at timestamptz,       -- null: the member never paid a joining fee
  plan smallint,                   -- the highest plan that the member paid for
  paid bigint not null,
  charges bigint not null,
  rewards bigint not null
) with (fillfactor = 80);
comment on table member_results is
  'What each member paid in joining fees and in charges (deposit, withdrawal, and network fees, and '
  'rounding), and got in rewards. Members without any of these have no row.';

create table plan_results (
  plan smallint primary key,
  places integer not null,
  fees bigint not null,
  rewards bigint not null
) with (fillfactor = 80);
comment on table plan_results is 'What each plan''s places cost, and what their fees paid to members.';

create table income_mark (
  is_only boolean primary key default true check (is_only),
  journal_no bigint not null
);
comment on table income_mark is 'The last journal that member_results and plan_results include.';
insert into income_mark (journal_no) values (0);

-- Rewards of past journals by day (UTC), so that a member's earnings cost the same however many
-- rewards there are. The worker adds journals in order, up to the mark. Reads add what came later.
create table reward_days (
  account_no bigint not null,
  day date not null,
  plan smallint not null,          -- of the profile whose activation paid
  purpose smallint not null,
  amount bigint not null,
  count integer not null,
  primary key (account_no, day, plan, purpose)
) with (fillfactor = 80);
comment on table reward_days is 'Rewards of each account by day, up to the journal of the mark.';

create table reward_days_mark (
  is_only boolean primary key default true check (is_only),
  journal_no bigint not null
);
comment on table reward_days_mark is 'The last journal whose rewards are in reward_days.';
insert into reward_days_mark (journal_no) values (0);
