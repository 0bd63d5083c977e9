-- Profiles that a company brought along from before. Nobody paid for them here.
alter table profiles add column imported boolean not null default false;
