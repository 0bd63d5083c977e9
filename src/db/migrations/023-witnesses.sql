-- Cosignatures of witnesses under the log's checkpoints, and what we held at times that nobody knew
-- in advance.

create table log_cosignatures (
  size bigint not null references log_checkpoints,
  witness text not null,           -- name+id+key, as C2SP signed-note has it
  line text not null,              -- the signature line, as it is served
  added_at timestamptz not null default clock_timestamp(),
  primary key (size, witness)
);
comment on table log_cosignatures is
  'That witnesses saw a checkpoint, and that it only adds to the one they saw before.';
create index log_cosignatures_by_witness on log_cosignatures (witness, size desc);

create table reserve_readings (
  no integer generated always as identity primary key,
  read_at timestamptz not null default clock_timestamp(),
  body text not null               -- as the next sheet shows it
);
comment on table reserve_readings is
  'What we held and owed at random times between two sheets, so coins lent for a moment show.';
create index reserve_readings_by_time on reserve_readings (read_at);

do $$
declare name text;
begin
  foreach name in array array['log_cosignatures', 'reserve_readings'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;
