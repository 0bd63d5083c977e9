-- no transaction
-- A transaction that we gave up on may appear on chain after all. An operator then records it as a
-- later attempt of its withdrawal. Only one payout with a transaction may count.

create unique index concurrently if not exists payouts_txid_counts on payouts (txid)
  where state <> 'expired';
create index concurrently if not exists payouts_by_txid on payouts (txid);
