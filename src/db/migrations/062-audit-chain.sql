-- The audit log as a chain: each row's hash covers the row and the hash before it, so that a row
-- that somebody changed, took out or put in shows. The head is one row, whose lock gives writers an
-- order; numbers follow that order without gaps.
create table audit_head (
  one boolean primary key default true check (one),
  no bigint not null,
  hash bytea not null
);
insert into audit_head (no, hash) values (0, '');

alter table audit_entries add column hash bytea;

-- Lengths stand before the texts, so that no two rows read the same.
create function audit_hash(before bytea, e audit_entries) returns bytea
  language sql stable as $$
  select sha256(before || convert_to(string_agg(
      coalesce(octet_length(part)::text, '-') || ':' || coalesce(part, ''), ',' order by place),
      'UTF8'))
  from unnest(array[e.no::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    e.operator, e.action, e.object, e.before::text, e.after::text, e.reason, e.request_id])
    with ordinality as parts (part, place)
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.no := head.no + 1;
  new.hash := audit_hash(head.hash, new);
  update audit_head set no = new.no, hash = new.hash;
  return new;
end $$;

-- What was written before the chain joins it in its order.
alter table audit_entries disable trigger audit_append_only;
do $$
declare
  entry audit_entries;
  last bytea := '';
begin
  for entry in select * from audit_entries order by no loop
    last := audit_hash(last, entry);
    update audit_entries set hash = last where no = entry.no;
    update audit_head set no = entry.no, hash = last;
  end loop;
end $$;
alter table audit_entries enable trigger audit_append_only;
alter table audit_entries alter column hash set not null;

create trigger audit_chain before insert on audit_entries
  for each row execute function chain_audit_entry();
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function refuse_change();

create index audit_entries_by_action on audit_entries (action, no);
create index audit_entries_by_object on audit_entries (object, no);
create index audit_entries_by_age on audit_entries (at);
