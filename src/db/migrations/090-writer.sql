-- The ledger writer against a database that changes under it: failover, restore, a lost COMMIT.

-- Each command is submitted under an id of its own. After an unknown outcome the writer looks the
-- ids up before it tries anything again. Ids begin with their time, so the index grows at its end.
alter table commands add column submission uuid not null default uuidv7();
create unique index commands_by_submission on commands (submission);

-- The numbers of the log have no gap, whoever writes them: a writer that remembers commands which
-- this database has lost can't go on.
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

-- Ordinals are dense and unique. The B-tree also finds the newest seats without reading a tail that
-- a BRIN index has not summarized yet.
create unique index seats_ordinal_key on seats (ordinal);
drop index seats_by_ordinal;

-- Unlogged tables can't be read on a standby, and members' deposit lists show pending transfers.
alter table sightings set logged;

-- Waits for the writer's lock and answers what it must compare with its memory: the last command,
-- the batch that holds the command it remembers as the last one, and the time. One round trip;
-- each statement in here has a snapshot of its own, so the last one sees what the previous holder
-- of the lock committed. The limits are set here for the transaction, because a pooler may refuse
-- or drop those of a session.
create function lock_book(mine bigint, lock_ms integer, statement_ms integer, idle_ms integer,
  transaction_ms integer)
returns table (seq bigint, batch uuid, clock_ms bigint) language plpgsql as $$
begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    raise exception 'this server is read-only' using errcode = '25006';
  end if;
  perform set_config('lock_timeout', lock_ms::text, true),
    set_config('statement_timeout', statement_ms::text, true),
    set_config('idle_in_transaction_session_timeout', idle_ms::text, true),
    set_config('transaction_timeout', transaction_ms::text, true);
  perform pg_advisory_xact_lock(7960363);
  return query select
    coalesce((select c.seq from commands c order by c.seq desc limit 1), 0),
    (select b.writer from batches b where b.first_seq <= mine order by b.first_seq desc limit 1),
    (extract(epoch from clock_timestamp()) * 1000)::bigint;
end $$;

-- Each time the database had lost commands that a writer had acknowledged. Payouts pause until an
-- operator has compared the chain with the ledger.
create table history_losses (
  no bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  known_seq bigint not null,   -- the last command in the writer's memory
  known_batch uuid,
  found_seq bigint not null,   -- the last command in the database
  process text not null
);
create trigger history_losses_append_only before update or delete on history_losses
  for each row execute function refuse_change();
create trigger history_losses_no_truncate before truncate on history_losses
  for each statement execute function refuse_change();
alter table payout_pauses drop constraint payout_pauses_reason_check;
alter table payout_pauses add constraint payout_pauses_reason_check check (reason in
  ('low_balance', 'unexplained_transfer', 'chain', 'rate', 'float_limit', 'history_lost'));
