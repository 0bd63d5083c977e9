-- What is credited, and at which price.

-- USDT in dollars, the last of each minute that its sources agreed on. Deposits in USDT are open
-- while the newest price is accepted, fresh, and near a dollar.
create table usdt_prices (
  minute timestamptz primary key,
  price_e8 bigint not null check (price_e8 > 0),
  as_of timestamptz not null,
  sources text not null,
  -- False while a jump waits to be confirmed.
  accepted boolean not null
);

-- When a jump of the TRX rate was held back: from the last good rate until one was accepted. No rate
-- serves in between, neither for that time nor at that time.
create table rate_holds (
  since timestamptz primary key,
  rate_e8 bigint not null check (rate_e8 > 0),
  ended_at timestamptz
);
create unique index rate_holds_alone on rate_holds ((true)) where ended_at is null;

-- Why an unmatched transfer waits for a person; null for those that accept themselves in time.
alter table transfers add column held text
  check (held in ('contract', 'usdt_price', 'late_rate'));

-- What is worth less than the least fee and a cent ($0.11) at its block's rate is never credited:
-- it ends at once, and nothing keeps it in memory.
alter table transfers drop constraint transfers_state_check;
alter table transfers add constraint transfers_state_check
  check (state in ('credited', 'unattributed', 'accepted', 'too_small', 'dust'));
update transfers set state = 'too_small', request_no = null
  where state = 'unattributed'
    and case asset when 1 then trunc(amount * rate_e8::numeric / 100000000) else amount end < 110000;
drop index transfers_due;
create index transfers_due on transfers (block_at, no)
  where state = 'unattributed' and held is null;
drop index transfers_unsettled;
create index transfers_unsettled on transfers (no)
  where state in ('unattributed', 'too_small', 'dust');

-- The highest index given to a deposit address. It never falls behind the clock (seconds since
-- 2026): a restored database, whatever it has forgotten, gives out higher ones than before.
create table deposit_address_mark (
  singleton boolean primary key default true check (singleton),
  last_index integer not null check (last_index >= 0)
);
insert into deposit_address_mark (last_index)
  select coalesce(max(address_index), 0) from deposit_addresses;
drop sequence deposit_address_indexes;
-- Addresses that were given out while the chain could not be asked whether they were in use. A row
-- goes when the chain did not know the address; one that was in use stays for people to look at.
create table unasked_addresses (
  address text primary key,
  given_at timestamptz not null default now(),
  was_used boolean not null default false
);
