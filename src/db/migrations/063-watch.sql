-- How the house stood, every few minutes; old points are thinned to one a day.
create table solvency_snapshots (
  at timestamptz primary key,
  owed_micros bigint not null,
  trx_units bigint not null,
  usdt_units bigint not null,
  -- Null while TRX had no rate.
  value_micros bigint
);

-- The alarms by mail: where each one's limit lies, and whether it is crossed now. Limits are in the
-- unit that the name's text says: minutes, pieces, cents or hundredths.
create table alerts (
  name text primary key,
  enabled boolean not null default true,
  limit_value bigint not null,
  value bigint,
  detail text not null default '',
  crossed_since timestamptz,
  mailed_at timestamptz,
  checked_at timestamptz
);
