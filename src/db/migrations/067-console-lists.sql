-- The console's lists by their own order, however long the tables are.
create index people_email_beginning on people (lower(email) text_pattern_ops);
create index people_phone_beginning on people (phone_number text_pattern_ops)
  where phone_number <> '';
create index people_wallet_address on people (wallet_address) where wallet_address is not null;
create index people_unverified on people (member_no) where verified_at is null;
create index members_suspended on members (no) where suspended;
create index withdrawals_by_state on withdrawals (state, no);
create index withdrawals_by_address on withdrawals (address, no);
create index withdrawals_by_txid on withdrawals (txid) where txid is not null;
create index deposit_requests_by_state on deposit_requests (state, no);
create index transfers_unsettled on transfers (no) where state in ('unattributed', 'dust');
create index transfers_by_txid on transfers (txid);
create index transfers_missed on transfers (request_no) where state = 'unattributed';
create index payouts_by_state on payouts (state, no);
create index journals_by_day on journals using brin (at);
create index contact_messages_answered on contact_messages (no) where answered_at is not null;
create index mails_failed on mails (failed_at) where failed_at is not null;
create index seats_by_day on seats using brin (taken_at);
create index members_by_day on members using brin (joined_at);
