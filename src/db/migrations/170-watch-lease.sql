-- Which worker follows the chain now, and until when it may go without saying so. With a second
-- worker the nodes would be asked everything twice.
alter table chain_cursors
  add column watched_by uuid,
  add column watched_until timestamptz;
