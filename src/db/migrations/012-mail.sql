-- Mail to send, written in the same commit as its cause. The text goes once the mail has gone:
-- it may hold a link that signs somebody in.
create table mails (
  no bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text not null default ''
);
create index mails_due on mails (next_at, no) where sent_at is null and failed_at is null;
