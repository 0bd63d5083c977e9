-- Emails about activations follow from the command log, as webhook events do, so that commands
-- don't wait for them.

create table activation_email_cursor (
  is_only boolean primary key default true check (is_only),
  -- The last command and the last profile that emails were made of.
  seq bigint not null,
  profile_no integer not null
);
comment on table activation_email_cursor is
  'How far emails about activations follow the command log.';
insert into activation_email_cursor (seq, profile_no)
select coalesce((select max(seq) from commands), 0), coalesce((select max(no) from profiles), 0);

-- The previous version's batches queued these emails themselves.
alter table batches add column queued_emails boolean not null default true;
