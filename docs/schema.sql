-- What the migrations add up to. Written by `npm run schema`; a test compares it with a
-- migrated database. To change the schema, add a migration.

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.add_to_custody_totals(trx numeric, usdt numeric)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update custody_totals set chain_trx = chain_trx + trx::bigint,
    chain_usdt = chain_usdt + usdt::bigint
  where trx <> 0 or usdt <> 0
$function$;

CREATE OR REPLACE FUNCTION public.address_entries(source text, r jsonb)
 RETURNS TABLE(address text, asset smallint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select * from (
    select r->>'to_address', (r->>'asset')::smallint, (r->>'amount')::bigint
      where source = 'treasury_receipts'
    union all select r->>'to_address', (r->>'asset')::smallint, (r->>'units')::bigint
      where source = 'custody_moves' and r->>'state' = 'confirmed'
        or source = 'outside_moves' and (r->>'to_own')::boolean
    union all select r->>'from_address', (r->>'asset')::smallint, -(r->>'units')::bigint
      where source in ('custody_moves', 'payouts') and r->>'state' = 'confirmed'
        or source = 'outside_moves'
    union all select coalesce(r->>'from_address', r->>'address'), 1::smallint,
        -(r->>'fee_sun')::bigint
      where source in ('custody_moves', 'payouts', 'unexplained_transfers')
  ) e (address, asset, amount) where amount <> 0
$function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.analyze_postings()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not postings_have_doubled() then
    return false;
  end if;
  analyze only postings;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(before bytea, e audit_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(before || convert_to(string_agg(
      coalesce(octet_length(part)::text, '-') || ':' || coalesce(part, ''), ',' order by place),
      'UTF8'))
  from unnest(array[e.no::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    e.operator, e.action, e.object, e.before::text, e.after::text, e.reason, e.request_id])
    with ordinality as parts (part, place)
$function$;

CREATE OR REPLACE FUNCTION public.audit_text(operator text, action text, object text, reason text, before jsonb, after jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(operator || ' ' || action || ' ' || object || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.no := head.no + 1;
  new.at := clock_timestamp();
  new.hash := audit_hash(head.hash, new);
  update audit_head set no = new.no, hash = new.hash;
  return new;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.extend_postings()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  size constant bigint := 4194304;
  last_no bigint;
  bound bigint;
  part text;
  is_locked boolean := false;
begin
  loop
    select coalesce(max(journal_no), 0) into last_no from postings;
    select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''?(\d+)')::bigint)
      into bound from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'postings'::regclass;
    exit when bound > last_no + size;
    if is_locked then
      part := 'postings_' || bound / size;
      execute format('create table %I (like postings including constraints)', part);
      call guard_partition(part);
      execute format('alter table postings attach partition %I for values from (%s) to (%s)', part,
        bound, bound + size);
    else
      -- Someone else may have added one while we waited. Not of partitions, where it would wait for
      -- a vacuum, or for an index that is being rebuilt.
      lock table only postings in share update exclusive mode;
      is_locked := true;
    end if;
  end loop;
  return bound;
end $function$;

CREATE OR REPLACE FUNCTION public.first_journal(since timestamp with time zone, command bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  low bigint := 1;
  high bigint := coalesce((select no + 1 from journals order by no desc limit 1), 1);
  middle bigint;
  found journals;
begin
  while low < high loop
    middle := (low + high) / 2;
    select * into found from journals where no >= middle order by no limit 1;
    if found.at < since or found.seq <= command then
      low := found.no + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The lock keeps the cursor where it is until this wallet can be seen by the scan.
  perform from chain_cursors for update;
  new.followed_from := (select max(final_number) from chain_cursors);
  return new;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE PROCEDURE public.guard_partition(IN part text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create trigger %I before insert on %I for each statement
    execute function refuse_direct_insert()', part || '_no_insert', part);
  execute format('create trigger %I before truncate on %I for each statement
    execute function refuse_change()', part || '_no_truncate', part);
  execute format('alter table %I set (autovacuum_freeze_min_age = 0,
    autovacuum_vacuum_insert_scale_factor = 0.05)', part);
end $procedure$;

CREATE OR REPLACE FUNCTION public.has_entry(about text, by_operator text, what text, id text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from audit_entries where object = about and operator = by_operator
    and action = what and after->>'id' = id and xmin = pg_current_xact_id()::xid)
$function$;

CREATE OR REPLACE FUNCTION public.hold_payouts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if owns_table(tg_relid) then return new; end if;
  if old.member_no <> new.member_no then
    raise exception 'a member keeps their account' using errcode = 'TF001';
  end if;
  if old.hold_until > now() and (new.hold_until >= old.hold_until) is not true then
    raise exception 'payouts of member % are held', old.member_no using errcode = 'TF001';
  end if;
  if (old.wallet_address, old.email) is distinct from (new.wallet_address, new.email) then
    new.hold_until := greatest(new.hold_until, clock_timestamp()
      + make_interval(secs => (select seconds from payout_hold)));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.is_approved_now(c member_import_corrections, c_xmin xid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.state = 'approved' and c_xmin = pg_current_xact_id()::xid
    and c.decided_at = transaction_timestamp()
$function$;

CREATE OR REPLACE FUNCTION public.is_of_part(part text, process text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select part in ('all', process)
  or (part in ('worker', 'chain') and process in ('worker', 'chain', 'mail')) $function$;

CREATE OR REPLACE FUNCTION public.is_part(VARIADIC parts text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from runtime_roles
    where role = current_user and (part = any (parts) or part = 'all'));
end $function$;

CREATE OR REPLACE FUNCTION public.is_renamed(of integer, old_name text, new_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from member_import_corrections c where c.import_no = of
      and lower(c.username) = lower(new_name) and is_approved_now(c, c.xmin))
    and not exists (select from member_import_rows
      where import_no = of and lower(username) = lower(old_name))
$function$;

CREATE OR REPLACE FUNCTION public.journal_after(command bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select first_journal(null, command) $function$;

CREATE OR REPLACE FUNCTION public.journal_since(since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select first_journal(since, null) $function$;

CREATE OR REPLACE PROCEDURE public.keep(IN target text, VARIADIC names text[])
 LANGUAGE plpgsql
AS $procedure$
begin
  execute (select format('create trigger %I after update on %I for each row '
      'when ((%s) is distinct from (%s)) execute function keep_columns(%s)',
      target || '_keep_columns', target, string_agg(format('old.%I', name), ', '),
      string_agg(format('new.%I', name), ', '), string_agg(quote_literal(name), ', '))
    from unnest(names) name);
end $procedure$;

CREATE OR REPLACE FUNCTION public.keep_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.approved is not null or (old.kind, old.username, old.role, old.reason, old.requested_by,
      old.requested_at) is distinct from (new.kind, new.username, new.role, new.reason,
      new.requested_by, new.requested_at) then
    raise exception 'access change % is as it is', old.no using errcode = 'TF001';
  end if;
  return new;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.keep_address_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- In the order of addresses, so that two transactions wait for each other in one direction.
  insert into address_totals (address, asset, units)
    select e.address, e.asset, sum(e.amount)::bigint from (
      select * from address_entries(tg_table_name, to_jsonb(new))
      union all select address, asset, -amount
        from address_entries(tg_table_name, to_jsonb(old))) e
    group by e.address, e.asset having sum(e.amount) <> 0 order by e.address, e.asset
    on conflict (address, asset) do update set units = address_totals.units + excluded.units;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_columns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  name text;
begin
  foreach name in array tg_argv loop
    if before->name is distinct from after->name then
      raise exception '%: % of a row stays as it was written', tg_table_name, name
        using errcode = 'TF001';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if owns_table(tg_relid) then return coalesce(new, old); end if;
  if old.expires_at > now() and (tg_op = 'DELETE' or new.expires_at < old.expires_at) then
    raise exception 'a link to dispute an event has not expired' using errcode = 'TF001';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.withdrawal_no, old.attempt, old.asset, old.units, old.from_address, old.to_address,
      old.txid, old.signed_hex, old.expires_at, old.fee_limit_sun)
     is distinct from
     (new.withdrawal_no, new.attempt, new.asset, new.units, new.from_address, new.to_address,
      new.txid, new.signed_hex, new.expires_at, new.fee_limit_sun) then
    raise exception 'payout % is stored already', old.no using errcode = 'TF001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from retired_wallets
      where address = old.address and retired_at = transaction_timestamp()) then
    raise exception 'wallet % is not retired', old.address using errcode = 'TF001';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from runtime_roles where role = current_user and part = 'mail')
    and (new.operator, new.action) not in (('time limit', 'discard import'),
      ('time limit', 'reject access change'), ('webhooks', 'disable webhook')) then
    raise exception 'a mail process records no action %', new.action
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_book(mine bigint, lock_ms integer, statement_ms integer, idle_ms integer, transaction_ms integer)
 RETURNS TABLE(seq bigint, batch uuid, clock_ms bigint, epoch bigint, holder uuid, address text)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.lock_member(member integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select suspended from members where no = member for share $function$;

CREATE OR REPLACE FUNCTION public.lock_signing_files(alone boolean, waits boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  old_lock bigint := hashtextextended('signing batches', 0);
begin
  if alone then
    lock table signing_files in exclusive mode;
  elsif waits then
    lock table signing_files in share mode;
  else
    lock table signing_files in share mode nowait;
  end if;
  if (case when alone then pg_try_advisory_xact_lock(old_lock)
      else pg_try_advisory_xact_lock_shared(old_lock) end)
    or (select bool_and(not has_table_privilege(a.usesysid, 'signing_files'::regclass, 'update'))
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and a.datname = current_database()
        and l.database = a.datid and l.objsubid = 1
        and (l.classid::bigint << 32) | l.objid::bigint = old_lock) then
    return true;
  end if;
  if not waits then return false; end if;
  if alone then
    perform pg_advisory_xact_lock(old_lock);
  else
    perform pg_advisory_xact_lock_shared(old_lock);
  end if;
  return true;
exception when lock_not_available then
  if waits then raise; end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.look_up(wanted_sessions bigint[], wanted_scopes text[], wanted_keys text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare held bigint[];
begin
  -- A statement of its own, because the next one has to see what ended before we got the lock.
  select array_agg(no) into held from unnest(wanted_sessions) as wanted (no)
  where pg_try_advisory_xact_lock_shared(hashtextextended('session of a member', no));
  return json_build_object(
    'sessions', (
      select json_object_agg(s.no, s.member_no)
      from sessions s
      join members m on m.no = s.member_no and not m.suspended
      where s.no = any (held)
        and s.ended_at is null and s.expires_at > clock_timestamp()
    ),
    'answers', (
      select json_agg(json_build_array(i.scope, i.key, i.input_hash, i.answer::text))
      from unnest(wanted_scopes, wanted_keys) as wanted (scope, key)
      join idempotency i on i.scope = wanted.scope and i.key = wanted.key
    )
  );
end $function$;

CREATE OR REPLACE FUNCTION public.may_erase(of integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select is_part('mail', 'worker', 'chain') and exists (select from member_imports
    where no = of and state in ('finished', 'discarded'))
$function$;

CREATE OR REPLACE FUNCTION public.number_referral()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.referral_no := coalesce((select referral_no + 1 from members
    where sponsor_no = new.sponsor_no order by referral_no desc limit 1), 1);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.own_entries(about text)
 RETURNS SETOF audit_entries
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entry audit_entries;
  later bigint := 9223372036854775807;
begin
  loop
    select * into entry from audit_entries where xmin = pg_current_xact_id()::xid
      and no = (select max(no) from audit_entries where object = about and no < later);
    exit when not found;
    return next entry;
    later := entry.no;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.own_entry(about text)
 RETURNS audit_entries
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest audit_entries;
begin
  -- Writers of the audit log take turns, so if we wrote one, it is the newest.
  select * into newest from audit_entries where object = about
    and xmin = pg_current_xact_id()::xid
    and no = (select max(no) from audit_entries where object = about);
  return newest;
end $function$;

CREATE OR REPLACE FUNCTION public.own_part()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select part from runtime_roles where role = current_user $function$;

CREATE OR REPLACE FUNCTION public.owns_table(relation oid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select pg_has_role(relowner, 'member') from pg_class where oid = relation $function$;

CREATE OR REPLACE FUNCTION public.postings_have_doubled()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select sum(part.reltuples) >= 2 * greatest(whole.reltuples, 1000)
  from pg_class whole join pg_inherits on inhparent = whole.oid
    join pg_class part on part.oid = inhrelid
  where whole.oid = 'postings'::regclass group by whole.reltuples
$function$;

CREATE OR REPLACE FUNCTION public.queue_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into reconciliation_queue (address) values (new.address) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into reconciliation_queue (address, moved)
  select address, true from deposit_addresses where address in (new.from_address, new.to_address)
  order by address
  on conflict (address) do update set turn = excluded.turn, moved = true;
  return null;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.record_loss(known bigint, batch uuid, remaining bigint, noticed_by text, checked_at timestamp with time zone, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform set_config('lock_timeout', '2000', true),
    set_config('statement_timeout', '5000', true),
    set_config('idle_in_transaction_session_timeout', '2000', true);
  -- The leader and its standbys notice within milliseconds. Each must see what the first records.
  lock table history_losses in share row exclusive mode;
  if exists (select from history_losses where at > checked_at) then return; end if;
  insert into history_losses (known_seq, known_batch, found_seq, process)
    values (known, batch, remaining, noticed_by);
  insert into payout_pauses (reason, detail) values ('history_lost', why)
    on conflict (reason) do nothing;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.record_outside_payout(paid_withdrawal integer, paid_txid text, paid_from text, last_valid timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  sent jsonb;
begin
  select input into sent from commands
    where kind = 'send_withdrawal' and input->>'withdrawal' = paid_withdrawal::text
      and input->>'txid' = paid_txid and input->>'paidBy' = 'operator'
    order by seq desc limit 1;
  if not found then
    raise exception 'no command says that withdrawal % was paid with %', paid_withdrawal, paid_txid
      using errcode = 'TF006';
  end if;
  insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state, broadcast_at)
    values (paid_withdrawal, (sent->>'attempt')::int,
      case sent->>'coin' when 'TRX' then 1 else 2 end, (sent->>'sentUnits')::bigint, paid_from,
      sent->>'address', paid_txid, null, last_valid, 'stored', now());
end $function$;

CREATE OR REPLACE FUNCTION public.referral_since(sponsor integer, since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'TF001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is a partition: % refused', tg_table_name, tg_op using errcode = 'TF001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: this row has ended', tg_table_name using errcode = 'TF001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_gaps()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_old_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'epoch % does not follow epoch %', new.epoch, old.epoch using errcode = 'TF007';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_tile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'tile %/% only grows', old.level, old.no using errcode = 'TF001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_set_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'balances follow from postings alone: % refused', tg_op using errcode = 'TF004';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_smaller_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from log_checkpoints where size > new.size) then
    raise exception 'a larger log than % is signed already', new.size using errcode = 'TF001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unaudited(about text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'no audit entry about this change of %', about using errcode = 'TF008';
end $function$;

CREATE OR REPLACE FUNCTION public.report_process()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part text := own_part();
begin
  if part is null or owns_table(tg_relid) then return coalesce(new, old); end if;
  if tg_op <> 'INSERT' and not is_of_part(part, old.role)
    and (tg_op = 'UPDATE'
      or old.seen_at between now() - interval '1 day' and now() + interval '1 hour') then
    raise exception 'the process is one of another role' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'INSERT' then
    if not is_of_part(part, new.role) then new.role := part; end if;
    new.started_at := now();
  elsif (old.id, old.role, old.version, old.schema_version, old.rules_version, old.host,
      old.started_at) is distinct from (new.id, new.role, new.version, new.schema_version,
      new.rules_version, new.host, new.started_at) then
    raise exception 'a process only reports that it runs' using errcode = 'TF001';
  end if;
  new.seen_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.require_access_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'operator ' || new.username;
begin
  if owns_table(tg_relid) then return null; end if;
  if (case
      when tg_op = 'INSERT' then new.approved is null and new.requested_at = now()
        and has_entry(about, new.requested_by, 'request access change', new.no::text)
      when new.approved then own_part() in ('web', 'ledger', 'all')
        and has_entry(about, new.decided_by, 'approve access change', new.no::text)
      else (own_part() in ('web', 'ledger', 'all')
          or old.requested_at < now() - interval '7 days')
        and has_entry(about, new.decided_by, 'reject access change', new.no::text)
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_alert_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'alert ' || new.name;
  entry audit_entries;
  first_limit bigint := case
    when new.name in ('solvency', 'reserves') then 10000
    when new.name in ('custody_differences', 'payout_rests', 'edited_rows', 'frozen_addresses')
      then 0
  end;
begin
  if owns_table(tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    if not new.enabled or new.pending_by is not null or new.limit_value <> first_limit then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  entry := own_entry(about);
  if old.name <> new.name then perform refuse_unaudited(about); end if;
  if (old.enabled, old.limit_value) <> (new.enabled, new.limit_value) then
    if entry.action is distinct from 'change alert' then perform refuse_unaudited(about); end if;
    if first_limit is not null and (old.limit_value <> new.limit_value or not new.enabled)
      and (entry.operator <> old.pending_by and (old.pending_enabled, old.pending_limit)
        = (new.enabled, new.limit_value)
        and was_asked_before(about, 'ask to change alert', old.pending_by)) is not true then
      perform refuse_unaudited(about);
    end if;
  end if;
  if new.pending_by is not null
    and (old.pending_by, old.pending_enabled, old.pending_limit, old.pending_at) is distinct from
      (new.pending_by, new.pending_enabled, new.pending_limit, new.pending_at)
    and (entry.action = 'ask to change alert' and entry.operator = new.pending_by) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed text;
begin
  -- The owner of the tables may repair them by hand, and could remove this trigger anyway.
  if (select pg_has_role(relowner, 'member') from pg_class where oid = tg_relid) then
    return null;
  end if;
  foreach changed in array array_remove(array[old.username, new.username], null) loop
    -- Writers of the audit log take turns, so the newest entry about the operator is ours.
    if (
      select xmin = pg_current_xact_id()::xid
        and action in ('add operator', 'reset operator', 'disable operator', 'approve access change')
        and (old.role is not distinct from new.role
          or after->>'role' is not distinct from new.role)
      from audit_entries where object = 'operator ' || changed order by no desc limit 1
    ) is not true then
      raise exception 'no audit entry about the change of operator %', changed
        using errcode = 'TF008';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if owns_table(tg_relid) then return null; end if;
  if (old.import_no, old.line) = (new.import_no, new.line) then
    if (old.depth, old.sponsor_no, old.plans, old.side, old.language) is not distinct from
        (new.depth, new.sponsor_no, new.plans, new.side, new.language) then
      if new.username = '' and new.email = ''
        and new.sponsor is not distinct from (case when old.sponsor is not null then '' end)
        and may_erase(new.import_no) then
        return null;
      end if;
      if (old.username, old.email) = (new.username, new.email)
        and is_renamed(new.import_no, old.sponsor, new.sponsor) then
        return null;
      end if;
    end if;
    if exists (select from member_import_corrections c
      where c.import_no = new.import_no and c.line = new.line and is_approved_now(c, c.xmin)
        and (c.username, c.email, c.sponsor, c.sponsor_no, c.plans, c.side, c.language)
          is not distinct from (new.username, new.email, new.sponsor, new.sponsor_no, new.plans,
            new.side, new.language)
        and new.depth = case when c.sponsor_no is null then old.depth else 0 end) then
      return null;
    end if;
  end if;
  perform refuse_unaudited('import ' || old.import_no);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_correction_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'import ' || new.import_no;
  entry audit_entries;
  its_row jsonb := jsonb_build_object('row', new.line);
begin
  if owns_table(tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    entry := own_entry(about);
    if (new.state = 'proposed' and entry.action = 'propose import correction'
        and entry.operator = new.proposed_by and new.username <> ''
        and entry.after @> its_row) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if (old.no, old.import_no, old.line, old.sponsor_no, old.plans, old.side, old.language,
      old.proposed_by, old.proposed_at) is distinct from (new.no, new.import_no, new.line,
      new.sponsor_no, new.plans, new.side, new.language, new.proposed_by, new.proposed_at) then
    perform refuse_unaudited(about);
  end if;
  -- Another correction may rename its sponsor, and names are deleted later.
  if (old.username, old.email, old.sponsor) is distinct from (new.username, new.email, new.sponsor)
    and ((old.username, old.email) = (new.username, new.email)
        and is_renamed(new.import_no, old.sponsor, new.sponsor)
      or new.username = '' and new.email = ''
        and new.sponsor is not distinct from (case when old.sponsor is not null then '' end)
        and may_erase(new.import_no)) is not true then
    perform refuse_unaudited(about);
  end if;
  if (case old.state || ' ' || new.state
      when 'proposed approved' then
        is_part('web') and new.username <> '' and new.decided_at = transaction_timestamp()
          and was_asked_before(about, 'propose import correction', new.proposed_by, its_row)
          and exists (select from own_entries(about) where action = 'approve import correction'
            and operator = new.decided_by and after @> its_row)
      when 'proposed discarded' then
        exists (select from own_entries(about) where action = 'discard import correction'
          and operator = new.decided_by and after @> its_row)
      else (old.state, old.decided_by, old.decided_at) is not distinct from
        (new.state, new.decided_by, new.decided_at)
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_current_minute()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not owns_table(tg_relid) and new.minute not between
      date_trunc('minute', statement_timestamp() - interval '10 seconds') and statement_timestamp()
  then
    raise exception 'minute % is over, or hasn''t begun', new.minute using errcode = 'TF001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.require_draft_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'catalog draft ' || new.no;
  entry audit_entries;
  published audit_entries;
  is_as_before boolean;
begin
  if owns_table(tg_relid) then return null; end if;
  entry := own_entry(about);
  if tg_op = 'INSERT' then
    if (new.state = 'draft' and entry.action = 'add catalog draft'
        and entry.operator = new.created_by and new.changed_by = new.created_by) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if new.state = 'published' then published := own_entry('catalog ' || new.version); end if;
  is_as_before := (old.no, old.base_version, old.note, old.plans, old.created_by, old.changed_by)
    is not distinct from
    (new.no, new.base_version, new.note, new.plans, new.created_by, new.changed_by);
  if (case old.state || ' ' || new.state
      when 'draft draft' then
        entry.action = 'change catalog draft' and entry.operator = new.changed_by
          and new.revision > old.revision
      when 'draft proposed' then
        is_as_before and entry.action = 'propose catalog draft'
          and entry.operator = new.proposed_by and new.revision = old.revision
      when 'proposed approved' then
        is_as_before and entry.action = 'approve catalog draft'
          and entry.operator = new.approved_by and new.approved_by <> new.changed_by
          and (old.revision, old.proposed_by, old.starts_at)
            = (new.revision, new.proposed_by, new.starts_at)
      when 'approved published' then
        is_as_before and (old.revision, old.proposed_by, old.approved_by, old.starts_at)
          = (new.revision, new.proposed_by, new.approved_by, new.starts_at)
        and own_part() in ('ledger', 'all') and published.action = 'publish catalog'
        and published.operator = new.approved_by and published.after->>'draft' = new.no::text
      when 'proposed draft' then is_as_before and new.revision > old.revision
        and entry.action in ('return catalog draft', 'reopen catalog draft')
      when 'approved draft' then is_as_before and new.revision > old.revision
        and entry.action in ('return catalog draft', 'reopen catalog draft')
      when 'draft discarded' then is_as_before and entry.action = 'discard catalog draft'
      when 'proposed discarded' then is_as_before and entry.action = 'discard catalog draft'
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_earlier_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'catalog draft ' || new.no;
begin
  if owns_table(tg_relid) then return null; end if;
  if not is_part('web')
    or not was_asked_before(about, 'propose catalog draft', new.proposed_by) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_earlier_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'operator ' || new.username;
begin
  if not owns_table(tg_relid) and not was_asked_before(about, 'request access change',
      new.requested_by, jsonb_build_object('id', new.no::text)) then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from ledger_leader l where l.epoch = new.epoch) then
    raise exception 'a batch of epoch % is not of the current one', new.epoch
      using errcode = 'TF007';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not owns_table(tg_relid) and not exists (
    select from security_events where member_no = old.member_no
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'nothing used up this link' using errcode = 'TF008';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_import_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'import ' || new.no;
  entry audit_entries;
  is_as_decided boolean;
begin
  if owns_table(tg_relid) then return null; end if;
  entry := own_entry(about);
  if tg_op = 'INSERT' then
    if (new.state = 'proposed' and entry.action = 'propose import'
        and entry.operator = new.proposed_by
        and entry.after->>'sha256' = new.sha256) is not true then
      perform refuse_unaudited(about);
    end if;
    return null;
  end if;
  if old is not distinct from new then return null; end if;
  if (old.no, old.name, old.sha256, old.proposed_by, old.proposed_at)
      is distinct from (new.no, new.name, new.sha256, new.proposed_by, new.proposed_at) then
    perform refuse_unaudited(about);
  end if;
  is_as_decided := (old.decided_by, old.decided_at) is not distinct from
    (new.decided_by, new.decided_at);
  if (case old.state || ' ' || new.state
      when 'proposed approved' then
        is_part('web') and entry.action = 'approve import' and entry.operator = new.decided_by
          and was_asked_before(about, 'propose import', new.proposed_by)
          and (select (after->>'rows')::int from audit_entries
            where object = about and action = 'propose import' order by no desc limit 1)
            = (select count(*) from member_import_rows where import_no = new.no)
      when 'proposed discarded' then
        exists (select from own_entries(about)
          where action = 'discard import' and operator = new.decided_by)
      when 'approved finished' then is_as_decided and is_part('worker', 'chain')
      when 'finished approved' then
        is_as_decided and is_part('web') and exists (select from own_entries(about)
          where action in ('retry import rows', 'approve import correction'))
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_key_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The owner of the tables may repair them by hand, and could remove this trigger anyway.
  if (select pg_has_role(relowner, 'member') from pg_class where oid = tg_relid) then
    return null;
  end if;
  if (
    select xmin = pg_current_xact_id()::xid and action = 'add API key'
      and after->>'role' is not distinct from new.role
    from audit_entries where object = 'key ' || new.name order by no desc limit 1
  ) is not true then
    raise exception 'no audit entry about the API key %', new.name using errcode = 'TF008';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_new_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if owns_table(tg_relid) then return null; end if;
  if not exists (select from member_imports where new.object = 'import ' || no
      and state = 'proposed' and proposed_by = new.operator and sha256 = new.after->>'sha256')
    or exists (select from audit_entries
      where object = new.object and action = new.action and no < new.no) then
    raise exception '% isn''t a new import of %', new.object, new.operator using errcode = 'TF008';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if owns_table(tg_relid) or old.email like '%.invalid' then return null; end if;
  if not exists (
    select from security_events where member_no = new.member_no
      and xmin = pg_current_xact_id()::xid
      and kind in ('wallet_changed', 'email_changed', 'disputed')
      and at between clock_timestamp() - interval '1 minute' and clock_timestamp()
  ) or not exists (
    -- The conditions of an index.
    select from emails where (kind in ('money', 'news')) is false
      and reverse(lower(recipient)) collate "C" = reverse(lower(old.email)) collate "C"
      and sent_at is null and failed_at is null and attempts = 0 and next_at <= now()
      and xmin = pg_current_xact_id()::xid and kind in ('security', 'recovery')
  ) then
    raise exception 'member % is not told about this change', new.member_no
      using errcode = 'TF008';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_proposed_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  import record;
begin
  if owns_table(tg_relid) then return null; end if;
  for import in select no, state from member_imports
      where no in (select import_no from added) order by no for share loop
    if import.state <> 'proposed' then perform refuse_unaudited('import ' || import.no); end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_row_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'import ' || new.import_no;
begin
  if owns_table(tg_relid) then return null; end if;
  if (old.member_no is not distinct from new.member_no and case old.state || ' ' || new.state
      when 'waiting failed' then
        is_part('worker', 'chain') and num_nonnulls(new.skipped_by, new.skipped_at,
          new.skip_reason) = 0
      when 'failed waiting' then
        is_part('web') and new.username <> ''
        and num_nonnulls(new.skipped_by, new.skipped_at, new.skip_reason) = 0
        and (exists (select from own_entries(about) where action = 'retry import rows'
            and (after->>'rows' like '% rows'
              or new.line::text = any (string_to_array(after->>'rows', ', '))))
          or exists (select from member_import_corrections c where c.import_no = new.import_no
            and c.line = new.line and is_approved_now(c, c.xmin))
          or (old.failure = 'import_sponsor_failed' and old.skipped_at is null
            and exists (select from own_entries(about)
              where action in ('retry import rows', 'approve import correction'))))
      when 'failed failed' then
        old.failure = new.failure and case when old.skipped_at is null
          then exists (select from own_entries(about) where action = 'skip import rows'
            and operator = new.skipped_by and reason = new.skip_reason
            and (after->>'rows' like '% rows'
              or new.line::text = any (string_to_array(after->>'rows', ', '))))
          else (old.skipped_by, old.skipped_at) is not distinct from
              (new.skipped_by, new.skipped_at)
            and new.skip_reason = '' and may_erase(new.import_no) end
    end) is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_watcher()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from runtime_roles where role = current_user and part = 'web') then
    raise exception 'only a worker writes what alerts found'
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_worker_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  about text := 'catalog draft ' || new.no;
  entry audit_entries;
begin
  if owns_table(tg_relid) or not is_part('worker', 'chain') or is_part('all') then return null; end if;
  entry := own_entry(about);
  if (old.state in ('proposed', 'approved') and new.state = 'draft'
      and entry.action = 'return catalog draft' and entry.operator = 'publication') is not true then
    perform refuse_unaudited(about);
  end if;
  return null;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.settle_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tell_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_ended', new.no::text);
  return null;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.total_changed_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_to_custody_totals(sum(trx), sum(usdt)) from (
    select chain_trx::numeric, chain_usdt::numeric from present
    union all select -chain_trx::numeric, -chain_usdt::numeric from former) each (trx, usdt);
  return null;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.total_new_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_to_custody_totals(sum(chain_trx), sum(chain_usdt)) from present;
  return null;
end $function$;

-- Only for roles that it is granted to.
CREATE OR REPLACE FUNCTION public.total_removed_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_to_custody_totals(-sum(chain_trx), -sum(chain_usdt)) from former;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.was_asked_before(about text, did text, who text, what jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((
    select case when at > transaction_timestamp() - interval '1 day' then not wrote(xmin) else true
      end
    from audit_entries where object = about and action = did and operator = who
      and coalesce(after, '{}') @> what order by no desc limit 1), false)
$function$;

CREATE OR REPLACE FUNCTION public.webhook_room(endpoint integer, at_once integer, forget_lapsed boolean)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  -- Held until the leases are committed. A process that doesn't get it looks again soon.
  if not pg_try_advisory_xact_lock(7960367, endpoint) then return 0; end if;
  -- A statement of its own, because it has to see what was committed before we got the lock.
  return greatest(0, at_once - (
    select count(*) from webhook_deliveries
    where endpoint_no = endpoint
      and leased_until > case when forget_lapsed then now() else '-infinity' end));
end $function$;

CREATE OR REPLACE FUNCTION public.wrote(row_xmin xid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_xact_status(
    (own - (((own - row_xmin::text::bigint + 2147483648) & 4294967295) - 2147483648))::text::xid8
  ) = 'in progress'
  from (select pg_current_xact_id()::text::bigint) current (own)
$function$;

-- Access requests: one admin asks, another decides. A decision is final.
create table access_changes (
  no bigint not null generated always as identity,
  kind text not null,
  username text not null,
  role text,
  reason text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null default now(),
  approved boolean,
  decided_by text,
  decided_at timestamp with time zone,
  sealed_half bytea,
  constraint access_changes_pkey PRIMARY KEY (no),
  constraint access_changes_check CHECK (((approved IS NULL) = (decided_by IS NULL))),
  constraint access_changes_check1 CHECK (((approved IS NULL) = (decided_at IS NULL))),
  constraint access_changes_check2 CHECK ((NOT (approved AND ((decided_by = requested_by) OR (decided_by = username))))),
  constraint access_changes_check3 CHECK (((role IS NULL) = (kind = ANY (ARRAY['reset'::text, 'disable'::text])))),
  constraint access_changes_kind_check CHECK ((kind = ANY (ARRAY['add'::text, 'role'::text, 'reset'::text, 'disable'::text]))),
  constraint access_changes_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint access_changes_sealed_half CHECK (((sealed_half IS NOT NULL) = ((approved IS NULL) AND (kind = ANY (ARRAY['add'::text, 'reset'::text]))))),
  constraint access_changes_username_check CHECK ((username = lower(username)))
);
CREATE UNIQUE INDEX access_changes_open ON access_changes USING btree (username) WHERE (approved IS NULL);
CREATE CONSTRAINT TRIGGER access_changes_decided AFTER UPDATE ON access_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.approved IS DISTINCT FROM new.approved)) EXECUTE FUNCTION require_access_entry();
CREATE TRIGGER access_changes_keep BEFORE UPDATE ON access_changes FOR EACH ROW EXECUTE FUNCTION keep_access_change();
CREATE TRIGGER access_changes_no_delete BEFORE DELETE OR TRUNCATE ON access_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER access_changes_requested AFTER INSERT ON access_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_access_entry();
CREATE CONSTRAINT TRIGGER access_changes_requested_before AFTER UPDATE ON access_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.approved IS NULL) AND new.approved)) EXECUTE FUNCTION require_earlier_request();

-- Members who closed their account, or asked to. Support deletes the row to reopen it.
create table account_closings (
  member_no integer not null,
  token_hash bytea,
  asked_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint account_closings_pkey PRIMARY KEY (member_no),
  constraint account_closings_check CHECK (((token_hash IS NOT NULL) OR (closed_at IS NOT NULL)))
);

-- Balances and totals of rewards. The trigger on postings keeps them; nothing else may.
create table accounts (
  no bigint not null,
  balance bigint not null,
  rewards bigint not null default 0,
  rewarded integer not null default 0,
  asset smallint not null,
  constraint accounts_pkey PRIMARY KEY (no),
  constraint accounts_asset_check CHECK (((asset >= 0) AND (asset <= 2))),
  constraint accounts_check CHECK (((no < 1000) OR ((balance >= 0) AND (asset = 0))))
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.01);
CREATE TRIGGER accounts_follow_postings BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON accounts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_set_balance();

-- How far emails about activations follow the command log.
create table activation_email_cursor (
  is_only boolean not null default true,
  seq bigint not null,
  profile_no integer not null,
  constraint activation_email_cursor_pkey PRIMARY KEY (is_only),
  constraint activation_email_cursor_is_only_check CHECK (is_only)
);

-- The last reconciliation of each address, as of a block.
create table address_checks (
  address text not null,
  checked_at timestamp with time zone not null,
  chain_trx bigint not null,
  chain_usdt bigint not null,
  ledger_trx bigint not null,
  ledger_usdt bigint not null,
  state text not null,
  differs_since timestamp with time zone,
  block_number bigint,
  constraint address_checks_pkey PRIMARY KEY (address),
  constraint address_checks_state_check CHECK ((state = ANY (ARRAY['agrees'::text, 'waiting'::text, 'differs'::text])))
);
CREATE INDEX address_checks_by_age ON address_checks USING btree (checked_at);
CREATE INDEX address_checks_by_trx ON address_checks USING btree (chain_trx DESC, address) WHERE ((state = 'agrees'::text) AND (chain_trx > 0));
CREATE INDEX address_checks_by_usdt ON address_checks USING btree (chain_usdt DESC, address) WHERE ((state = 'agrees'::text) AND (chain_usdt > 1));
CREATE INDEX address_checks_differing ON address_checks USING btree (address) WHERE (state <> 'agrees'::text);
CREATE INDEX address_checks_waiting ON address_checks USING btree (checked_at) WHERE (state = 'waiting'::text);
CREATE TRIGGER address_checks_changed AFTER UPDATE ON address_checks REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION total_changed_checks();
CREATE TRIGGER address_checks_new AFTER INSERT ON address_checks REFERENCING NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION total_new_checks();
CREATE TRIGGER address_checks_removed AFTER DELETE ON address_checks REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION total_removed_checks();

-- What each address should hold by moves, payouts, receipts and fees. Triggers keep these totals in the transaction that writes the rows, so a reconciliation costs the same however much was paid. Transfers from members are few per address, and are summed when they are asked for.
create table address_totals (
  address text not null,
  asset smallint not null,
  units bigint not null,
  constraint address_totals_pkey PRIMARY KEY (address, asset),
  constraint address_totals_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);

-- Corrections of a wallet by operators, under four-eyes approval.
create table adjustments (
  no integer not null,
  member_no integer not null,
  micros bigint not null,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null,
  approved_by text,
  approved_at timestamp with time zone,
  alone boolean not null default false,
  rejected_by text,
  rejected_at timestamp with time zone,
  reject_reason text not null default ''::text,
  constraint adjustments_pkey PRIMARY KEY (no),
  constraint adjustments_alone_at_once CHECK (((NOT alone) OR ((approved_by = proposed_by) AND (approved_at = proposed_at) AND (approved_by IS NOT NULL)))),
  constraint adjustments_one_end CHECK (((approved_by IS NULL) OR (rejected_by IS NULL))),
  constraint adjustments_second_operator CHECK ((alone OR (approved_by <> proposed_by)))
);
CREATE INDEX adjustments_alone ON adjustments USING btree (proposed_at) WHERE alone;
CREATE INDEX adjustments_by_member ON adjustments USING btree (member_no, no) WHERE (approved_by IS NOT NULL);
CREATE INDEX adjustments_by_time ON adjustments USING brin (proposed_at);
CREATE INDEX adjustments_open ON adjustments USING btree (no) WHERE ((approved_by IS NULL) AND (rejected_by IS NULL));
CREATE INDEX adjustments_rejected ON adjustments USING btree (no) WHERE (rejected_by IS NOT NULL);
CREATE TRIGGER adjustments_ended AFTER UPDATE ON adjustments FOR EACH ROW WHEN (((old.approved_by IS NOT NULL) OR (old.rejected_by IS NOT NULL))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER adjustments_keep_columns AFTER UPDATE ON adjustments FOR EACH ROW WHEN ((((((((old.no IS DISTINCT FROM new.no) OR (old.member_no IS DISTINCT FROM new.member_no)) OR (old.micros IS DISTINCT FROM new.micros)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.proposed_by IS DISTINCT FROM new.proposed_by)) OR (old.proposed_at IS DISTINCT FROM new.proposed_at)) OR (old.alone IS DISTINCT FROM new.alone))) EXECUTE FUNCTION keep_columns('no', 'member_no', 'micros', 'reason', 'proposed_by', 'proposed_at', 'alone');
CREATE TRIGGER adjustments_no_delete BEFORE DELETE OR TRUNCATE ON adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Alerts by email: their limits, and whether they are crossed now.
create table alerts (
  name text not null,
  enabled boolean not null default true,
  limit_value bigint not null,
  value bigint,
  crossed_since timestamp with time zone,
  emailed_at timestamp with time zone,
  checked_at timestamp with time zone,
  pending_enabled boolean,
  pending_limit bigint,
  pending_by text,
  pending_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (name),
  constraint alerts_pending_whole CHECK ((num_nulls(pending_enabled, pending_limit, pending_by, pending_at) = ANY (ARRAY[0, 4])))
);
CREATE CONSTRAINT TRIGGER alerts_asked AFTER UPDATE OF pending_at ON alerts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_alert_entry();
CREATE CONSTRAINT TRIGGER alerts_audited AFTER INSERT OR UPDATE OF name, enabled, limit_value, pending_enabled, pending_limit, pending_by ON alerts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_alert_entry();
CREATE TRIGGER alerts_watched AFTER UPDATE OF value, crossed_since, emailed_at, checked_at ON alerts FOR EACH STATEMENT EXECUTE FUNCTION require_watcher();

-- Transactions whose memo holds a day's checkpoint. Stored before they are sent.
create table anchors (
  no integer not null generated always as identity,
  day text not null,
  size bigint not null,
  memo text not null,
  txid text not null,
  signed_hex text not null,
  expires_at timestamp with time zone not null,
  state text not null default 'stored'::text,
  block_number bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  constraint anchors_pkey PRIMARY KEY (no),
  constraint anchors_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint anchors_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'confirmed'::text, 'failed'::text, 'expired'::text]))),
  constraint anchors_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint anchors_txid_key UNIQUE (txid)
);
CREATE UNIQUE INDEX anchors_once ON anchors USING btree (day) WHERE (state = ANY (ARRAY['stored'::text, 'confirmed'::text]));

-- Keys with which programs of the staff call the console's API.
create table api_keys (
  no integer not null generated always as identity,
  name text not null,
  role text not null,
  hash bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  constraint api_keys_pkey PRIMARY KEY (no),
  constraint api_keys_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint api_keys_hash_key UNIQUE (hash)
);
CREATE UNIQUE INDEX api_keys_name ON api_keys USING btree (lower(name));
CREATE CONSTRAINT TRIGGER api_keys_audited AFTER INSERT ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_key_entry();
CREATE TRIGGER api_keys_end AFTER UPDATE ON api_keys FOR EACH ROW WHEN ((((old.revoked_at IS NOT NULL) AND (new.revoked_at IS NULL)) OR (new.expires_at > old.expires_at))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER api_keys_keep_columns AFTER UPDATE ON api_keys FOR EACH ROW WHEN (((((((old.no IS DISTINCT FROM new.no) OR (old.name IS DISTINCT FROM new.name)) OR (old.role IS DISTINCT FROM new.role)) OR (old.hash IS DISTINCT FROM new.hash)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION keep_columns('no', 'name', 'role', 'hash', 'created_by', 'created_at');

-- Operators who got a new password, until the ledger withdraws their approvals.
create table approval_endings (
  no integer not null generated always as identity,
  operator text not null,
  ended_by text not null,
  request_id text not null,
  reason text not null,
  at timestamp with time zone not null default now(),
  constraint approval_endings_pkey PRIMARY KEY (no)
);

-- Who changed what, with the values before and after. Each row's hash covers the row and the hash before it, so a row that was changed, removed or inserted shows.
create table audit_entries (
  no bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  operator text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  hash bytea not null,
  constraint audit_entries_pkey PRIMARY KEY (no)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX audit_entries_by_action ON audit_entries USING btree (action, no);
CREATE INDEX audit_entries_by_age ON audit_entries USING btree (at);
CREATE INDEX audit_entries_by_hash ON audit_entries USING btree (hash);
CREATE INDEX audit_entries_by_object ON audit_entries USING btree (object, no);
CREATE INDEX audit_entries_by_operator ON audit_entries USING btree (operator, no);
CREATE INDEX audit_entries_by_text ON audit_entries USING gin (audit_text(operator, action, object, reason, before, after) gin_trgm_ops);
CREATE TRIGGER audit_by_role BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION limit_entries();
CREATE TRIGGER audit_chain BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_of_imports AFTER INSERT ON audit_entries FOR EACH ROW WHEN ((new.action = 'propose import'::text)) EXECUTE FUNCTION require_new_import();

-- The end of the audit log's chain. Its lock gives writers an order, without gaps.
create table audit_head (
  one boolean not null default true,
  no bigint not null,
  hash bytea not null,
  constraint audit_head_pkey PRIMARY KEY (one),
  constraint audit_head_one_check CHECK (one)
);
CREATE TRIGGER audit_head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How old the newest backup was (seen), and what a restored one held (drill). No problem: success.
create table backup_checks (
  no bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  backup_at timestamp with time zone,
  seq bigint,
  batch uuid,
  live_seq bigint,
  differences integer,
  problem text,
  took_seconds integer not null,
  constraint backup_checks_pkey PRIMARY KEY (no),
  constraint backup_checks_kind_check CHECK ((kind = ANY (ARRAY['seen'::text, 'drill'::text])))
);
CREATE INDEX backup_checks_succeeded ON backup_checks USING btree (no) WHERE ((kind = 'drill'::text) AND (problem IS NULL));
CREATE TRIGGER backup_checks_append_only BEFORE DELETE OR UPDATE ON backup_checks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER backup_checks_no_truncate BEFORE TRUNCATE ON backup_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each batch locks it, so that one runs at a time.
create table batch_lock (
  singleton boolean not null,
  constraint batch_lock_pkey PRIMARY KEY (singleton),
  constraint batch_lock_singleton_check CHECK (singleton)
);

-- One row per committed batch. After a lost answer the writer sees here whether it committed.
create table batches (
  first_seq bigint not null,
  last_seq bigint not null,
  writer uuid not null,
  at timestamp with time zone not null default now(),
  epoch bigint not null,
  digest bigint,
  queued_emails boolean not null default true,
  constraint batches_pkey PRIMARY KEY (first_seq)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE TRIGGER batches_append_only BEFORE DELETE OR UPDATE ON batches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batches_no_truncate BEFORE TRUNCATE ON batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batches_of_epoch AFTER INSERT ON batches FOR EACH ROW EXECUTE FUNCTION require_epoch();

-- Approved withdrawals that can't be paid as they are, for operators to review one by one.
create table blocked_payouts (
  withdrawal_no integer not null,
  detail text not null,
  since timestamp with time zone not null default now(),
  constraint blocked_payouts_pkey PRIMARY KEY (withdrawal_no)
);

-- Complete boards, by how many days after each level they were complete.
create table board_ages (
  plan smallint not null,
  quarter text not null,
  level smallint not null,
  age_days integer not null,
  completed integer not null,
  constraint board_ages_pkey PRIMARY KEY (plan, quarter, level, age_days),
  constraint board_ages_age_days_check CHECK ((age_days >= 0)),
  constraint board_ages_level_check CHECK (((level >= 0) AND (level <= 5)))
) with (fillfactor=80);

-- The last seat that board_open and board_ages include.
create table board_mark (
  is_only boolean not null default true,
  ordinal integer not null,
  constraint board_mark_pkey PRIMARY KEY (is_only),
  constraint board_mark_is_only_check CHECK (is_only)
);

-- Boards that aren't complete, by the day (UTC) on which they had as many positions taken as the level says. A board counts at its level and at each below.
create table board_open (
  plan smallint not null,
  quarter text not null,
  level smallint not null,
  since date not null,
  open integer not null,
  constraint board_open_pkey PRIMARY KEY (plan, quarter, level, since),
  constraint board_open_level_check CHECK (((level >= 0) AND (level <= 5)))
) with (fillfactor=80);

-- Drafts of the plan catalog: one operator writes, another approves, published on their date.
create table catalog_drafts (
  no bigint not null generated always as identity,
  base_version integer not null,
  note text not null,
  plans jsonb not null,
  revision integer not null default 1,
  state text not null default 'draft'::text,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  changed_by text not null,
  changed_at timestamp with time zone not null default now(),
  proposed_by text,
  proposed_at timestamp with time zone,
  starts_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  version integer,
  constraint catalog_drafts_pkey PRIMARY KEY (no),
  constraint catalog_drafts_check CHECK ((approved_by <> proposed_by)),
  constraint catalog_drafts_check1 CHECK (((state <> ALL (ARRAY['approved'::text, 'published'::text])) OR (approved_by IS NOT NULL))),
  constraint catalog_drafts_check2 CHECK (((state <> ALL (ARRAY['proposed'::text, 'approved'::text, 'published'::text])) OR ((proposed_by IS NOT NULL) AND (starts_at IS NOT NULL)))),
  constraint catalog_drafts_check3 CHECK (((state = 'published'::text) = (version IS NOT NULL))),
  constraint catalog_drafts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'proposed'::text, 'approved'::text, 'published'::text, 'discarded'::text])))
);
CREATE INDEX catalog_drafts_due ON catalog_drafts USING btree (starts_at) WHERE (state = 'approved'::text);
CREATE CONSTRAINT TRIGGER catalog_drafts_audited AFTER INSERT OR UPDATE ON catalog_drafts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_draft_entry();
CREATE CONSTRAINT TRIGGER catalog_drafts_proposed_before AFTER UPDATE ON catalog_drafts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state = 'proposed'::text) AND (new.state = 'approved'::text))) EXECUTE FUNCTION require_earlier_draft();
CREATE CONSTRAINT TRIGGER catalog_drafts_returned AFTER UPDATE ON catalog_drafts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_worker_return();

-- Published versions of the plan catalog. A profile keeps the version it began with.
create table catalogs (
  version integer not null,
  published_at timestamp with time zone not null,
  published_by text not null,
  plans jsonb not null,
  constraint catalogs_pkey PRIMARY KEY (version)
);
CREATE TRIGGER catalogs_append_only BEFORE DELETE OR UPDATE ON catalogs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER catalogs_no_truncate BEFORE TRUNCATE ON catalogs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last final block whose transfers are recorded, and the newest block seen at all.
create table chain_cursors (
  network text not null,
  final_number bigint not null,
  final_id text not null,
  final_at timestamp with time zone not null,
  head_number bigint not null,
  checked_at timestamp with time zone not null default now(),
  record_from bigint not null,
  watched_by uuid,
  watched_until timestamp with time zone,
  constraint chain_cursors_pkey PRIMARY KEY (network)
);

-- Our own record of the chain: every final transaction that one of our addresses sent, that moved coins from one, or that a payout or custody move waits for. The scan writes it in the commit that moves its cursor, so it has no gaps behind the cursor.
create table chain_transactions (
  txid text not null,
  network text not null,
  block_number bigint not null,
  block_at timestamp with time zone not null,
  owner_address text,
  kind text not null,
  asset smallint,
  to_address text,
  amount bigint,
  fee_sun bigint not null,
  result text not null,
  recorded_at timestamp with time zone not null default now(),
  constraint chain_transactions_pkey PRIMARY KEY (txid, network),
  constraint chain_transactions_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint chain_transactions_fee_sun_check CHECK ((fee_sun >= 0)),
  constraint chain_transactions_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text))
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX chain_transactions_by_block ON chain_transactions USING btree (block_number);
CREATE INDEX chain_transactions_by_owner ON chain_transactions USING btree (owner_address, block_number);
CREATE TRIGGER chain_transactions_append_only BEFORE DELETE OR UPDATE ON chain_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transactions_no_truncate BEFORE TRUNCATE ON chain_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What those transactions moved: transfers of TRX, USDT logs, and TRX sent by contracts.
create table chain_transfers (
  txid text not null,
  network text not null,
  asset smallint not null,
  kind text not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null,
  block_number bigint not null,
  constraint chain_transfers_pkey PRIMARY KEY (txid, network, asset, kind, log_index),
  constraint chain_transfers_amount_check CHECK ((amount > 0)),
  constraint chain_transfers_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint chain_transfers_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'internal'::text]))),
  constraint chain_transfers_txid_network_fkey FOREIGN KEY (txid, network) REFERENCES chain_transactions(txid, network)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE TRIGGER chain_transfers_append_only BEFORE DELETE OR UPDATE ON chain_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transfers_no_truncate BEFORE TRUNCATE ON chain_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every accepted command in order. The whole state follows from these rows.
create table commands (
  seq bigint not null,
  at timestamp with time zone not null,
  kind text not null,
  by text not null,
  input jsonb not null,
  submission uuid not null default uuidv7(),
  constraint commands_pkey PRIMARY KEY (seq)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX commands_about_withdrawals ON commands USING btree (((input ->> 'withdrawal'::text)), seq) WHERE (kind = ANY (ARRAY['approve_withdrawal'::text, 'reject_withdrawal'::text, 'cancel_withdrawal'::text, 'send_withdrawal'::text, 'confirm_withdrawal'::text, 'fail_withdrawal'::text]));
CREATE UNIQUE INDEX commands_by_submission ON commands USING btree (submission);
CREATE INDEX commands_opening ON commands USING btree (at) WHERE (kind = ANY (ARRAY['open_deposit'::text, 'propose_adjustment'::text]));
CREATE INDEX commands_withdrawing_approvals ON commands USING btree (((input ->> 'operator'::text)), seq) WHERE (kind = 'withdraw_approvals'::text);
CREATE TRIGGER commands_append_only BEFORE DELETE OR UPDATE ON commands FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commands_dense AFTER INSERT ON commands REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_gaps();
CREATE TRIGGER commands_no_truncate BEFORE TRUNCATE ON commands FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Messages from the contact form, and the answers to them.
create table contact_messages (
  no bigint not null generated always as identity,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null default 'en'::text,
  received_at timestamp with time zone not null default now(),
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  constraint contact_messages_pkey PRIMARY KEY (no),
  constraint contact_messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX contact_messages_answered ON contact_messages USING btree (no) WHERE (answered_at IS NOT NULL);
CREATE INDEX contact_messages_by_sender ON contact_messages USING btree (lower(email), no);
CREATE INDEX contact_messages_open ON contact_messages USING btree (no) WHERE (answered_at IS NULL);

-- The last member, profile, seat, and journal that plan_counts and day_counts include.
create table counts_mark (
  is_only boolean not null default true,
  member_no integer not null,
  profile_no integer not null,
  ordinal integer not null,
  journal_no bigint not null,
  constraint counts_mark_pkey PRIMARY KEY (is_only),
  constraint counts_mark_is_only_check CHECK (is_only)
);

-- Transfers between our own addresses: sweeps of deposit addresses, and the TRX that a deposit address needs to send. Stored with their signed bytes like payouts; only the fee is booked.
create table custody_moves (
  no bigint not null generated always as identity,
  kind text not null,
  asset smallint not null,
  units bigint not null,
  from_address text not null,
  to_address text not null,
  txid text not null,
  signed_hex text not null,
  expires_at timestamp with time zone not null,
  state text not null,
  created_at timestamp with time zone not null default now(),
  broadcast_at timestamp with time zone,
  broadcasts integer not null default 0,
  last_answer text not null default ''::text,
  settled_at timestamp with time zone,
  fee_sun bigint,
  by_record boolean not null default true,
  constraint custody_moves_pkey PRIMARY KEY (no),
  constraint custody_moves_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint custody_moves_kind_check CHECK ((kind = ANY (ARRAY['sweep'::text, 'top_up'::text]))),
  constraint custody_moves_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'confirmed'::text, 'failed'::text, 'expired'::text]))),
  constraint custody_moves_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint custody_moves_units_check CHECK ((units > 0)),
  constraint custody_moves_txid_key UNIQUE (txid)
);
CREATE UNIQUE INDEX custody_moves_alone ON custody_moves USING btree (from_address, asset) WHERE ((state = 'stored'::text) AND (kind = 'sweep'::text));
CREATE INDEX custody_moves_by_payer ON custody_moves USING btree (from_address);
CREATE INDEX custody_moves_by_receiver ON custody_moves USING btree (to_address);
CREATE INDEX custody_moves_open ON custody_moves USING btree (no) WHERE (state = 'stored'::text);
CREATE TRIGGER custody_moves_ended BEFORE UPDATE ON custody_moves FOR EACH ROW WHEN (((old.state <> 'stored'::text) AND (((old.state IS DISTINCT FROM new.state) OR (old.fee_sun IS DISTINCT FROM new.fee_sun)) OR (old.settled_at IS DISTINCT FROM new.settled_at)))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER custody_moves_keep_columns AFTER UPDATE ON custody_moves FOR EACH ROW WHEN (((((((((((old.no IS DISTINCT FROM new.no) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.units IS DISTINCT FROM new.units)) OR (old.from_address IS DISTINCT FROM new.from_address)) OR (old.to_address IS DISTINCT FROM new.to_address)) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.signed_hex IS DISTINCT FROM new.signed_hex)) OR (old.expires_at IS DISTINCT FROM new.expires_at)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION keep_columns('no', 'kind', 'asset', 'units', 'from_address', 'to_address', 'txid', 'signed_hex', 'expires_at', 'created_at');
CREATE TRIGGER custody_moves_no_delete BEFORE DELETE OR TRUNCATE ON custody_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER custody_moves_queue AFTER INSERT OR UPDATE OF settled_at ON custody_moves FOR EACH ROW WHEN ((new.settled_at IS NOT NULL)) EXECUTE FUNCTION queue_moved();
CREATE TRIGGER custody_moves_total AFTER INSERT OR DELETE OR UPDATE ON custody_moves FOR EACH ROW EXECUTE FUNCTION keep_address_totals();

-- The sums of what address_checks says that we hold on chain.
create table custody_totals (
  is_only boolean not null default true,
  chain_trx bigint not null,
  chain_usdt bigint not null,
  constraint custody_totals_pkey PRIMARY KEY (is_only),
  constraint custody_totals_is_only_check CHECK (is_only)
);

-- What happened on each day, of the rows up to the mark.
create table day_counts (
  day date not null,
  what text not null,
  amount bigint not null,
  constraint day_counts_pkey PRIMARY KEY (day, what)
) with (fillfactor=80);

-- The sealed sheet of each UTC day. A day without a row has no sheet.
create table day_sheets (
  day text not null,
  seq bigint not null,
  sha256 text not null,
  sealed_at timestamp with time zone not null,
  constraint day_sheets_pkey PRIMARY KEY (day),
  constraint day_sheets_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint day_sheets_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint day_sheets_seq_key UNIQUE (seq)
);
CREATE TRIGGER day_sheets_append_only BEFORE DELETE OR UPDATE ON day_sheets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER day_sheets_no_truncate BEFORE TRUNCATE ON day_sheets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The highest index given to a deposit address. It never falls behind the clock (seconds since 2026), so that a restored database gives out higher ones than it did before.
create table deposit_address_mark (
  singleton boolean not null default true,
  last_index integer not null,
  constraint deposit_address_mark_pkey PRIMARY KEY (singleton),
  constraint deposit_address_mark_last_index_check CHECK ((last_index >= 0)),
  constraint deposit_address_mark_singleton_check CHECK (singleton)
);
CREATE TRIGGER deposit_address_mark_rises BEFORE UPDATE ON deposit_address_mark FOR EACH ROW WHEN ((new.last_index < old.last_index)) EXECUTE FUNCTION refuse_change();

-- Members for whom a web process needs a deposit address. The worker derives it, and deletes the row.
create table deposit_address_requests (
  member_no integer not null,
  asked_at timestamp with time zone not null default now(),
  constraint deposit_address_requests_pkey PRIMARY KEY (member_no)
);

-- A member's deposit address, for life: payments may arrive years later. The web's role only reads it: a foreign address here would be credited for coins that we never get.
create table deposit_addresses (
  member_no integer not null,
  address_index integer not null,
  address text not null,
  created_at timestamp with time zone not null default now(),
  constraint deposit_addresses_pkey PRIMARY KEY (member_no),
  constraint deposit_addresses_address_index_key UNIQUE (address_index),
  constraint deposit_addresses_address_key UNIQUE (address)
);
CREATE TRIGGER deposit_addresses_append_only BEFORE DELETE OR UPDATE ON deposit_addresses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_addresses_no_truncate BEFORE TRUNCATE ON deposit_addresses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_addresses_queue AFTER INSERT ON deposit_addresses FOR EACH ROW EXECUTE FUNCTION queue_address();

-- Deposits that members announced, each with its rate lock.
create table deposit_requests (
  no integer not null,
  public_id text not null,
  member_no integer not null,
  asset smallint not null,
  amount_micros bigint not null,
  fee_micros bigint not null,
  crypto_units bigint not null,
  rate_e8 bigint not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null,
  transfer_no integer,
  credited_micros bigint,
  closed_at timestamp with time zone,
  constraint deposit_requests_pkey PRIMARY KEY (no),
  constraint deposit_requests_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint deposit_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'credited'::text, 'expired'::text, 'replaced'::text]))),
  constraint deposit_requests_public_id_key UNIQUE (public_id)
);
CREATE INDEX deposit_requests_by_member ON deposit_requests USING btree (member_no, no);
CREATE INDEX deposit_requests_by_state ON deposit_requests USING btree (state, no);
CREATE UNIQUE INDEX deposit_requests_open ON deposit_requests USING btree (member_no, asset) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX deposit_requests_transfer ON deposit_requests USING btree (transfer_no);
CREATE TRIGGER deposit_requests_ended AFTER UPDATE ON deposit_requests FOR EACH ROW WHEN ((old.state = 'credited'::text)) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER deposit_requests_keep_columns AFTER UPDATE ON deposit_requests FOR EACH ROW WHEN (((((((((((old.no IS DISTINCT FROM new.no) OR (old.public_id IS DISTINCT FROM new.public_id)) OR (old.member_no IS DISTINCT FROM new.member_no)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.amount_micros IS DISTINCT FROM new.amount_micros)) OR (old.fee_micros IS DISTINCT FROM new.fee_micros)) OR (old.crypto_units IS DISTINCT FROM new.crypto_units)) OR (old.rate_e8 IS DISTINCT FROM new.rate_e8)) OR (old.opened_at IS DISTINCT FROM new.opened_at)) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION keep_columns('no', 'public_id', 'member_no', 'asset', 'amount_micros', 'fee_micros', 'crypto_units', 'rate_e8', 'opened_at', 'expires_at');
CREATE TRIGGER deposit_requests_no_delete BEFORE DELETE OR TRUNCATE ON deposit_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Browsers a member has signed in from, by hash. A new one is reported by email.
create table devices (
  member_no integer not null,
  hash bytea not null,
  seen_at timestamp with time zone not null default now(),
  constraint devices_pkey PRIMARY KEY (member_no, hash)
);

-- How much an address may lack against the ledger, after an operator's review. Its owner is paid all the same; a larger lack needs another review.
create table difference_reviews (
  no bigint not null generated always as identity,
  address text not null,
  missing_trx bigint not null,
  missing_usdt bigint not null,
  reason text not null,
  reviewed_at timestamp with time zone not null default now(),
  constraint difference_reviews_pkey PRIMARY KEY (no),
  constraint difference_reviews_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX difference_reviews_by_address ON difference_reviews USING btree (address, no);
CREATE TRIGGER difference_reviews_append_only BEFORE DELETE OR UPDATE ON difference_reviews FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER difference_reviews_no_truncate BEFORE TRUNCATE ON difference_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The "This wasn't me" links of security emails, by hash.
create table dispute_links (
  hash bytea not null,
  member_no integer not null,
  kind text not null,
  mailbox text not null,
  before text,
  happened_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '72:00:00'::interval),
  used_at timestamp with time zone,
  before_since timestamp with time zone default now(),
  constraint dispute_links_pkey PRIMARY KEY (hash)
);
CREATE INDEX dispute_links_by_email ON dispute_links USING btree (lower(before)) WHERE ((kind = 'email_changed'::text) AND (used_at IS NULL));
CREATE INDEX dispute_links_by_end ON dispute_links USING btree (expires_at);
CREATE INDEX dispute_links_by_member ON dispute_links USING btree (member_no, happened_at);
CREATE TRIGGER dispute_links_kept BEFORE DELETE OR UPDATE OF expires_at ON dispute_links FOR EACH ROW EXECUTE FUNCTION keep_link();
CREATE CONSTRAINT TRIGGER dispute_links_used AFTER UPDATE OF used_at ON dispute_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.used_at IS DISTINCT FROM new.used_at)) EXECUTE FUNCTION require_event();

-- Links sent by email, by hash: a copy of this table opens nothing.
create table email_tokens (
  hash bytea not null,
  member_no integer,
  registration_no bigint,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_tokens_pkey PRIMARY KEY (hash),
  constraint email_tokens_check CHECK (((member_no IS NULL) <> (registration_no IS NULL))),
  constraint email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'email'::text])))
);
CREATE INDEX email_tokens_by_member ON email_tokens USING btree (member_no, purpose);

-- The end of the audit log on each day, as emailed. Anyone who keeps the email can prove later that the log was rewritten.
create table emailed_audit_heads (
  day text not null,
  no bigint not null,
  hash bytea not null,
  constraint emailed_audit_heads_pkey PRIMARY KEY (day),
  constraint emailed_audit_heads_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
);
CREATE TRIGGER emailed_audit_heads_append_only BEFORE DELETE OR UPDATE ON emailed_audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER emailed_audit_heads_no_truncate BEFORE TRUNCATE ON emailed_audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Emails to send, written in the commit that caused them. Their content is removed once they are sent, because it may hold a link that signs someone in.
create table emails (
  no bigint not null generated always as identity,
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  content jsonb,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  next_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text not null default ''::text,
  refusals integer not null default 0,
  constraint emails_pkey PRIMARY KEY (no)
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX emails_by_mailbox ON emails USING btree (((kind = ANY (ARRAY['money'::text, 'news'::text]))), reverse(lower(recipient)) COLLATE "C", next_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX emails_due ON emails USING btree (((kind = ANY (ARRAY['money'::text, 'news'::text]))), next_at, no) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX emails_failed ON emails USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX emails_tried ON emails USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (attempts > 0));
CREATE INDEX emails_unsent ON emails USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

-- Our addresses that the issuer of USDT has frozen. Checked once a day.
create table frozen_addresses (
  address text not null,
  found_at timestamp with time zone not null default now(),
  constraint frozen_addresses_pkey PRIMARY KEY (address)
);

-- Each time this database had lost commands that a writer had acknowledged. Payouts pause until an operator has compared the chain with the ledger.
create table history_losses (
  no bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  known_seq bigint not null,
  known_batch uuid,
  found_seq bigint not null,
  process text not null,
  constraint history_losses_pkey PRIMARY KEY (no)
);
CREATE TRIGGER history_losses_append_only BEFORE DELETE OR UPDATE ON history_losses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_losses_no_truncate BEFORE TRUNCATE ON history_losses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Answers to requests with a key, written in the same commit as the effects of the command.
create table idempotency (
  scope text not null,
  key text not null,
  input_hash text not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_pkey PRIMARY KEY (scope, key)
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX idempotency_by_age ON idempotency USING brin (created_at);

-- A member's account: names, email, password, wallet address.
create table identities (
  member_no integer not null,
  username text not null,
  email text not null,
  password_hash text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  phone_number text not null default ''::text,
  wallet_address text,
  referral_code text not null,
  share_contact boolean not null default false,
  language text not null default 'en'::text,
  news_emails boolean not null default true,
  pending_email text,
  verified_at timestamp with time zone,
  hold_until timestamp with time zone,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  totp_failures integer not null default 0,
  totp_locked_until timestamp with time zone,
  totp_failure_told date,
  created_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (member_no),
  constraint identities_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE UNIQUE INDEX identities_email ON identities USING btree (lower(email));
CREATE INDEX identities_email_beginning ON identities USING btree (lower(email) text_pattern_ops);
CREATE INDEX identities_phone_beginning ON identities USING btree (phone_number text_pattern_ops) WHERE (phone_number <> ''::text);
CREATE UNIQUE INDEX identities_referral_code ON identities USING btree (lower(referral_code));
CREATE INDEX identities_unverified ON identities USING btree (member_no) WHERE (verified_at IS NULL);
CREATE UNIQUE INDEX identities_username ON identities USING btree (lower(username));
CREATE INDEX identities_username_beginning ON identities USING btree (lower(username) text_pattern_ops);
CREATE INDEX identities_verified ON identities USING btree (lower(username)) WHERE (verified_at IS NOT NULL);
CREATE INDEX identities_wallet_address ON identities USING btree (wallet_address) WHERE (wallet_address IS NOT NULL);
CREATE TRIGGER identities_hold BEFORE UPDATE OF member_no, wallet_address, email, hold_until ON identities FOR EACH ROW EXECUTE FUNCTION hold_payouts();
CREATE CONSTRAINT TRIGGER identities_told AFTER UPDATE OF wallet_address, email ON identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.wallet_address IS DISTINCT FROM new.wallet_address) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION require_notice();

-- What staff told about an incident, oldest first.
create table incident_updates (
  no integer not null generated always as identity,
  incident_no integer not null,
  state text not null,
  text_en text not null,
  text_es text not null,
  posted_by text not null,
  posted_at timestamp with time zone not null default clock_timestamp(),
  constraint incident_updates_pkey PRIMARY KEY (no),
  constraint incident_updates_state_check CHECK ((state = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint incident_updates_incident_no_fkey FOREIGN KEY (incident_no) REFERENCES incidents(no)
);
CREATE INDEX incident_updates_of ON incident_updates USING btree (incident_no, no);
CREATE TRIGGER incident_updates_append_only BEFORE DELETE OR UPDATE ON incident_updates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER incident_updates_no_truncate BEFORE TRUNCATE ON incident_updates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Incidents on the public status page.
create table incidents (
  no integer not null generated always as identity,
  impact text not null,
  title_en text not null,
  title_es text not null,
  opened_by text not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  constraint incidents_pkey PRIMARY KEY (no),
  constraint incidents_impact_check CHECK ((impact = ANY (ARRAY['notice'::text, 'partial'::text, 'outage'::text])))
);
CREATE TRIGGER incidents_append_only BEFORE DELETE OR UPDATE ON incidents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER incidents_no_truncate BEFORE TRUNCATE ON incidents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last journal that member_results and plan_results include.
create table income_mark (
  is_only boolean not null default true,
  journal_no bigint not null,
  constraint income_mark_pkey PRIMARY KEY (is_only),
  constraint income_mark_is_only_check CHECK (is_only)
);

-- Transfers from final blocks that are not booked yet. A row is written with the cursor that passes its block, and goes with the command that books it.
create table incoming_transfers (
  network text not null,
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null,
  block_number bigint not null,
  block_at timestamp with time zone not null,
  attributable boolean not null,
  recorded_at timestamp with time zone not null default now(),
  constraint incoming_transfers_pkey PRIMARY KEY (network, txid, asset, log_index),
  constraint incoming_transfers_amount_check CHECK ((amount > 0)),
  constraint incoming_transfers_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);
CREATE INDEX incoming_transfers_by_receiver ON incoming_transfers USING btree (to_address);
CREATE INDEX incoming_transfers_in_order ON incoming_transfers USING btree (block_number, txid);

-- What this database belongs to since its first start in production: the network (id of block 0), the USDT contract, the SHA-256 of the deposit key, and a check value of AUTH_SECRET. A start with another value stops; with another AUTH_SECRET, it warns.
create table installation_pins (
  name text not null,
  value text not null,
  pinned_at timestamp with time zone not null default now(),
  constraint installation_pins_pkey PRIMARY KEY (name),
  constraint installation_pins_name_check CHECK ((name = ANY (ARRAY['genesis'::text, 'usdt_contract'::text, 'deposit_key'::text, 'auth_secret'::text])))
);

-- Journal entries: one per business event.
create table journals (
  no bigint not null,
  seq bigint not null,
  kind smallint not null,
  subject bigint not null,
  at timestamp with time zone not null,
  constraint journals_pkey PRIMARY KEY (no),
  constraint journals_kind_subject_key UNIQUE (kind, subject)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX journals_by_day ON journals USING brin (at);
CREATE INDEX journals_by_seq ON journals USING brin (seq);
CREATE TRIGGER journals_append_only BEFORE DELETE OR UPDATE ON journals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journals_no_truncate BEFORE TRUNCATE ON journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Members by balance, as of a moment ago. An index on balances would slow down every posting; this list is rebuilt when someone asks for it.
create table largest_wallets (
  rank integer not null,
  member_no integer not null,
  taken_at timestamp with time zone not null default now(),
  constraint largest_wallets_pkey PRIMARY KEY (rank)
);

-- The session that locks it leads the ledger.
create table leader_lock (
  singleton boolean not null,
  constraint leader_lock_pkey PRIMARY KEY (singleton),
  constraint leader_lock_singleton_check CHECK (singleton)
);

-- The process that leads the ledger. A batch of an earlier epoch is refused.
create table ledger_leader (
  is_only boolean not null default true,
  epoch bigint not null,
  holder_id uuid not null,
  address text,
  alive_address text,
  elected_at timestamp with time zone not null default clock_timestamp(),
  constraint ledger_leader_pkey PRIMARY KEY (is_only),
  constraint ledger_leader_check CHECK (((address IS NULL) = (alive_address IS NULL))),
  constraint ledger_leader_is_only_check CHECK (is_only)
);
CREATE TRIGGER ledger_leader_rises BEFORE UPDATE ON ledger_leader FOR EACH ROW WHEN ((new.epoch <= old.epoch)) EXECUTE FUNCTION refuse_old_epoch();
CREATE TRIGGER ledger_leader_stays BEFORE DELETE OR TRUNCATE ON ledger_leader FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Published versions of the terms and the privacy policy.
create table legal_texts (
  kind text not null,
  version integer not null,
  body text not null,
  published_by text not null,
  published_at timestamp with time zone not null default now(),
  language text not null default 'en'::text,
  constraint legal_texts_pkey PRIMARY KEY (kind, version),
  constraint legal_texts_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy'::text]))),
  constraint legal_texts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE TRIGGER legal_texts_append_only BEFORE DELETE OR UPDATE ON legal_texts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_texts_no_truncate BEFORE TRUNCATE ON legal_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Translations of legal texts. Each belongs to one version of the original.
create table legal_translations (
  kind text not null,
  version integer not null,
  language text not null,
  body text not null,
  published_by text not null,
  published_at timestamp with time zone not null default now(),
  constraint legal_translations_pkey PRIMARY KEY (kind, version, language),
  constraint legal_translations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint legal_translations_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES legal_texts(kind, version)
);
CREATE TRIGGER legal_translations_append_only BEFORE DELETE OR UPDATE ON legal_translations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_translations_no_truncate BEFORE TRUNCATE ON legal_translations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The trees of what we owe members, one for each attempt at a sheet. The sealed sheet names a root.
create table liability_days (
  no integer not null generated always as identity,
  day text not null,
  secret bytea not null,
  size integer,
  root bytea,
  built_at timestamp with time zone not null default clock_timestamp(),
  constraint liability_days_pkey PRIMARY KEY (no),
  constraint liability_days_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint liability_days_root_check CHECK ((length(root) = 32)),
  constraint liability_days_secret_check CHECK ((length(secret) = 32))
);
CREATE INDEX liability_days_root ON liability_days USING btree (root);

-- Where the leaves of 256 members are in a tree of liabilities.
create table liability_index (
  tree_no integer not null,
  block_no integer not null,
  body bytea not null,
  constraint liability_index_pkey PRIMARY KEY (tree_no, block_no),
  constraint liability_index_block_no_check CHECK ((block_no >= 0)),
  constraint liability_index_tree_no_fkey FOREIGN KEY (tree_no) REFERENCES liability_days(no) ON DELETE CASCADE
);

-- The nodes of a tree of liabilities, 256 to a tile: leaves at level 0, in an order of their own.
create table liability_tiles (
  tree_no integer not null,
  level smallint not null,
  no integer not null,
  body bytea not null,
  constraint liability_tiles_pkey PRIMARY KEY (tree_no, level, no),
  constraint liability_tiles_level_check CHECK (((level >= 0) AND (level <= 3))),
  constraint liability_tiles_no_check CHECK ((no >= 0)),
  constraint liability_tiles_tree_no_fkey FOREIGN KEY (tree_no) REFERENCES liability_days(no) ON DELETE CASCADE
);

-- The TRX rate in force.
create table live_rates (
  asset smallint not null,
  rate_e8 bigint not null,
  as_of timestamp with time zone not null,
  sources text not null,
  constraint live_rates_pkey PRIMARY KEY (asset),
  constraint live_rates_asset_check CHECK ((asset = 1)),
  constraint live_rates_rate_e8_check CHECK ((rate_e8 > 0))
);

-- Every checkpoint of the public log that we signed.
create table log_checkpoints (
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamp with time zone not null default clock_timestamp(),
  constraint log_checkpoints_pkey PRIMARY KEY (size),
  constraint log_checkpoints_root_check CHECK ((length(root) = 32)),
  constraint log_checkpoints_size_check CHECK ((size > 0))
);
CREATE TRIGGER log_checkpoints_append_only BEFORE DELETE OR UPDATE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_no_truncate BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_rise BEFORE INSERT ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_smaller_log();

-- That witnesses saw a checkpoint, and that it only adds to the one they saw before.
create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  constraint log_cosignatures_pkey PRIMARY KEY (size, witness),
  constraint log_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES log_checkpoints(size)
);
CREATE INDEX log_cosignatures_by_witness ON log_cosignatures USING btree (witness, size DESC);
CREATE TRIGGER log_cosignatures_append_only BEFORE DELETE OR UPDATE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_cosignatures_no_truncate BEFORE TRUNCATE ON log_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Proposals to begin the public log again.
create table log_epoch_proposals (
  no integer not null generated always as identity,
  lost text not null,
  why text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null default clock_timestamp(),
  constraint log_epoch_proposals_pkey PRIMARY KEY (no)
);
CREATE TRIGGER log_epoch_proposals_append_only BEFORE DELETE OR UPDATE ON log_epoch_proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_epoch_proposals_no_truncate BEFORE TRUNCATE ON log_epoch_proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Later beginnings of the public log, each under a name of its own.
create table log_epochs (
  no integer not null,
  proposal_no integer not null,
  note text not null,
  proposed_by text not null,
  approved_by text not null,
  begun_at timestamp with time zone not null default clock_timestamp(),
  constraint log_epochs_pkey PRIMARY KEY (no),
  constraint log_epochs_check CHECK ((approved_by <> proposed_by)),
  constraint log_epochs_no_check CHECK ((no > 1)),
  constraint log_epochs_proposal_no_fkey FOREIGN KEY (proposal_no) REFERENCES log_epoch_proposals(no),
  constraint log_epochs_proposal_no_key UNIQUE (proposal_no)
);
CREATE TRIGGER log_epochs_append_only BEFORE DELETE OR UPDATE ON log_epochs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_epochs_no_truncate BEFORE TRUNCATE ON log_epochs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The keys behind operators' pseudonyms and each month's salts in the public log.
create table log_keys (
  name text not null,
  key bytea not null,
  constraint log_keys_pkey PRIMARY KEY (name),
  constraint log_keys_key_check CHECK ((length(key) = 32))
);
CREATE TRIGGER log_keys_append_only BEFORE DELETE OR UPDATE ON log_keys FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_keys_no_truncate BEFORE TRUNCATE ON log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The key behind the hashes of a member's addresses and texts in the public log.
create table log_member_keys (
  member_no integer not null,
  key bytea not null,
  constraint log_member_keys_pkey PRIMARY KEY (member_no),
  constraint log_member_keys_key_check CHECK ((length(key) = 32))
);

-- Why no checkpoint is signed: the database has lost or changed what one says.
create table log_rest (
  is_only boolean not null default true,
  why text,
  since timestamp with time zone not null default clock_timestamp(),
  constraint log_rest_pkey PRIMARY KEY (is_only),
  constraint log_rest_is_only_check CHECK (is_only)
);

-- The public keys that have signed checkpoints of the log.
create table log_signers (
  verifier text not null,
  since timestamp with time zone not null default clock_timestamp(),
  constraint log_signers_pkey PRIMARY KEY (verifier)
);
CREATE TRIGGER log_signers_append_only BEFORE DELETE OR UPDATE ON log_signers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_signers_no_truncate BEFORE TRUNCATE ON log_signers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The Merkle tree of the public log. A tile only ever grows.
create table log_tiles (
  level smallint not null,
  no bigint not null,
  hashes bytea not null,
  constraint log_tiles_pkey PRIMARY KEY (level, no),
  constraint log_tiles_hashes_check CHECK ((((length(hashes) >= 32) AND (length(hashes) <= 8192)) AND ((length(hashes) % 32) = 0))),
  constraint log_tiles_level_check CHECK (((level >= 0) AND (level <= 7))),
  constraint log_tiles_no_check CHECK ((no >= 0))
);
CREATE TRIGGER log_tiles_grow BEFORE UPDATE ON log_tiles FOR EACH ROW WHEN (((new.level <> old.level) OR (new.no <> old.no) OR (length(new.hashes) < length(old.hashes)) OR (substr(new.hashes, 1, length(old.hashes)) <> old.hashes))) EXECUTE FUNCTION refuse_other_tile();
CREATE TRIGGER log_tiles_no_delete BEFORE DELETE OR TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- New values for rows that failed: one admin proposes, another approves.
create table member_import_corrections (
  no integer not null generated always as identity,
  import_no integer not null,
  line integer not null,
  username text not null,
  email text not null,
  sponsor text,
  sponsor_no integer,
  plans smallint not null,
  side smallint,
  language text not null,
  state text not null default 'proposed'::text,
  proposed_by text not null,
  proposed_at timestamp with time zone not null default clock_timestamp(),
  decided_by text,
  decided_at timestamp with time zone,
  constraint member_import_corrections_pkey PRIMARY KEY (no),
  constraint member_import_corrections_check CHECK (((sponsor IS NULL) <> (sponsor_no IS NULL))),
  constraint member_import_corrections_check1 CHECK (((state = 'proposed'::text) = (decided_by IS NULL))),
  constraint member_import_corrections_check2 CHECK (((state <> 'approved'::text) OR (decided_by <> proposed_by))),
  constraint member_import_corrections_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint member_import_corrections_plans_check CHECK (((plans >= 0) AND (plans <= 31))),
  constraint member_import_corrections_side_check CHECK ((side = ANY (ARRAY[0, 1]))),
  constraint member_import_corrections_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'discarded'::text]))),
  constraint member_import_corrections_import_no_line_fkey FOREIGN KEY (import_no, line) REFERENCES member_import_rows(import_no, line)
);
CREATE INDEX member_import_corrections_named ON member_import_corrections USING btree (import_no, lower(username));
CREATE UNIQUE INDEX member_import_corrections_open ON member_import_corrections USING btree (import_no, line) WHERE (state = 'proposed'::text);
CREATE CONSTRAINT TRIGGER member_import_corrections_audited AFTER INSERT OR UPDATE ON member_import_corrections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_correction_entry();

-- The members of an import, and the state of each row.
create table member_import_rows (
  import_no integer not null,
  line integer not null,
  depth integer not null,
  username text not null,
  email text not null,
  sponsor text,
  sponsor_no integer,
  plans smallint not null,
  side smallint,
  language text not null,
  referral_code text not null,
  state text not null default 'waiting'::text,
  member_no integer,
  failure text,
  invited_at timestamp with time zone,
  skipped_by text,
  skipped_at timestamp with time zone,
  skip_reason text,
  constraint member_import_rows_pkey PRIMARY KEY (import_no, line),
  constraint member_import_rows_check CHECK (((sponsor IS NULL) <> (sponsor_no IS NULL))),
  constraint member_import_rows_check1 CHECK (((state = 'done'::text) = (member_no IS NOT NULL))),
  constraint member_import_rows_check2 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint member_import_rows_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint member_import_rows_plans_check CHECK (((plans >= 0) AND (plans <= 31))),
  constraint member_import_rows_side_check CHECK ((side = ANY (ARRAY[0, 1]))),
  constraint member_import_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint member_import_rows_import_no_fkey FOREIGN KEY (import_no) REFERENCES member_imports(no),
  constraint member_import_rows_member_no_key UNIQUE (member_no)
);
CREATE INDEX member_import_rows_by_name ON member_import_rows USING btree (import_no, lower(username));
CREATE INDEX member_import_rows_uninvited ON member_import_rows USING btree (import_no, line) WHERE ((state = 'done'::text) AND (invited_at IS NULL));
CREATE INDEX member_import_rows_waiting ON member_import_rows USING btree (import_no, depth, line) WHERE (state = 'waiting'::text);
CREATE CONSTRAINT TRIGGER member_import_rows_audited AFTER UPDATE ON member_import_rows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.state IS DISTINCT FROM new.state) OR (old.member_no IS DISTINCT FROM new.member_no)) OR (old.failure IS DISTINCT FROM new.failure)) OR (old.skipped_by IS DISTINCT FROM new.skipped_by)) OR (old.skipped_at IS DISTINCT FROM new.skipped_at)) OR (old.skip_reason IS DISTINCT FROM new.skip_reason)) AND (NOT ((old.state = 'waiting'::text) AND (new.state = 'done'::text))))) EXECUTE FUNCTION require_row_entry();
CREATE CONSTRAINT TRIGGER member_import_rows_corrected AFTER UPDATE ON member_import_rows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((((old.import_no IS DISTINCT FROM new.import_no) OR (old.line IS DISTINCT FROM new.line)) OR (old.username IS DISTINCT FROM new.username)) OR (old.email IS DISTINCT FROM new.email)) OR (old.sponsor IS DISTINCT FROM new.sponsor)) OR (old.sponsor_no IS DISTINCT FROM new.sponsor_no)) OR (old.plans IS DISTINCT FROM new.plans)) OR (old.side IS DISTINCT FROM new.side))) EXECUTE FUNCTION require_correction();
CREATE CONSTRAINT TRIGGER member_import_rows_corrected_too AFTER UPDATE ON member_import_rows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.depth IS DISTINCT FROM new.depth) OR (old.language IS DISTINCT FROM new.language))) EXECUTE FUNCTION require_correction();
CREATE TRIGGER member_import_rows_proposed AFTER INSERT ON member_import_rows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_proposed_import();

-- Files of members to import: one admin proposes, another approves.
create table member_imports (
  no integer not null generated always as identity,
  name text not null,
  sha256 text not null,
  state text not null default 'proposed'::text,
  proposed_by text not null,
  proposed_at timestamp with time zone not null default clock_timestamp(),
  decided_by text,
  decided_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint member_imports_pkey PRIMARY KEY (no),
  constraint member_imports_check CHECK (((state <> ALL (ARRAY['approved'::text, 'finished'::text])) OR (decided_by <> proposed_by))),
  constraint member_imports_check1 CHECK (((state = 'proposed'::text) = (decided_by IS NULL))),
  constraint member_imports_check2 CHECK (((state = 'finished'::text) = (finished_at IS NOT NULL))),
  constraint member_imports_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'finished'::text, 'discarded'::text])))
);
CREATE INDEX member_imports_open ON member_imports USING btree (no) WHERE (state = 'approved'::text);
CREATE CONSTRAINT TRIGGER member_imports_audited AFTER INSERT OR UPDATE ON member_imports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_import_entry();

-- What staff note about a member.
create table member_notes (
  no bigint not null generated always as identity,
  member_no integer not null,
  operator text not null,
  note text not null,
  at timestamp with time zone not null default now(),
  constraint member_notes_pkey PRIMARY KEY (no)
);
CREATE INDEX member_notes_by_member ON member_notes USING btree (member_no, no);
CREATE TRIGGER member_notes_append_only BEFORE DELETE OR UPDATE ON member_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_notes_no_truncate BEFORE TRUNCATE ON member_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What each member paid in joining fees and in charges (deposit, withdrawal, and network fees, and rounding), and got in rewards. Members without any of these have no row.
create table member_results (
  member_no integer not null,
  first_paid_at timestamp with time zone,
  plan smallint,
  paid bigint not null,
  charges bigint not null,
  rewards bigint not null,
  constraint member_results_pkey PRIMARY KEY (member_no)
) with (fillfactor=80);

-- When staff viewed the product as a member. A view ends with the session that opened it.
create table member_views (
  no bigint not null generated by default as identity,
  member_no integer not null,
  operator text not null,
  reason text not null,
  started_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  operator_session bigint,
  constraint member_views_pkey PRIMARY KEY (no)
);
CREATE INDEX member_views_by_member ON member_views USING btree (member_no, no);

-- What the ledger knows of a member. Names and contact details are in identities.
create table members (
  no integer not null,
  sponsor_no integer,
  joined_at timestamp with time zone not null,
  suspended boolean not null default false,
  auto_upgrade boolean not null default true,
  referral_no integer not null default 0,
  constraint members_pkey PRIMARY KEY (no),
  constraint members_check CHECK (((no = 1) = (sponsor_no IS NULL))),
  constraint members_check1 CHECK ((sponsor_no < no))
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX members_by_day ON members USING brin (joined_at);
CREATE UNIQUE INDEX members_by_sponsor ON members USING btree (sponsor_no, referral_no);
CREATE INDEX members_suspended ON members USING btree (no) WHERE suspended;
CREATE TRIGGER members_keep_columns AFTER UPDATE ON members FOR EACH ROW WHEN (((((old.no IS DISTINCT FROM new.no) OR (old.sponsor_no IS DISTINCT FROM new.sponsor_no)) OR (old.joined_at IS DISTINCT FROM new.joined_at)) OR (old.referral_no IS DISTINCT FROM new.referral_no))) EXECUTE FUNCTION keep_columns('no', 'sponsor_no', 'joined_at', 'referral_no');
CREATE TRIGGER members_no_delete BEFORE DELETE OR TRUNCATE ON members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER members_number_referral BEFORE INSERT ON members FOR EACH ROW WHEN ((new.sponsor_no IS NOT NULL)) EXECUTE FUNCTION number_referral();

-- Who is working on an item of a queue. Claims expire, so nobody has to release them.
create table operator_claims (
  queue text not null,
  item bigint not null,
  operator text not null,
  claimed_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  to_pay boolean not null default false,
  window_id text,
  constraint operator_claims_pkey PRIMARY KEY (queue, item),
  constraint operator_claims_queue_check CHECK ((queue = ANY (ARRAY['withdrawals'::text, 'unattributed'::text, 'messages'::text])))
);

-- One row per sign-in of an operator.
create table operator_sessions (
  no bigint not null generated always as identity,
  hash bytea not null,
  operator text not null,
  device text not null default ''::text,
  address text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  stepped_up_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  wrong_codes integer not null default 0,
  constraint operator_sessions_pkey PRIMARY KEY (hash),
  constraint operator_sessions_no_key UNIQUE (no)
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions USING btree (operator) WHERE (ended_at IS NULL);

-- Filters of lists that operators keep under a name.
create table operator_views (
  no integer not null generated always as identity,
  operator text not null,
  list text not null,
  name text not null,
  search text not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint operator_views_pkey PRIMARY KEY (no)
);
CREATE UNIQUE INDEX operator_views_default ON operator_views USING btree (operator, list) WHERE is_default;
CREATE UNIQUE INDEX operator_views_names ON operator_views USING btree (operator, list, lower(name));

-- People who work in the console, and their role.
create table operators (
  username text not null,
  role text not null,
  password_hash text not null,
  must_change_password boolean not null default true,
  password_set_at timestamp with time zone not null default now(),
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  totp_failures integer not null default 0,
  totp_locked_until timestamp with time zone,
  totp_failure_told date,
  created_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (username),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint operators_username_check CHECK ((username = lower(username)))
);
CREATE CONSTRAINT TRIGGER operators_audited AFTER INSERT OR DELETE OR UPDATE OF username, role, disabled_at ON operators DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit_entry();

-- Coins that left one of our wallets without a payout, after an operator explained it. What went to strangers is booked as taken out by the company; what reached another of our addresses only changed its place.
create table outside_moves (
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  units bigint not null,
  from_address text not null,
  to_address text not null,
  to_own boolean not null,
  booked_at timestamp with time zone not null default now(),
  block_number bigint,
  constraint outside_moves_pkey PRIMARY KEY (txid, asset, log_index),
  constraint outside_moves_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint outside_moves_units_check CHECK ((units > 0))
);
CREATE INDEX outside_moves_by_payer ON outside_moves USING btree (from_address, block_number);
CREATE INDEX outside_moves_by_receiver ON outside_moves USING btree (to_address, block_number);
CREATE TRIGGER outside_moves_append_only BEFORE DELETE OR UPDATE ON outside_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outside_moves_no_truncate BEFORE TRUNCATE ON outside_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outside_moves_total AFTER INSERT OR DELETE OR UPDATE ON outside_moves FOR EACH ROW EXECUTE FUNCTION keep_address_totals();

-- Incoming transfers that were not booked because one of our own addresses sent them. If that address was listed as ours by mistake, they can be booked after all.
create table own_incoming_transfers (
  network text not null,
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null,
  block_number bigint not null,
  block_at timestamp with time zone not null,
  attributable boolean not null,
  kept_at timestamp with time zone not null default now(),
  constraint own_incoming_transfers_pkey PRIMARY KEY (network, txid, asset, log_index),
  constraint own_incoming_transfers_amount_check CHECK ((amount > 0)),
  constraint own_incoming_transfers_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);
CREATE INDEX own_incoming_transfers_by_sender ON own_incoming_transfers USING btree (from_address);

-- The company's wallets. Money that reaches them from outside belongs to the company.
create table own_wallets (
  address text not null,
  role text not null,
  added_at timestamp with time zone not null default now(),
  followed_from bigint,
  constraint own_wallets_pkey PRIMARY KEY (address),
  constraint own_wallets_role_check CHECK ((role = ANY (ARRAY['payout'::text, 'cold'::text])))
);
CREATE TRIGGER own_wallets_follow BEFORE INSERT ON own_wallets FOR EACH ROW EXECUTE FUNCTION follow_wallet();
CREATE TRIGGER own_wallets_keep_columns AFTER UPDATE ON own_wallets FOR EACH ROW WHEN (((old.address IS DISTINCT FROM new.address) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION keep_columns('address', 'role');
CREATE TRIGGER own_wallets_no_truncate BEFORE TRUNCATE ON own_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER own_wallets_retire BEFORE DELETE ON own_wallets FOR EACH ROW EXECUTE FUNCTION leave_wallets();

-- What an authenticator has to sign, once and soon. A crash empties it: people try again.
create unlogged table passkey_challenges (
  hash bytea not null,
  challenge text not null,
  purpose text not null,
  owner text not null,
  user_handle bytea,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (hash),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'operator_sign_in'::text, 'step_up'::text, 'registration'::text])))
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_by_owner ON passkey_challenges USING btree (owner, purpose, expires_at);

-- WebAuthn credentials of members and operators: public keys only.
create table passkeys (
  no bigint not null generated always as identity,
  credential_id bytea not null,
  user_handle bytea not null,
  member_no integer,
  operator text,
  public_key bytea not null,
  sign_count bigint not null,
  transports text not null default ''::text,
  synced boolean not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  copy_told_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (no),
  constraint passkeys_check CHECK (((member_no IS NULL) <> (operator IS NULL))),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_by_member ON passkeys USING btree (member_no) WHERE (member_no IS NOT NULL);
CREATE INDEX passkeys_by_operator ON passkeys USING btree (operator) WHERE (operator IS NOT NULL);

-- Which database payouts last ran on. A restored or promoted one is another.
create table payout_fence (
  singleton boolean not null default true,
  database_identity text not null,
  since timestamp with time zone not null default now(),
  constraint payout_fence_pkey PRIMARY KEY (singleton),
  constraint payout_fence_singleton_check CHECK (singleton)
);

-- For how long payouts wait after an address changed: WITHDRAWAL_HOLD_HOURS of the worker.
create table payout_hold (
  is_only boolean not null default true,
  seconds integer not null,
  constraint payout_hold_pkey PRIMARY KEY (is_only),
  constraint payout_hold_is_only_check CHECK (is_only),
  constraint payout_hold_seconds_check CHECK ((seconds >= 0))
);

-- Why payouts are paused. The worker lifts what it can see has passed, an operator the rest.
create table payout_pauses (
  reason text not null,
  detail text not null,
  since timestamp with time zone not null default now(),
  constraint payout_pauses_pkey PRIMARY KEY (reason),
  constraint payout_pauses_reason_check CHECK ((reason = ANY (ARRAY['low_balance'::text, 'unexplained_transfer'::text, 'chain'::text, 'rate'::text, 'float_limit'::text, 'history_lost'::text, 'custody'::text, 'usdt'::text, 'network'::text, 'behind'::text, 'missing_coins'::text])))
);

-- The outbox between an approval and the chain: one row per signed transaction, written with the command that sends it, before any node gets it. Only these bytes are ever broadcast.
create table payouts (
  no bigint not null generated always as identity,
  withdrawal_no integer not null,
  attempt integer not null,
  asset smallint not null,
  units bigint not null,
  from_address text not null,
  to_address text not null,
  txid text not null,
  signed_hex text,
  expires_at timestamp with time zone,
  fee_limit_sun bigint not null default 0,
  state text not null,
  created_at timestamp with time zone not null default now(),
  broadcast_at timestamp with time zone,
  broadcasts integer not null default 0,
  last_answer text not null default ''::text,
  settled_at timestamp with time zone,
  fee_sun bigint,
  by_record boolean not null default true,
  constraint payouts_pkey PRIMARY KEY (no),
  constraint payouts_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint payouts_fee_limit_sun_check CHECK ((fee_limit_sun >= 0)),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'confirmed'::text, 'failed'::text, 'expired'::text]))),
  constraint payouts_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint payouts_units_check CHECK ((units > 0)),
  constraint payouts_withdrawal_no_attempt_key UNIQUE (withdrawal_no, attempt)
);
CREATE INDEX payouts_by_payer ON payouts USING btree (from_address);
CREATE INDEX payouts_by_state ON payouts USING btree (state, no);
CREATE INDEX payouts_by_txid ON payouts USING btree (txid);
CREATE INDEX payouts_open ON payouts USING btree (no) WHERE (state = 'stored'::text);
CREATE UNIQUE INDEX payouts_txid_counts ON payouts USING btree (txid) WHERE (state <> 'expired'::text);
CREATE TRIGGER payouts_ended BEFORE UPDATE ON payouts FOR EACH ROW WHEN (((old.state <> 'stored'::text) AND (((old.state IS DISTINCT FROM new.state) OR (old.fee_sun IS DISTINCT FROM new.fee_sun)) OR (old.settled_at IS DISTINCT FROM new.settled_at)))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER payouts_keep BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION keep_payout();
CREATE TRIGGER payouts_keep_columns AFTER UPDATE ON payouts FOR EACH ROW WHEN ((((old.no IS DISTINCT FROM new.no) OR (old.fee_limit_sun IS DISTINCT FROM new.fee_limit_sun)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION keep_columns('no', 'fee_limit_sun', 'created_at');
CREATE TRIGGER payouts_no_delete BEFORE DELETE OR TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_total AFTER INSERT OR DELETE OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION keep_address_totals();

-- Transfers seen in blocks that are not final yet. For display only: forks change them.
create table pending_transfers (
  network text not null,
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  member_no integer not null,
  amount bigint not null,
  block_number bigint,
  seen_at timestamp with time zone not null default now(),
  constraint pending_transfers_pkey PRIMARY KEY (network, txid, asset, log_index),
  constraint pending_transfers_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);
CREATE INDEX pending_transfers_by_member ON pending_transfers USING btree (member_no);

-- The profiles and seats of each plan up to the mark.
create table plan_counts (
  plan smallint not null,
  profiles integer not null,
  imported integer not null,
  seats integer not null,
  constraint plan_counts_pkey PRIMARY KEY (plan)
);

-- What each plan's places cost, and what their fees paid to members.
create table plan_results (
  plan smallint not null,
  places integer not null,
  fees bigint not null,
  rewards bigint not null,
  constraint plan_results_pkey PRIMARY KEY (plan)
) with (fillfactor=80);

-- The lines of journal entries. They add up to zero per journal and asset.
create table postings (
  journal_no bigint not null,
  account_no bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  line smallint not null,
  asset smallint not null,
  purpose smallint not null,
  constraint postings_pkey PRIMARY KEY (journal_no, line),
  constraint postings_amount_check CHECK ((amount <> 0)),
  constraint postings_check CHECK (((account_no < 1000) OR (balance_after >= 0)))
) partition by RANGE (journal_no);
CREATE INDEX postings_by_account ON postings USING btree (account_no, journal_no);
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_no_truncate BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_settle AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION settle_postings();
create table postings_0 partition of postings FOR VALUES FROM (MINVALUE) TO ('8388608') with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE TRIGGER postings_0_no_insert BEFORE INSERT ON postings_0 FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_insert();
CREATE TRIGGER postings_0_no_truncate BEFORE TRUNCATE ON postings_0 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Running processes. Each reports every ten seconds, and removes its row when it stops.
create table processes (
  id uuid not null,
  role text not null,
  version text not null,
  schema_version integer not null,
  rules_version integer not null default 1,
  host text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  clock_ahead_ms bigint not null default 0,
  constraint processes_pkey PRIMARY KEY (id)
);
CREATE TRIGGER processes_reported BEFORE INSERT OR DELETE OR UPDATE ON processes FOR EACH ROW EXECUTE FUNCTION report_process();

-- A member's profiles, active or not.
create table profiles (
  no integer not null,
  member_no integer not null,
  plan smallint not null,
  catalog_version integer not null,
  origin smallint not null,
  origin_no integer,
  public_id text not null,
  created_at timestamp with time zone not null,
  imported boolean not null default false,
  constraint profiles_pkey PRIMARY KEY (no),
  constraint profiles_origin_check CHECK (((origin >= 0) AND (origin <= 2))),
  constraint profiles_plan_check CHECK (((plan >= 0) AND (plan <= 4))),
  constraint profiles_public_id_key UNIQUE (public_id)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX profiles_by_day ON profiles USING brin (created_at);
CREATE INDEX profiles_by_later_plan ON profiles USING btree (plan, no) WHERE (plan > 0);
CREATE INDEX profiles_by_member ON profiles USING btree (member_no, no);
CREATE TRIGGER profiles_append_only BEFORE DELETE OR UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER profiles_no_truncate BEFORE TRUNCATE ON profiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Proofs that failed in a member's browser, with the evidence. The status page counts them.
create table proof_reports (
  no bigint not null generated always as identity,
  member_no integer not null,
  day text not null,
  failure text not null,
  evidence text not null,
  reported_at timestamp with time zone not null default clock_timestamp(),
  constraint proof_reports_pkey PRIMARY KEY (no)
);

-- The TRX rates that we measured, at most one for each half minute. "minute" is when that begins.
create table rate_history (
  minute timestamp with time zone not null,
  rate_e8 bigint not null,
  as_of timestamp with time zone not null,
  sources text not null,
  constraint rate_history_pkey PRIMARY KEY (minute),
  constraint rate_history_rate_e8_check CHECK ((rate_e8 > 0))
);

-- Times when a jump of the TRX rate was held back: from the last good rate until a new one was accepted. No rate applies in between.
create table rate_holds (
  since timestamp with time zone not null,
  rate_e8 bigint not null,
  ended_at timestamp with time zone,
  constraint rate_holds_pkey PRIMARY KEY (since),
  constraint rate_holds_rate_e8_check CHECK ((rate_e8 > 0))
);
CREATE UNIQUE INDEX rate_holds_alone ON rate_holds USING btree ((true)) WHERE (ended_at IS NULL);

-- Requests counted by limit, caller and window. A crash empties it, which only forgives.
create unlogged table rate_limits (
  name text not null,
  caller text not null,
  window_start bigint not null,
  count integer not null,
  constraint rate_limits_pkey PRIMARY KEY (name, caller, window_start)
);
CREATE INDEX rate_limits_by_window ON rate_limits USING btree (window_start);

-- What each rate source last answered, for operators.
create table rate_sources (
  name text not null,
  rate_e8 bigint,
  asked_at timestamp with time zone not null,
  trouble text not null default ''::text,
  constraint rate_sources_pkey PRIMARY KEY (name)
);

-- Evidence for the items of the readiness checklist. The newest row of an item counts.
create table readiness_records (
  no bigint not null generated always as identity,
  item text not null,
  evidence text not null,
  done boolean not null,
  recorded_by text not null,
  recorded_at timestamp with time zone not null default now(),
  constraint readiness_records_pkey PRIMARY KEY (no)
);
CREATE INDEX readiness_records_by_item ON readiness_records USING btree (item, no);
CREATE TRIGGER readiness_records_append_only BEFORE DELETE OR UPDATE ON readiness_records FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER readiness_records_no_truncate BEFORE TRUNCATE ON readiness_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last booked transfer whose address was queued.
create table reconciliation_cursor (
  singleton boolean not null default true,
  transfer_no integer not null,
  constraint reconciliation_cursor_pkey PRIMARY KEY (singleton),
  constraint reconciliation_cursor_singleton_check CHECK (singleton)
);

-- Passes over all deposit addresses in the order of their index, one at a time.
create table reconciliation_passes (
  no bigint not null generated always as identity,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  last_index integer not null default 0,
  compared integer not null default 0,
  differing integer not null default 0,
  constraint reconciliation_passes_pkey PRIMARY KEY (no)
);
CREATE UNIQUE INDEX reconciliation_passes_open ON reconciliation_passes USING btree ((true)) WHERE (finished_at IS NULL);

-- Addresses to reconcile next: new ones, and those that had a transfer. A new turn shows that an address was queued again while it was being compared; its place in the queue stays. One that a custody move left or reached waits separately (moved).
create table reconciliation_queue (
  address text not null,
  turn bigint not null generated by default as identity,
  place bigint not null generated by default as identity,
  moved boolean not null default false,
  constraint reconciliation_queue_pkey PRIMARY KEY (address),
  constraint reconciliation_queue_turn_key UNIQUE (turn)
);
CREATE INDEX reconciliation_queue_places ON reconciliation_queue USING btree (moved, place);

-- Addresses that nodes can't answer about while they answer about others. Retried at growing intervals.
create table reconciliation_retries (
  address text not null,
  failures integer not null,
  retry_at timestamp with time zone not null,
  reason text not null,
  since timestamp with time zone not null default now(),
  constraint reconciliation_retries_pkey PRIMARY KEY (address)
);
CREATE INDEX reconciliation_retries_due ON reconciliation_retries USING btree (retry_at);

-- One-time codes that replace a lost second factor, by hash.
create table recovery_codes (
  hash bytea not null,
  member_no integer not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (hash)
);
CREATE INDEX recovery_codes_by_member ON recovery_codes USING btree (member_no);

-- Refresh tokens by hash. One that is used again after its rotation ends the session.
create table refresh_tokens (
  hash bytea not null,
  session_no bigint not null,
  created_at timestamp with time zone not null default now(),
  rotated_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (hash)
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens USING btree (session_no);

-- Registrations whose email address is not verified yet. Only the username is reserved.
create table registrations (
  no bigint not null generated always as identity,
  username text not null,
  email text not null,
  password_hash text not null,
  referral_code text not null,
  sponsor_no integer not null,
  accepted jsonb not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '48:00:00'::interval),
  member_no integer,
  network text not null default ''::text,
  language text not null default 'en'::text,
  emailed_at timestamp with time zone,
  resent_at timestamp with time zone,
  constraint registrations_pkey PRIMARY KEY (no),
  constraint registrations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX registrations_by_email ON registrations USING btree (lower(email), no);
CREATE INDEX registrations_by_end ON registrations USING btree (expires_at);
CREATE UNIQUE INDEX registrations_username ON registrations USING btree (lower(username));

-- What deposit addresses held at the cut, in the order of a tree.
create table reserve_leaves (
  tree_no integer not null,
  no integer not null,
  address text not null,
  trx bigint not null,
  usdt bigint not null,
  constraint reserve_leaves_pkey PRIMARY KEY (tree_no, no),
  constraint reserve_leaves_no_check CHECK ((no >= 0)),
  constraint reserve_leaves_trx_check CHECK ((trx >= 0)),
  constraint reserve_leaves_usdt_check CHECK ((usdt >= 0)),
  constraint reserve_leaves_tree_no_fkey FOREIGN KEY (tree_no) REFERENCES reserve_trees(no) ON DELETE CASCADE
);

-- What we held and owed at random times between two sheets, so coins lent for a moment show.
create table reserve_readings (
  no integer not null generated always as identity,
  read_at timestamp with time zone not null default clock_timestamp(),
  body text not null,
  constraint reserve_readings_pkey PRIMARY KEY (no)
);
CREATE INDEX reserve_readings_by_time ON reserve_readings USING btree (read_at);
CREATE TRIGGER reserve_readings_append_only BEFORE DELETE OR UPDATE ON reserve_readings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reserve_readings_no_truncate BEFORE TRUNCATE ON reserve_readings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Addresses of a sealed day that a later block drew. Auditors look them up on the chain.
create table reserve_samples (
  day text not null,
  block_number bigint not null,
  block_id text not null,
  body text not null,
  drawn_at timestamp with time zone not null default clock_timestamp(),
  constraint reserve_samples_pkey PRIMARY KEY (day),
  constraint reserve_samples_block_id_check CHECK ((block_id ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER reserve_samples_append_only BEFORE DELETE OR UPDATE ON reserve_samples FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reserve_samples_no_truncate BEFORE TRUNCATE ON reserve_samples FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Signed statements that a reserve wallet is ours.
create table reserve_statements (
  no integer not null generated always as identity,
  address text not null,
  day text not null,
  text text not null,
  signature text not null,
  added_by text not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  constraint reserve_statements_pkey PRIMARY KEY (no),
  constraint reserve_statements_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint reserve_statements_signature_check CHECK ((signature ~ '^[0-9a-f]{130}$'::text))
);
CREATE INDEX reserve_statements_by_address ON reserve_statements USING btree (address, day DESC);
CREATE TRIGGER reserve_statements_append_only BEFORE DELETE OR UPDATE ON reserve_statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reserve_statements_no_truncate BEFORE TRUNCATE ON reserve_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The trees over deposit addresses with coins, one for each attempt at a sheet.
create table reserve_trees (
  no integer not null generated always as identity,
  day text not null,
  secret bytea not null,
  root bytea,
  built_at timestamp with time zone not null default clock_timestamp(),
  constraint reserve_trees_pkey PRIMARY KEY (no),
  constraint reserve_trees_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint reserve_trees_root_check CHECK ((length(root) = 32)),
  constraint reserve_trees_secret_check CHECK ((length(secret) = 32))
);

-- Wallets that used to be ours. What they send now is a payment like any other.
create table retired_wallets (
  no bigint not null generated always as identity,
  address text not null,
  role text not null,
  added_at timestamp with time zone not null,
  retired_at timestamp with time zone not null default now(),
  retired_by text not null,
  reason text not null,
  constraint retired_wallets_pkey PRIMARY KEY (no)
);
CREATE TRIGGER retired_wallets_append_only BEFORE DELETE OR UPDATE ON retired_wallets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retired_wallets_no_truncate BEFORE TRUNCATE ON retired_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rewards of each account by day, up to the journal of the mark.
create table reward_days (
  account_no bigint not null,
  day date not null,
  plan smallint not null,
  purpose smallint not null,
  amount bigint not null,
  count integer not null,
  constraint reward_days_pkey PRIMARY KEY (account_no, day, plan, purpose)
) with (fillfactor=80);

-- The last journal whose rewards are in reward_days.
create table reward_days_mark (
  is_only boolean not null default true,
  journal_no bigint not null,
  constraint reward_days_mark_pkey PRIMARY KEY (is_only),
  constraint reward_days_mark_is_only_check CHECK (is_only)
);

-- Versions of the rules after the first, each written by the command of the log from which on it holds.
create table rule_versions (
  version integer not null,
  raised_at timestamp with time zone not null,
  constraint rule_versions_pkey PRIMARY KEY (version),
  constraint rule_versions_version_check CHECK ((version > 1))
);
CREATE TRIGGER rule_versions_append_only BEFORE DELETE OR UPDATE ON rule_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_versions_no_truncate BEFORE TRUNCATE ON rule_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- For which part of the product a database role was given rights (src/db/runtime-role.ts).
create table runtime_roles (
  role text not null,
  part text not null,
  since timestamp with time zone not null default now(),
  constraint runtime_roles_pkey PRIMARY KEY (role),
  constraint runtime_roles_part_check CHECK ((part = ANY (ARRAY['web'::text, 'ledger'::text, 'chain'::text, 'mail'::text, 'worker'::text, 'all'::text])))
);

-- The oldest schema version whose processes still work here. Contracting migrations raise it.
create table schema_floor (
  is_only boolean not null default true,
  version integer not null,
  constraint schema_floor_pkey PRIMARY KEY (is_only),
  constraint schema_floor_is_only_check CHECK (is_only)
);

-- The placement trees. A seat exists exactly when its profile is active.
create table seats (
  profile_no integer not null,
  ordinal integer not null,
  plan smallint not null,
  parent_no integer,
  side smallint,
  depth integer not null,
  jump_no integer not null,
  taken_at timestamp with time zone not null,
  constraint seats_pkey PRIMARY KEY (profile_no),
  constraint seats_check CHECK (((parent_no IS NULL) = (side IS NULL))),
  constraint seats_side_check CHECK ((side = ANY (ARRAY[0, 1]))),
  constraint seats_parent_no_side_key UNIQUE (parent_no, side)
) with (autovacuum_freeze_min_age=0, autovacuum_vacuum_insert_scale_factor=0.05);
CREATE INDEX seats_by_day ON seats USING brin (taken_at);
CREATE INDEX seats_by_plan ON seats USING btree (plan);
CREATE UNIQUE INDEX seats_one_root ON seats USING btree (plan) WHERE (parent_no IS NULL);
CREATE UNIQUE INDEX seats_ordinal_key ON seats USING btree (ordinal);
CREATE TRIGGER seats_append_only BEFORE DELETE OR UPDATE ON seats FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seats_no_truncate BEFORE TRUNCATE ON seats FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Security changes, shown in the member's activity.
create table security_events (
  no bigint not null generated always as identity,
  member_no integer not null,
  kind text not null,
  at timestamp with time zone not null default now(),
  constraint security_events_pkey PRIMARY KEY (no)
);
CREATE INDEX security_events_by_member ON security_events USING btree (member_no, no);

-- The minutes in which a process took requests. A missing minute counts as down.
create table service_minutes (
  minute timestamp with time zone not null,
  constraint service_minutes_pkey PRIMARY KEY (minute)
);
CREATE TRIGGER service_minutes_current BEFORE INSERT OR UPDATE ON service_minutes FOR EACH ROW EXECUTE FUNCTION require_current_minute();

-- One row per sign-in of a member. Access tokens name it, and each request looks it up.
create table sessions (
  no bigint not null generated by default as identity,
  member_no integer not null,
  device text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  stepped_up_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  wrong_codes integer not null default 0,
  constraint sessions_pkey PRIMARY KEY (no)
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX sessions_by_age ON sessions USING brin (created_at);
CREATE INDEX sessions_by_end ON sessions USING btree (LEAST(ended_at, expires_at));
CREATE INDEX sessions_by_member ON sessions USING btree (member_no, no) WHERE (ended_at IS NULL);
CREATE TRIGGER sessions_end AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION tell_session_ended();

-- The exact bytes of sheets and their parts, by hash. Those of attempts that were never sealed stay, too.
create table sheet_bodies (
  sha256 text not null,
  day text not null,
  name text not null,
  body text not null,
  stored_at timestamp with time zone not null default clock_timestamp(),
  constraint sheet_bodies_pkey PRIMARY KEY (sha256),
  constraint sheet_bodies_check CHECK ((sha256 = encode(sha256(convert_to(body, 'UTF8'::name)), 'hex'::text)))
);
CREATE TRIGGER sheet_bodies_append_only BEFORE DELETE OR UPDATE ON sheet_bodies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sheet_bodies_no_truncate BEFORE TRUNCATE ON sheet_bodies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Files for the offline signer, as exported: what comes back is compared. A withdrawal is in one live file at a time.
create table signing_batches (
  batch text not null,
  kind text not null,
  orders text not null,
  rate_e8 bigint,
  exported_at timestamp with time zone not null default now(),
  imported_at timestamp with time zone,
  expires_at timestamp with time zone not null default (now() + '1 day'::interval),
  withdrawals integer[] not null default '{}'::integer[],
  discarded_at timestamp with time zone,
  constraint signing_batches_pkey PRIMARY KEY (batch),
  constraint signing_batches_kind_check CHECK ((kind = ANY (ARRAY['payouts'::text, 'sweeps'::text, 'top_ups'::text])))
);
CREATE INDEX signing_batches_live ON signing_batches USING btree (expires_at) WHERE ((imported_at IS NULL) AND (discarded_at IS NULL));

-- What we owed and held, every ten minutes; after 90 days, one row an hour.
create table solvency_snapshots (
  at timestamp with time zone not null,
  owed_micros bigint not null,
  trx_units bigint not null,
  usdt_units bigint not null,
  value_micros bigint,
  constraint solvency_snapshots_pkey PRIMARY KEY (at)
);

-- Deposit addresses whose sweep the network would refuse. Left out of sweeps and top-ups until an operator tries them again.
create table sweep_quarantine (
  address text not null,
  asset smallint not null,
  reason text not null,
  since timestamp with time zone not null default now(),
  constraint sweep_quarantine_pkey PRIMARY KEY (address, asset),
  constraint sweep_quarantine_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);

-- Which version of a legal text a member accepted, and when.
create table text_acceptances (
  member_no integer not null,
  kind text not null,
  version integer not null,
  accepted_at timestamp with time zone not null default now(),
  language text not null default 'en'::text,
  constraint text_acceptances_pkey PRIMARY KEY (member_no, kind, version),
  constraint text_acceptances_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE TRIGGER text_acceptances_append_only BEFORE DELETE OR UPDATE ON text_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER text_acceptances_no_truncate BEFORE TRUNCATE ON text_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The worker has deleted the refresh tokens of sessions that ended at this time or before.
create table token_mark (
  is_only boolean not null default true,
  ended_at timestamp with time zone not null,
  constraint token_mark_pkey PRIMARY KEY (is_only),
  constraint token_mark_is_only_check CHECK (is_only)
);

-- Transfers from final blocks to members' deposit addresses, as booked.
create table transfers (
  no integer not null,
  network text not null,
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  member_no integer not null,
  from_address text,
  to_address text not null,
  amount bigint not null,
  rate_e8 bigint not null,
  block_number bigint not null,
  block_at timestamp with time zone not null,
  state text not null,
  request_no integer,
  credited_micros bigint,
  fee_micros bigint,
  held text,
  seen_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint transfers_pkey PRIMARY KEY (no),
  constraint transfers_amount_check CHECK ((amount > 0)),
  constraint transfers_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint transfers_held_check CHECK ((held = ANY (ARRAY['contract'::text, 'usdt_price'::text, 'late_rate'::text]))),
  constraint transfers_state_check CHECK ((state = ANY (ARRAY['credited'::text, 'unattributed'::text, 'accepted'::text, 'too_small'::text, 'dust'::text]))),
  constraint transfers_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint transfers_network_txid_asset_log_index_key UNIQUE (network, txid, asset, log_index)
);
CREATE INDEX transfers_by_member ON transfers USING btree (member_no, no);
CREATE INDEX transfers_by_txid ON transfers USING btree (txid);
CREATE INDEX transfers_due ON transfers USING btree (block_at, no) WHERE ((state = 'unattributed'::text) AND (held IS NULL));
CREATE INDEX transfers_missed ON transfers USING btree (request_no) WHERE (state = 'unattributed'::text);
CREATE INDEX transfers_open ON transfers USING btree (no) WHERE (state = 'unattributed'::text);
CREATE INDEX transfers_too_small ON transfers USING btree (no) WHERE (state = ANY (ARRAY['too_small'::text, 'dust'::text]));
CREATE INDEX transfers_unsettled ON transfers USING btree (no) WHERE (state = ANY (ARRAY['unattributed'::text, 'too_small'::text, 'dust'::text]));
CREATE INDEX transfers_waiting ON transfers USING btree (member_no) WHERE (state = 'unattributed'::text);
CREATE TRIGGER transfers_ended AFTER UPDATE ON transfers FOR EACH ROW WHEN ((old.state = ANY (ARRAY['credited'::text, 'accepted'::text, 'too_small'::text, 'dust'::text]))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER transfers_keep_columns AFTER UPDATE ON transfers FOR EACH ROW WHEN ((((((((((((((((old.no IS DISTINCT FROM new.no) OR (old.network IS DISTINCT FROM new.network)) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.log_index IS DISTINCT FROM new.log_index)) OR (old.member_no IS DISTINCT FROM new.member_no)) OR (old.from_address IS DISTINCT FROM new.from_address)) OR (old.to_address IS DISTINCT FROM new.to_address)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.rate_e8 IS DISTINCT FROM new.rate_e8)) OR (old.block_number IS DISTINCT FROM new.block_number)) OR (old.block_at IS DISTINCT FROM new.block_at)) OR (old.seen_at IS DISTINCT FROM new.seen_at)) OR (old.request_no IS DISTINCT FROM new.request_no)) OR (old.held IS DISTINCT FROM new.held))) EXECUTE FUNCTION keep_columns('no', 'network', 'txid', 'asset', 'log_index', 'member_no', 'from_address', 'to_address', 'amount', 'rate_e8', 'block_number', 'block_at', 'seen_at', 'request_no', 'held');
CREATE TRIGGER transfers_no_delete BEFORE DELETE OR TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Coins that reached one of the company's own wallets from outside, booked once.
create table treasury_receipts (
  network text not null,
  txid text not null,
  asset smallint not null,
  log_index integer not null,
  to_address text not null,
  amount bigint not null,
  booked_at timestamp with time zone not null default now(),
  block_number bigint,
  constraint treasury_receipts_pkey PRIMARY KEY (network, txid, asset, log_index),
  constraint treasury_receipts_asset_check CHECK ((asset = ANY (ARRAY[1, 2])))
);
CREATE INDEX treasury_receipts_by_wallet ON treasury_receipts USING btree (to_address, block_number);
CREATE TRIGGER treasury_receipts_total AFTER INSERT OR DELETE OR UPDATE ON treasury_receipts FOR EACH ROW EXECUTE FUNCTION keep_address_totals();

-- Deposit addresses given out while the chain could not be asked about them. A row goes when the chain does not know the address; one that was in use stays for operators to review.
create table unchecked_addresses (
  address text not null,
  given_at timestamp with time zone not null default now(),
  was_used boolean not null default false,
  constraint unchecked_addresses_pkey PRIMARY KEY (address)
);

-- Outgoing transfers of our wallets that no payout explains.
create table unexplained_transfers (
  txid text not null,
  address text not null,
  detail text not null,
  found_at timestamp with time zone not null default now(),
  explained_by text,
  explanation text,
  fee_sun bigint,
  block_number bigint,
  constraint unexplained_transfers_pkey PRIMARY KEY (txid),
  constraint unexplained_transfers_fee_sun_check CHECK ((fee_sun >= 0))
);
CREATE INDEX unexplained_transfers_by_wallet ON unexplained_transfers USING btree (address, block_number) WHERE (fee_sun IS NOT NULL);
CREATE TRIGGER unexplained_transfers_ended BEFORE UPDATE ON unexplained_transfers FOR EACH ROW WHEN ((old.explained_by IS NOT NULL)) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER unexplained_transfers_keep_columns AFTER UPDATE ON unexplained_transfers FOR EACH ROW WHEN (((((old.txid IS DISTINCT FROM new.txid) OR (old.address IS DISTINCT FROM new.address)) OR (old.detail IS DISTINCT FROM new.detail)) OR (old.found_at IS DISTINCT FROM new.found_at))) EXECUTE FUNCTION keep_columns('txid', 'address', 'detail', 'found_at');
CREATE TRIGGER unexplained_transfers_no_delete BEFORE DELETE OR TRUNCATE ON unexplained_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unexplained_transfers_total AFTER INSERT OR DELETE OR UPDATE ON unexplained_transfers FOR EACH ROW EXECUTE FUNCTION keep_address_totals();

-- The USDT price of each minute. USDT deposits are open while the newest one is accepted, fresh, and near a dollar.
create table usdt_prices (
  minute timestamp with time zone not null,
  price_e8 bigint not null,
  as_of timestamp with time zone not null,
  sources text not null,
  accepted boolean not null,
  constraint usdt_prices_pkey PRIMARY KEY (minute),
  constraint usdt_prices_price_e8_check CHECK ((price_e8 > 0))
);

-- The last verification email that a network asked for, whether or not the address is known. Counted per network, so that a stranger can't use up the owner's.
create table verification_resends (
  email text not null,
  network text not null default ''::text,
  at timestamp with time zone not null,
  constraint verification_resends_pkey PRIMARY KEY (email, network)
);

-- How far webhook events follow the command log.
create table webhook_cursor (
  is_only boolean not null default true,
  seq bigint not null default 0,
  member_no integer not null default 0,
  profile_no integer not null default 0,
  event_no bigint not null default 0,
  constraint webhook_cursor_pkey PRIMARY KEY (is_only),
  constraint webhook_cursor_is_only_check CHECK (is_only)
);

-- Which endpoint got which event, or when we try again.
create table webhook_deliveries (
  endpoint_no integer not null,
  event_no bigint not null,
  member_no integer not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  leased_until timestamp with time zone,
  retry_until timestamp with time zone not null,
  last_at timestamp with time zone,
  ended_at timestamp with time zone,
  status smallint,
  answer text not null default ''::text,
  failure text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (event_no, endpoint_no),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries USING btree (endpoint_no, event_no);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries USING btree (endpoint_no, state, event_no);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_no, next_at, event_no) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (endpoint_no, event_no) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries USING btree (endpoint_no, member_no, event_no) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries USING btree (endpoint_no, leased_until) WHERE (leased_until IS NOT NULL);

-- URLs of the company's other systems that get our events.
create table webhook_endpoints (
  no integer not null generated always as identity,
  url text not null,
  description text not null default ''::text,
  events text[] not null,
  enabled boolean not null default true,
  from_seq bigint not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_by text,
  failed_at timestamp with time zone,
  older_secret bytea,
  older_until timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (no)
);

-- Events that some endpoint gets, as they are sent.
create table webhook_events (
  no bigint not null,
  public_id text not null,
  kind text not null,
  member_no integer not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_events_pkey PRIMARY KEY (no),
  constraint webhook_events_public_id_key UNIQUE (public_id)
);

-- What would have happened under a draft: one simulation per revision.
create table what_ifs (
  draft_no bigint not null,
  revision integer not null,
  until_seq bigint not null,
  state text not null,
  done_seq bigint not null default 0,
  answer jsonb,
  failure text not null default ''::text,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint what_ifs_pkey PRIMARY KEY (draft_no, revision),
  constraint what_ifs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

-- Approvals that no longer count against the daily limit, as nothing was sent. Each counts back once.
create table withdrawal_approval_returns (
  withdrawal_no integer not null,
  revision integer not null,
  operator text not null,
  micros bigint not null,
  at timestamp with time zone not null,
  seq bigint not null,
  constraint withdrawal_approval_returns_pkey PRIMARY KEY (withdrawal_no, revision, operator),
  constraint withdrawal_approval_returns_micros_check CHECK ((micros > 0)),
  constraint withdrawal_approval_returns_withdrawal_no_revision_operato_fkey FOREIGN KEY (withdrawal_no, revision, operator) REFERENCES withdrawal_approvals(withdrawal_no, revision, operator)
);
CREATE TRIGGER withdrawal_approval_returns_append_only BEFORE DELETE OR UPDATE ON withdrawal_approval_returns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_approval_returns_no_truncate BEFORE TRUNCATE ON withdrawal_approval_returns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which operator approved which revision of a withdrawal.
create table withdrawal_approvals (
  withdrawal_no integer not null,
  revision integer not null,
  operator text not null,
  micros bigint not null,
  at timestamp with time zone not null,
  seq bigint not null,
  constraint withdrawal_approvals_pkey PRIMARY KEY (withdrawal_no, revision, operator),
  constraint withdrawal_approvals_micros_check CHECK ((micros > 0)),
  constraint withdrawal_approvals_seq UNIQUE (seq)
);
CREATE INDEX withdrawal_approvals_by_age ON withdrawal_approvals USING btree (at);
CREATE INDEX withdrawal_approvals_by_operator ON withdrawal_approvals USING btree (operator, at);
CREATE TRIGGER withdrawal_approvals_append_only BEFORE DELETE OR UPDATE ON withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_approvals_no_truncate BEFORE TRUNCATE ON withdrawal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The note a member added to a withdrawal. For display only.
create table withdrawal_notes (
  withdrawal_no integer not null,
  note text not null,
  constraint withdrawal_notes_pkey PRIMARY KEY (withdrawal_no)
);

-- Withdrawals from request to payout.
create table withdrawals (
  no integer not null,
  member_no integer not null,
  amount_micros bigint not null,
  fee_micros bigint not null,
  pay_asset smallint not null default 1,
  network_fee_micros bigint not null default 0,
  address text not null,
  state text not null,
  revision integer not null,
  attempt integer not null,
  hold_until timestamp with time zone not null,
  reason text not null default ''::text,
  failure text not null default ''::text,
  asset smallint,
  units bigint,
  rate_e8 bigint,
  txid text,
  approved_by text not null default ''::text,
  requested_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  constraint withdrawals_pkey PRIMARY KEY (no),
  constraint withdrawals_check CHECK (((network_fee_micros >= 0) AND (network_fee_micros < amount_micros))),
  constraint withdrawals_pay_asset_check CHECK ((pay_asset = ANY (ARRAY[1, 2]))),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'sent'::text, 'confirmed'::text, 'rejected'::text, 'cancelled'::text])))
);
CREATE INDEX withdrawals_by_address ON withdrawals USING btree (address, no);
CREATE INDEX withdrawals_by_member ON withdrawals USING btree (member_no, no);
CREATE INDEX withdrawals_by_payee ON withdrawals USING btree (address, member_no, state, no);
CREATE INDEX withdrawals_by_state ON withdrawals USING btree (state, no);
CREATE INDEX withdrawals_by_txid ON withdrawals USING btree (txid) WHERE (txid IS NOT NULL);
CREATE INDEX withdrawals_open ON withdrawals USING btree (no) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text, 'sent'::text]));
CREATE INDEX withdrawals_paid ON withdrawals USING btree (member_no, no) WHERE (state = ANY (ARRAY['approved'::text, 'sent'::text, 'confirmed'::text]));
CREATE TRIGGER withdrawals_ended AFTER UPDATE ON withdrawals FOR EACH ROW WHEN (((old.state = ANY (ARRAY['confirmed'::text, 'rejected'::text, 'cancelled'::text])) OR (new.revision < old.revision) OR (new.attempt < old.attempt) OR ((new.revision = old.revision) AND (((((((new.state IS DISTINCT FROM old.state) OR (new.attempt IS DISTINCT FROM old.attempt)) OR (new.asset IS DISTINCT FROM old.asset)) OR (new.units IS DISTINCT FROM old.units)) OR (new.rate_e8 IS DISTINCT FROM old.rate_e8)) OR (new.txid IS DISTINCT FROM old.txid)) OR (new.processed_at IS DISTINCT FROM old.processed_at))))) EXECUTE FUNCTION refuse_ended();
CREATE TRIGGER withdrawals_keep_columns AFTER UPDATE ON withdrawals FOR EACH ROW WHEN ((((((((((old.no IS DISTINCT FROM new.no) OR (old.member_no IS DISTINCT FROM new.member_no)) OR (old.amount_micros IS DISTINCT FROM new.amount_micros)) OR (old.fee_micros IS DISTINCT FROM new.fee_micros)) OR (old.pay_asset IS DISTINCT FROM new.pay_asset)) OR (old.network_fee_micros IS DISTINCT FROM new.network_fee_micros)) OR (old.address IS DISTINCT FROM new.address)) OR (old.hold_until IS DISTINCT FROM new.hold_until)) OR (old.requested_at IS DISTINCT FROM new.requested_at))) EXECUTE FUNCTION keep_columns('no', 'member_no', 'amount_micros', 'fee_micros', 'pay_asset', 'network_fee_micros', 'address', 'hold_until', 'requested_at');
CREATE TRIGGER withdrawals_no_delete BEFORE DELETE OR TRUNCATE ON withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The session that locks it runs the job chain watcher.
create view job_chain_watcher as
 SELECT true AS singleton;

-- The session that locks it runs the job closings.
create view job_closings as
 SELECT true AS singleton;

-- The session that locks it runs the job deposit addresses.
create view job_deposit_addresses as
 SELECT true AS singleton;

-- The session that locks it runs the job disputed withdrawals.
create view job_disputed_withdrawals as
 SELECT true AS singleton;

-- The session that locks it runs the job imports.
create view job_imports as
 SELECT true AS singleton;

-- The session that locks it runs the job payouts.
create view job_payouts as
 SELECT true AS singleton;

-- The session that locks it runs the job rate feed.
create view job_rate_feed as
 SELECT true AS singleton;

-- The session that locks it runs the job reconciler.
create view job_reconciler as
 SELECT true AS singleton;

-- The session that locks it runs the job transparency.
create view job_transparency as
 SELECT true AS singleton;

-- The session that locks it runs the job watcher.
create view job_watcher as
 SELECT true AS singleton;

-- The session that locks it leads the ledger.
create view leadership as
 SELECT true AS singleton;

-- Locked alone while a file for the offline signer changes.
create view signing_files as
 SELECT true AS singleton;

