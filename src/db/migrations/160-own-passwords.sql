-- An operator's first password is known to whoever made it. It opens nothing but the way to a
-- password of the operator's own, and that for a week.
alter table operators add column must_change_password boolean not null default true;
alter table operators add column password_set_at timestamptz not null default now();
