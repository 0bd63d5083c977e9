-- When the service worked.

create table service_minutes (
  minute timestamptz primary key
);
comment on table service_minutes is
  'The minutes in which a process took requests. A missing minute counts as down.';

-- What was wrong with the service, as staff reported it. A correction is a further update.
create table incidents (
  no integer generated always as identity primary key,
  impact text not null check (impact in ('notice', 'partial', 'outage')),
  title_en text not null,
  title_es text not null,
  opened_by text not null,
  opened_at timestamptz not null default clock_timestamp()
);
comment on table incidents is 'Incidents on the public status page.';

create table incident_updates (
  no integer generated always as identity primary key,
  incident_no integer not null references incidents,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text_en text not null,
  text_es text not null,
  posted_by text not null,
  posted_at timestamptz not null default clock_timestamp()
);
comment on table incident_updates is 'What staff told about an incident, oldest first.';
create index incident_updates_of on incident_updates (incident_no, no);

do $$
declare name text;
begin
  foreach name in array array['incidents', 'incident_updates'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I
      for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;
