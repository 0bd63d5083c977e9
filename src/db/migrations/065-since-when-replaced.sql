-- Since when a replaced wallet address had been on file, so that a dispute doesn't restore a
-- thief's. Null is since the account exists. Existing rows, and those of the previous version, have
-- a time at which their address was no longer on file, so a dispute doesn't trust it.

alter table dispute_links add column before_since timestamptz default now();
