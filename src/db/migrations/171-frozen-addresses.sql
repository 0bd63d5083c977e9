-- Addresses of ours that the issuer of USDT has frozen: what they hold can't leave. Looked at once
-- a day; a row goes when the issuer lets go.
create table frozen_addresses (
  address text primary key,
  found_at timestamptz not null default now()
);
