-- A batch touches a few thousand accounts, whatever their number. Left to itself the planner reads
-- all of a million accounts for it, or keeps a plan from when there were ten.
alter function settle_postings() set enable_seqscan = off;
alter function settle_postings() set enable_hashjoin = off;
alter function settle_postings() set enable_mergejoin = off;
