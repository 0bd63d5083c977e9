-- An email again is asked for by somebody and sent for a registration. What one caller asked for
-- doesn't count for another: a stranger could otherwise use up the owner's.

alter table registrations
  add column network text not null default '', -- where it was made
  add column mailed_at timestamptz,         -- when its first email was written
  add column resent_at timestamptz;         -- when its email was last written again
update registrations set mailed_at = created_at;

alter table resends add column network text not null default '';
alter table resends drop constraint resends_pkey, add primary key (email, network);
