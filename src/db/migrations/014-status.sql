-- When the service worked.

create table service_minutes (
  minute timestamptz primary key
);
comment on table service_minutes is
  'The minutes in which a process took requests. A missing minute counts as down.';
