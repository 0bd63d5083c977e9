-- What the other files build on: trigger functions that protect history, and one extension.
--
-- Conventions of the whole schema. Numbers (`no`) of members, profiles, journals and so on are
-- integers without gaps, from 1. Amounts are integers of the asset's smallest unit: micro-dollars
-- (`_micros`), and millionths of a coin (`units`, `amount`) or of TRX (`_sun`).
-- asset: 0 USD, 1 TRX, 2 USDT. plan: 0 Bronze to 4 Diamond. side: 0 left, 1 right.

-- Finds any piece of text in the audit log. It comes with PostgreSQL, and the owner of a database
-- may create it.
create extension if not exists pg_trgm;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'TF001';
end $$;

-- The trigger's arguments name the columns that keep their first value.
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
  return null;
end $$;

-- Fixes columns of a table for good. The comparison is the trigger's condition, so an update that
-- leaves them alone doesn't call the function. The trigger runs after the update, because one that
-- runs before locks each row once more.
create procedure keep(target text, variadic names text[]) language plpgsql as $$
begin
  execute (select format('create trigger %I after update on %I for each row '
      'when ((%s) is distinct from (%s)) execute function keep_columns(%s)',
      target || '_keep_columns', target, string_agg(format('old.%I', name), ', '),
      string_agg(format('new.%I', name), ', '), string_agg(quote_literal(name), ', '))
    from unnest(names) name);
end $$;

create function refuse_ended() returns trigger language plpgsql as $$
begin
  raise exception '%: this row has ended', tg_table_name using errcode = 'TF001';
end $$;
