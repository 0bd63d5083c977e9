-- What is open when the book starts is held against its commands, found by their time.
create index commands_opening on commands (at)
  where kind in ('open_deposit', 'propose_adjustment');
create index adjustments_by_time on adjustments (proposed_at);

-- Why a person has to look at a transfer, and the request it missed, stay as they were written.
drop trigger transfers_keep on transfers;
create trigger transfers_keep before update on transfers for each row
  execute function keep_columns('no', 'network', 'txid', 'asset', 'log_index', 'member_no',
    'from_address', 'to_address', 'amount', 'rate_e8', 'block_number', 'block_at', 'seen_at',
    'request_no', 'held');
