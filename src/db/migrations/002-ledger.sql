-- The ledger: the command log, members and the placement tree, accounts and postings. Only
-- src/server/book writes these tables.

create table commands (
  seq bigint primary key,
  at timestamptz not null,
  kind text not null,
  by text not null,
  input jsonb not null,
  -- After an unknown outcome the writer looks this id up before it tries again. Ids begin with
  -- their time, so the index grows at its end.
  submission uuid not null default uuidv7()
);
comment on table commands is
  'Every accepted command in order. The whole state follows from these rows.';
create unique index commands_by_submission on commands (submission);
create index commands_about_withdrawals on commands ((input->>'withdrawal'), seq) where kind in (
  'approve_withdrawal', 'reject_withdrawal', 'cancel_withdrawal',
  'send_withdrawal', 'confirm_withdrawal', 'fail_withdrawal');
create index commands_withdrawing_approvals on commands ((input->>'operator'), seq)
  where kind = 'withdraw_approvals';
-- A starting writer checks open rows against the commands that made them.
create index commands_opening on commands (at)
  where kind in ('open_deposit', 'propose_adjustment');

-- A writer that remembers commands this database has lost can't continue.
create function refuse_gaps() returns trigger language plpgsql as $$
declare
  lowest bigint;
  highest bigint;
  many bigint;
  last bigint;
begin
  select min(seq), max(seq), count(*) into lowest, highest, many from added;
  if many = 0 then
    return null;
  end if;
  select coalesce(max(seq), 0) into last from commands where seq < lowest;
  if lowest <> last + 1 or highest - lowest + 1 <> many then
    raise exception 'commands % to % (% rows) do not follow command %', lowest, highest, many, last
      using errcode = 'TF005';
  end if;
  return null;
end $$;
create trigger commands_dense after insert on commands
  referencing new table as added for each statement execute function refuse_gaps();

-- Who may write batches. The epoch increases with every change of leadership and never goes back.
create table ledger_leader (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null,
  holder_id uuid not null,
  -- Where the leader takes commands, and where it says that it is alive. Without an address, any
  -- process with a ledger of its own may write.
  address text,
  alive_address text,
  elected_at timestamptz not null default clock_timestamp(),
  check ((address is null) = (alive_address is null))
);
comment on table ledger_leader is
  'The process that leads the ledger. A batch of an earlier epoch is refused.';
insert into ledger_leader (epoch, holder_id) values (0, '00000000-0000-0000-0000-000000000000');

create table rule_versions (
  version integer primary key check (version > 1),
  raised_at timestamptz not null
);
comment on table rule_versions is
  'Versions of the rules after the first, each written by the command of the log from which on it '
  'holds.';

create function refuse_old_epoch() returns trigger language plpgsql as $$
begin
  raise exception 'epoch % does not follow epoch %', new.epoch, old.epoch using errcode = 'TF007';
end $$;
create trigger ledger_leader_rises before update on ledger_leader
  for each row when (new.epoch <= old.epoch) execute function refuse_old_epoch();
create trigger ledger_leader_stays before delete or truncate on ledger_leader
  for each statement execute function refuse_change();

create table batches (
  first_seq bigint primary key,
  last_seq bigint not null,
  writer uuid not null,
  at timestamptz not null default now(),
  epoch bigint not null,
  -- A hash of what the batch changed in the writer's state, which followers compare with their own.
  -- Null where a tool wrote the rows.
  digest bigint
);
comment on table batches is
  'One row per committed batch. After a lost answer the writer sees here whether it committed.';

-- The writer has checked this under its lock. A writer that forgot to is stopped here.
create function require_epoch() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_leader l where l.epoch = new.epoch) then
    raise exception 'a batch of epoch % is not of the current one', new.epoch
      using errcode = 'TF007';
  end if;
  return null;
end $$;
create trigger batches_of_epoch after insert on batches
  for each row execute function require_epoch();

-- Locks of the writer. Anyone who signs in may take an advisory lock, but only roles that write the
-- ledger may lock these tables. They stay empty.

create table batch_lock (singleton boolean primary key check (singleton));
comment on table batch_lock is 'Each batch locks it, so that one runs at a time.';

create table leader_lock (singleton boolean primary key check (singleton));
comment on table leader_lock is 'The session that locks it leads the ledger.';

-- Waits for the writer lock and returns what the writer compares with its memory: the last command,
-- the batch that holds the command it remembers as last, the time, and who leads. A change of
-- leadership takes the same lock, so this stays true until the batch ends. One round trip. Each
-- statement in here has its own snapshot, so the last one sees what the previous holder of the lock
-- committed. Limits are set for the transaction, because a pooler may drop those of a session.
create function lock_book(mine bigint, lock_ms integer, statement_ms integer, idle_ms integer,
  transaction_ms integer)
returns table (seq bigint, batch uuid, clock_ms bigint, epoch bigint, holder uuid,
  address text) language plpgsql as $$
begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    raise exception 'this server is read-only' using errcode = '25006';
  end if;
  perform set_config('lock_timeout', lock_ms::text, true),
    set_config('statement_timeout', statement_ms::text, true),
    set_config('idle_in_transaction_session_timeout', idle_ms::text, true),
    set_config('transaction_timeout', transaction_ms::text, true);
  lock table batch_lock in exclusive mode;
  return query select
    coalesce((select c.seq from commands c order by c.seq desc limit 1), 0),
    (select b.writer from batches b where b.first_seq <= mine order by b.first_seq desc limit 1),
    (extract(epoch from clock_timestamp()) * 1000)::bigint,
    l.epoch, l.holder_id, l.address
    from ledger_leader l;
end $$;

create table history_losses (
  no bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  known_seq bigint not null,   -- the last command in the writer's memory
  known_batch uuid,
  found_seq bigint not null,   -- the last command in the database
  process text not null
);
comment on table history_losses is
  'Each time this database had lost commands that a writer had acknowledged. Payouts pause until '
  'an operator has compared the chain with the ledger.';

create table idempotency (
  scope text not null,
  key text not null,
  input_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
comment on table idempotency is
  'Answers to requests with a key, written in the same commit as the effects of the command.';
create index idempotency_by_age on idempotency using brin (created_at);

create table catalogs (
  version integer primary key,
  published_at timestamptz not null,
  published_by text not null,
  plans jsonb not null
);
comment on table catalogs is
  'Published versions of the plan catalog. A profile keeps the version it began with.';

create table members (
  no integer primary key,
  sponsor_no integer,
  joined_at timestamptz not null,
  suspended boolean not null default false,
  auto_upgrade boolean not null default true,
  -- Counts the sponsor's referrals, so that the newest one says how many there are, and any page of
  -- them is found by number.
  referral_no integer not null default 0,
  check ((no = 1) = (sponsor_no is null)),
  check (sponsor_no < no)
);
comment on table members is
  'What the ledger knows of a member. Names and contact details are in identities.';
create unique index members_by_sponsor on members (sponsor_no, referral_no);
create index members_suspended on members (no) where suspended;
create index members_by_day on members using brin (joined_at);
call keep('members', 'no', 'sponsor_no', 'joined_at', 'referral_no');

-- A row sees those before it in the same statement.
create function number_referral() returns trigger language plpgsql as $$
begin
  new.referral_no := coalesce((select referral_no + 1 from members
    where sponsor_no = new.sponsor_no order by referral_no desc limit 1), 1);
  return new;
end $$;
create trigger members_number_referral before insert on members
  for each row when (new.sponsor_no is not null) execute function number_referral();

-- The first referral of a member that joined at a time or later, or one more than all of them.
-- Referrals are in the order of their times.
create function referral_since(sponsor integer, since timestamptz) returns integer
language plpgsql stable parallel safe as $$
declare
  low integer := 1;
  high integer := coalesce((select referral_no + 1 from members
    where sponsor_no = sponsor order by referral_no desc limit 1), 1);
  middle integer;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select joined_at < since from members
        where sponsor_no = sponsor and referral_no = middle) then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

create table profiles (
  no integer primary key,
  member_no integer not null,
  plan smallint not null check (plan between 0 and 4),
  catalog_version integer not null,
  origin smallint not null check (origin between 0 and 2),  -- 0 join, 1 upgrade, 2 re-entry
  origin_no integer,                                        -- the profile whose board made it
  public_id text not null unique,
  created_at timestamptz not null
);
comment on table profiles is 'A member''s profiles, active or not.';
create index profiles_by_member on profiles (member_no, no);
-- Boards completed in a period are read from the profiles that they brought.
create index profiles_by_day on profiles using brin (created_at);

create table seats (
  profile_no integer primary key,
  ordinal integer not null,        -- counts activations across all plans, without gaps
  plan smallint not null,
  parent_no integer,
  side smallint check (side in (0, 1)),
  depth integer not null,
  -- An ancestor some way up, so that any ancestor is found in about 2 log2(depth) steps. Seat A is
  -- in the upline of seat B when the ancestor of B at A's depth is A.
  jump_no integer not null,
  taken_at timestamptz not null,
  check ((parent_no is null) = (side is null)),
  unique (parent_no, side)
);
comment on table seats is
  'The placement trees. A seat exists exactly when its profile is active.';
-- A B-tree, because it finds the newest seats without reading a tail that a BRIN index has not
-- summarized yet.
create unique index seats_ordinal_key on seats (ordinal);
create unique index seats_one_root on seats (plan) where parent_no is null;
create index seats_by_plan on seats (plan);
create index seats_by_day on seats using brin (taken_at);

-- Accounts below 1000 belong to the company and to custody (src/domain/account.ts names them).
-- A member's wallet is 1000 + 2 × number, and the hold for withdrawals 1001 + 2 × number.
create table accounts (
  no bigint primary key,
  balance bigint not null,
  rewards bigint not null default 0,    -- the sum of all rewards that were posted to it
  rewarded integer not null default 0,  -- the number of these postings
  asset smallint not null check (asset between 0 and 2),
  check (no < 1000 or (balance >= 0 and asset = 0))
) with (fillfactor = 60);
comment on table accounts is
  'Balances and totals of rewards. The trigger on postings keeps them; nothing else may.';

-- Within the trigger on postings the depth is 1.
create function refuse_set_balance() returns trigger language plpgsql as $$
begin
  raise exception 'balances follow from postings alone: % refused', tg_op using errcode = 'TF004';
end $$;
create trigger accounts_follow_postings before insert or update or delete or truncate on accounts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_set_balance();

create table journals (
  no bigint primary key,
  seq bigint not null,
  kind smallint not null,
  subject bigint not null,
  at timestamptz not null,
  unique (kind, subject)  -- the idempotency key: one business event is booked once
);
comment on table journals is 'Journal entries: one per business event.';
create index journals_by_seq on journals using brin (seq);
create index journals_by_day on journals using brin (at);

-- The first journal of a time or later, or one more than all of them. Journals are in the order of
-- their times, and few numbers are missing, so this looks at some twenty of them.
create function journal_since(since timestamptz) returns bigint
language plpgsql stable parallel safe as $$
declare
  low bigint := 1;
  high bigint := coalesce((select no + 1 from journals order by no desc limit 1), 1);
  middle bigint;
  found_no bigint;
  found_at timestamptz;
begin
  while low < high loop
    middle := (low + high) / 2;
    select no, at into found_no, found_at from journals where no >= middle order by no limit 1;
    if found_at < since then
      low := found_no + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

create table postings (
  journal_no bigint not null,
  account_no bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  line smallint not null,
  asset smallint not null,
  purpose smallint not null,
  primary key (journal_no, line),
  check (account_no < 1000 or balance_after >= 0)
);
comment on table postings is
  'The lines of journal entries. They add up to zero per journal and asset.';
create index postings_by_account on postings (account_no, journal_no);

-- Checks the postings of one statement and applies them to balances.
--
-- Postings belong to journals of their own transaction: otherwise a balanced pair could be slipped
-- into a journal of last year, and every sum would still be right. A row's xmin is the transaction
-- that wrote it. The book writes a batch without savepoints and numbers its journals without gaps,
-- so one look at a short range of them answers for all.
--
-- The purposes of rewards are 1 to 3 (src/server/book/rows/ledger-rows.ts).
--
-- A batch touches a few thousand accounts of perhaps a million. Left alone, the planner may read
-- all of them, or keep a plan from when there were ten. The settings make it use the key each time.
-- Balances change with the owner's rights, so that no other role needs rights to change one.
create function settle_postings() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_material = off as $$
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

  -- A balance that differs from what the writer computed means that the writer is stale. The same
  -- pass over the accounts changes and compares them, in the order of their numbers.
  with changed as (
    merge into accounts a
      using (select distinct on (account_no) account_no, asset, balance_after,
               sum(amount) over own as total,
               sum(amount) filter (where purpose between 1 and 3) over own as rewards,
               count(*) filter (where purpose between 1 and 3) over own as rewarded
             from added window own as (partition by account_no)
             order by account_no, journal_no desc, line desc) d
      on a.no = d.account_no
      when matched then update set balance = a.balance + d.total::bigint,
        rewards = a.rewards + coalesce(d.rewards, 0)::bigint,
        rewarded = a.rewarded + d.rewarded::integer
      when not matched then insert (no, balance, rewards, rewarded, asset)
        values (d.account_no, d.total::bigint, coalesce(d.rewards, 0)::bigint,
          d.rewarded::integer, d.asset)
      returning d.account_no, a.balance, d.balance_after, a.asset <> d.asset as is_other)
  select account_no, balance, balance_after into bad
    from changed where balance <> balance_after or is_other limit 1;
  if found then
    raise exception 'account %: balance is % and not % as posted', bad.account_no, bad.balance,
      bad.balance_after using errcode = 'TF003';
  end if;
  return null;
end $$;
create trigger postings_settle after insert on postings
  referencing new table as added for each statement execute function settle_postings();
