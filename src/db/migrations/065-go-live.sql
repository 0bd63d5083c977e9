-- What has to be in order before real money may come in, and the texts that members accept.
create table legal_texts (
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null,
  body text not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (kind, version)
);
create trigger legal_texts_append_only before update or delete on legal_texts
  for each row execute function refuse_change();

create table text_acceptances (
  member_no integer not null,
  kind text not null,
  version integer not null,
  accepted_at timestamptz not null default now(),
  primary key (member_no, kind, version)
);
create trigger text_acceptances_append_only before update or delete on text_acceptances
  for each row execute function refuse_change();

-- Evidence of each item; the newest row of an item counts.
create table go_live_records (
  no bigint generated always as identity primary key,
  item text not null,
  evidence text not null,
  done boolean not null,
  recorded_by text not null,
  recorded_at timestamptz not null default now()
);
create index go_live_records_by_item on go_live_records (item, no);
create trigger go_live_records_append_only before update or delete on go_live_records
  for each row execute function refuse_change();
