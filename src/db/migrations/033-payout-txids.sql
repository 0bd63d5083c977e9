-- payouts_txid_counts replaces it, and allows a second payout with a transaction that we gave up on.

alter table payouts drop constraint if exists payouts_txid_key;
