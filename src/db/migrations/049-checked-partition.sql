-- Reads every row, and neither reads nor writes wait for it. Without it, attaching the partition
-- would read them while everyone waits.
alter table postings validate constraint postings_first_partition;
