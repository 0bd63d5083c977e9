-- Postings get partitions of four million journals each. The index of postings by account grows
-- with all of history, and an activation changes a page of it for each account. The index of one
-- partition fits in memory, and its pages are written more than once between two checkpoints.
--
-- All postings until now become the first partition, without being copied. This constraint says
-- where it ends. Until the next migrations have run, there is room for at least four million more.
do $$
declare
  size constant bigint := 4194304;
  last_no bigint := coalesce((select no from journals order by no desc limit 1), 0);
begin
  execute format('alter table postings add constraint postings_first_partition
    check (journal_no < %s) not valid', (last_no / size + 2) * size);
end $$;
