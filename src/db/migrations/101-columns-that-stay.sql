-- What never changes can't be changed, whoever asks. A trigger's arguments name the columns.
create function keep_columns() returns trigger language plpgsql as $$
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
  return new;
end $$;

create function refuse_ended() returns trigger language plpgsql as $$
begin
  raise exception '%: this row has ended', tg_table_name using errcode = 'TF001';
end $$;

-- One statement may take a row over several steps, so that only the ends are fixed. Whatever
-- changes raises the revision, but for the first of two approvals.
create trigger withdrawals_keep before update on withdrawals for each row
  execute function keep_columns('no', 'member_no', 'amount_micros', 'fee_micros', 'pay_asset',
    'network_fee_micros', 'address', 'hold_until', 'requested_at');
create trigger withdrawals_ended before update on withdrawals for each row
  when (old.state in ('confirmed', 'rejected', 'cancelled') or new.revision < old.revision
    or new.attempt < old.attempt
    or (new.revision = old.revision
      and (new.state, new.attempt, new.asset, new.units, new.rate_e8, new.txid, new.processed_at)
        is distinct from
        (old.state, old.attempt, old.asset, old.units, old.rate_e8, old.txid, old.processed_at)))
  execute function refuse_ended();

create trigger transfers_keep before update on transfers for each row
  execute function keep_columns('no', 'network', 'txid', 'asset', 'log_index', 'member_no',
    'from_address', 'to_address', 'amount', 'rate_e8', 'block_number', 'block_at', 'seen_at');
create trigger transfers_ended before update on transfers for each row
  when (old.state in ('credited', 'accepted', 'dust'))
  execute function refuse_ended();

create trigger deposit_requests_keep before update on deposit_requests for each row
  execute function keep_columns('no', 'public_id', 'member_no', 'asset', 'amount_micros',
    'fee_micros', 'crypto_units', 'rate_e8', 'opened_at', 'expires_at');
create trigger deposit_requests_ended before update on deposit_requests for each row
  when (old.state = 'credited')
  execute function refuse_ended();

create trigger adjustments_keep before update on adjustments for each row
  execute function keep_columns('no', 'member_no', 'micros', 'reason', 'proposed_by',
    'proposed_at', 'alone');
create trigger adjustments_ended before update on adjustments for each row
  when (old.approved_by is not null or old.rejected_by is not null)
  execute function refuse_ended();

create trigger members_keep before update on members for each row
  execute function keep_columns('no', 'sponsor_no', 'joined_at');
create trigger profiles_append_only before update or delete on profiles
  for each row execute function refuse_change();
create trigger batches_append_only before update or delete on batches
  for each row execute function refuse_change();
create trigger batches_no_truncate before truncate on batches
  for each statement execute function refuse_change();

-- Signed transactions end once, and stay what was signed.
create trigger payouts_keep_more before update on payouts for each row
  execute function keep_columns('no', 'fee_limit_sun', 'created_at');
create trigger payouts_ended before update on payouts for each row
  when (old.state <> 'stored' and (old.state, old.fee_sun, old.settled_at)
    is distinct from (new.state, new.fee_sun, new.settled_at))
  execute function refuse_ended();
create trigger payouts_no_truncate before truncate on payouts
  for each statement execute function refuse_change();
create trigger custody_moves_keep before update on custody_moves for each row
  execute function keep_columns('no', 'kind', 'asset', 'units', 'from_address', 'to_address',
    'txid', 'signed_hex', 'expires_at', 'created_at');
create trigger custody_moves_ended before update on custody_moves for each row
  when (old.state <> 'stored' and (old.state, old.fee_sun, old.settled_at)
    is distinct from (new.state, new.fee_sun, new.settled_at))
  execute function refuse_ended();

create trigger own_wallets_keep before update on own_wallets for each row
  execute function keep_columns('address', 'role');
create trigger own_wallets_no_delete before delete or truncate on own_wallets
  for each statement execute function refuse_change();
create trigger unexplained_transfers_keep before update on unexplained_transfers for each row
  execute function keep_columns('txid', 'address', 'detail', 'found_at');
create trigger unexplained_transfers_ended before update on unexplained_transfers for each row
  when (old.explained_by is not null)
  execute function refuse_ended();
create trigger unexplained_transfers_no_delete before delete or truncate on unexplained_transfers
  for each statement execute function refuse_change();

-- An entry of the audit log can't choose its own time or chain, and nobody else moves the head.
create or replace function chain_audit_entry() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.no := head.no + 1;
  new.at := clock_timestamp();
  new.hash := audit_hash(head.hash, new);
  update audit_head set no = new.no, hash = new.hash;
  return new;
end $$;
