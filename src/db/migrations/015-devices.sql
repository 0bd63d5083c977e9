-- What a member has signed in from, by hash of what the browser says it is: a new one is mailed.
create table devices (
  member_no integer not null,
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (member_no, hash)
);
