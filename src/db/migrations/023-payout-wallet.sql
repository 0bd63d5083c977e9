-- Until when a wallet's outgoing transfers have been compared with the payouts. A database that is
-- restored from before a payout has an older time here too, so that the payout is found.
alter table own_wallets add column checked_until timestamptz;

-- Approved withdrawals that cannot be paid as they are: for operators to look at, one by one.
create table payout_troubles (
  withdrawal_no integer primary key,
  detail text not null,
  since timestamptz not null default now()
);
