-- What accepts itself in its time: worth at least the least fee and a cent ($0.11). Smaller ones stay
-- for good, and the round that looks for those due never reads them, however many there are.
create index transfers_due on transfers (block_at, no) where state = 'unattributed'
  and case asset when 1 then amount * rate_e8::numeric / 100000000 else amount end >= 110000;
