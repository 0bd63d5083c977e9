-- Postings belong to journals of their own transaction: a pair that balances could otherwise be
-- slipped into a journal of last year, and every sum would still be right. A row's xmin is the
-- transaction that wrote it; the book writes a batch without savepoints, and numbers its journals
-- without gaps, so that one look at a short range of them answers for all.
create or replace function settle_postings() returns trigger language plpgsql as $$
declare
  bad record;
begin
  select journal_no, asset, sum(amount) as total into bad from added
    group by journal_no, asset having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'journal % is not balanced: asset % adds up to %', bad.journal_no, bad.asset,
      bad.total using errcode = 'TF002';
  end if;

  select min(journal_no) as low, max(journal_no) as high into bad from added;
  if (select count(*) from journals where no between bad.low and bad.high
        and xmin = pg_current_xact_id()::xid) <> bad.high - bad.low + 1 then
    raise exception 'journals % to %: postings come with their journals, not later', bad.low,
      bad.high using errcode = 'TF005';
  end if;

  merge into accounts a
    using (select account_no, min(asset) as asset, sum(amount)::bigint as total
           from added group by account_no) d
    on a.no = d.account_no
    when matched then update set balance = a.balance + d.total
    when not matched then insert (no, asset, balance) values (d.account_no, d.asset, d.total);

  select account_no, balance, balance_after into bad
    from (select distinct on (account_no) account_no, asset, balance_after from added
          order by account_no, journal_no desc, line desc) last
    join accounts on accounts.no = last.account_no
    where accounts.balance <> last.balance_after or accounts.asset <> last.asset limit 1;
  if found then
    raise exception 'account %: balance is % and not % as posted', bad.account_no, bad.balance,
      bad.balance_after using errcode = 'TF003';
  end if;
  return null;
end $$;

-- Each look-up by its key, whatever the tables' sizes were when the plan was made. With ten
-- accounts the planner likes to keep them all at hand and to compare each with each: with 20,000
-- accounts that plan, still in use, took two seconds for a batch of a thousand.
alter function settle_postings() set enable_seqscan = off;
alter function settle_postings() set enable_hashjoin = off;
alter function settle_postings() set enable_mergejoin = off;
alter function settle_postings() set enable_material = off;
