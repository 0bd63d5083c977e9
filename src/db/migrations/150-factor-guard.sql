-- Wrong codes of a second factor in a row, without a window: every tenth locks it for longer.

alter table people
  add column totp_failures integer not null default 0,
  add column totp_locked_until timestamptz,
  add column totp_failure_told date;        -- the last day (UTC) a wrong code was reported

alter table operators
  add column totp_failures integer not null default 0,
  add column totp_locked_until timestamptz,
  add column totp_failure_told date;
