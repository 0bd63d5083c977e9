-- What staff note about a member, and when they looked at the product through a member's eyes.
create table member_notes (
  no bigint generated always as identity primary key,
  member_no integer not null,
  operator text not null,
  note text not null,
  at timestamptz not null default now()
);
create index member_notes_by_member on member_notes (member_no, no);
create trigger member_notes_append_only before update or delete on member_notes
  for each row execute function refuse_change();

create table member_views (
  no bigint generated always as identity primary key,
  member_no integer not null,
  operator text not null,
  reason text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null
);
