-- The price of TRX in USD × 10^8: the rate in force, and one for each minute of the past.

create table live_rates (
  asset smallint primary key check (asset = 1),
  rate_e8 bigint not null check (rate_e8 > 0),
  as_of timestamptz not null,
  -- Names of the sources that agreed, separated by commas.
  sources text not null
);

create table rate_history (
  minute timestamptz primary key,
  rate_e8 bigint not null check (rate_e8 > 0),
  as_of timestamptz not null,
  sources text not null
);

-- How each source did when it was last asked, for operators.
create table rate_sources (
  name text primary key,
  rate_e8 bigint,
  asked_at timestamptz not null,
  trouble text not null default ''
);
