-- What an operator looked at: an address may lack this much against the ledger, and its owner is
-- paid all the same. A larger lack counts anew. Amounts in millionths.
create table difference_reviews (
  no bigint generated always as identity primary key,
  address text not null,
  missing_trx bigint not null,
  missing_usdt bigint not null,
  reason text not null check (reason <> ''),
  reviewed_at timestamptz not null default now()
);
create index difference_reviews_by_address on difference_reviews (address, no);
create trigger difference_reviews_append_only before update or delete on difference_reviews
  for each row execute function refuse_change();
create trigger difference_reviews_no_truncate before truncate on difference_reviews
  for each statement execute function refuse_change();

-- The code's own type holds the list of reasons; a second one here would have to follow each change.
alter table payout_pauses drop constraint payout_pauses_reason_check;
alter table payout_pauses add constraint payout_pauses_reason_check
  check (reason ~ '^[a-z_]{1,40}$');
